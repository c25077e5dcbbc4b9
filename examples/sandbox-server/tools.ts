import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import type { Limits } from './jail.js';
import type { OneTime } from './one-time.js';
import { inWords, Refusal } from './refusal.js';
import { runCode } from './run-code.js';
import type { Turns } from './turns.js';
import type { Workspaces } from './workspaces.js';

export interface SandboxParts {
  readonly workspaces: Workspaces;
  readonly oneTime: OneTime;
  readonly turns: Turns;
  readonly limits: Limits;
  readonly url: string;
  /** Aborted when the server ends. */
  readonly signal: AbortSignal;
}

/** Whoever knows the name has the workspace, so it is one that nobody guesses. */
const workspace = z.string().regex(/^[0-9a-f]{64}$/);
const path = z
  .string()
  .max(500)
  .regex(/^(?!\/)(?!.*(?:^|\/)\.{0,2}(?:\/|$))[^\p{C}\\]+$/u);
const file = z.object({ path: z.string(), size: z.int() });
const oneTimeUrl = { url: z.string(), size: z.int().optional() };

/** The four tools of the protocol. */
export function sandboxTools({ workspaces, oneTime, turns, limits, url, signal }: SandboxParts): McpServer {
  const server = new McpServer({ name: 'sandbox', version: '1.0.0' });
  const answer = (data: object) => ({
    structuredContent: { ...data },
    content: [{ type: 'text' as const, text: JSON.stringify(data) }],
  });
  const failed = (text: string) => ({ isError: true, content: [{ type: 'text' as const, text }] });
  const told = async (work: () => Promise<object>) => {
    try {
      return answer(await work());
    } catch (error) {
      return failed(inWords(error));
    }
  };
  server.registerTool(
    'run_code',
    {
      description: 'Runs a program in a workspace, without network.',
      inputSchema: {
        workspace,
        language: z.enum(['python', 'javascript']),
        code: z.string().max(100_000),
        stdin: z.string().max(100_000).optional(),
        seconds: z.int().min(1).max(60).default(20),
      },
      outputSchema: {
        ended: z.string(),
        exitCode: z.int().nullable(),
        stdout: z.string(),
        stderr: z.string(),
        cut: z.boolean(),
        seconds: z.number(),
        files: z.array(file),
      },
      annotations: { destructiveHint: false, openWorldHint: false },
    },
    async ({ workspace: name, language, code, stdin, seconds }, extra) => {
      const ending = AbortSignal.any([signal, extra.signal]);
      const run = (folder: string) =>
        turns.take(
          () => runCode({ language, code, stdin, seconds }, folder, workspaces, limits, ending),
          ending,
        );
      return told(() =>
        workspaces.with(name, async (folder) => {
          const done = await run(folder);
          // What is too much goes as a whole: nobody could move it out, and the next run would begin full.
          if (done.ended === 'disk') await workspaces.clear(name);
          return done;
        }),
      );
    },
  );
  server.registerTool(
    'list_files',
    {
      description: 'The files of a workspace.',
      inputSchema: { workspace },
      outputSchema: { files: z.array(file) },
      annotations: { readOnlyHint: true },
    },
    ({ workspace: name }) =>
      told(() => workspaces.with(name, async (folder) => ({ files: (await workspaces.use(folder)).files }))),
  );
  server.registerTool(
    'upload_url',
    {
      description: 'A URL that takes one PUT of this file.',
      inputSchema: {
        workspace,
        path,
        size: z
          .int()
          .min(0)
          .max(limits.fileSize * 1024 * 1024),
      },
      outputSchema: oneTimeUrl,
      annotations: { destructiveHint: false },
    },
    ({ workspace: name, path: at, size }) => {
      const token = oneTime.give({ kind: 'upload', workspace: name, path: at, size });
      return answer({ url: `${url}/once/${token}` });
    },
  );
  server.registerTool(
    'download_url',
    {
      description: 'A URL that gives this file once.',
      inputSchema: { workspace, path },
      outputSchema: oneTimeUrl,
      annotations: { readOnlyHint: true },
    },
    ({ workspace: name, path: at }) =>
      told(() =>
        workspaces.with(name, async (folder) => {
          const found = await workspaces.read(folder, at).catch(() => undefined);
          await found?.file.close();
          if (found === undefined) throw new Refusal(`There is no file ${at} in the sandbox.`);
          const token = oneTime.give({ kind: 'download', workspace: name, path: at, size: found.size });
          return { url: `${url}/once/${token}`, size: found.size };
        }),
      ),
  );
  return server;
}
