import { exactName } from 'oracle-runtime/kit';
import { type AnyOperation, defineOperation, OracleError, withWords } from 'oracle-runtime/plugin';
import { z } from 'zod';
import type { FileService } from '../../vfs/service.js';
import { ran, sandboxFile } from '../remote/answers.js';
import type { Sandbox } from '../remote/sandbox.js';
import type { WorkspaceNames } from '../remote/workspace-name.js';

const inside = (what: string) =>
  z
    .string()
    .trim()
    .min(1)
    .max(500)
    .regex(
      /^(?!.*(?:^|\/)\.{0,2}(?:\/|$))[^\p{C}\\]+$/u,
      'must be a path from the workspace, such as out/table.csv',
    )
    .describe(what);
const path = z.string().trim().min(2).max(1_000).startsWith('/', 'must begin with /');
/** Longer than the longest run with its queue. */
const PATIENCE_MS = 150_000;

/** Running code, and moving files between it and a person's files. */
export function sandboxOperations(
  sandbox: Sandbox,
  workspaceOf: WorkspaceNames,
  files: FileService | undefined,
): AnyOperation[] {
  return [
    defineOperation({
      name: 'run_code',
      title: 'Run code',
      description:
        'Runs Python or JavaScript (Node) in a sandbox without network: its output, exit code and files. Files stay in the workspace of this conversation.',
      effect: 'write',
      additive: true,
      scope: 'sandbox',
      input: z.object({
        language: withWords(z.enum(['python', 'javascript']), {
          values: { javascript: { en: ['js', 'node'] }, python: { en: ['py', 'python3'] } },
        }).default('python'),
        code: z.string().min(1).max(100_000).describe('The program; it reads and writes files of its folder'),
        stdin: z.string().max(100_000).optional(),
        seconds: z.int().min(1).max(60).default(20).describe('Time it may take'),
      }),
      answer: { description: 'How it ended, what it printed, what the workspace holds', schema: ran },
      tool: { timeoutMs: PATIENCE_MS },
      route: { method: 'post', path: '/v1/sandbox/runs' },
      describe: ({ language }) => `Run ${language} code in the sandbox`,
      undo: () => ({ whyNot: 'it ran in a workspace that is thrown away' }),
      run: async (input, caller) => sandbox.run(await workspaceOf(caller), input, caller.signal),
      summary: ({ ended, exitCode, seconds, cut, files: now }) =>
        `${ended === 'exit' ? `Exit code ${exitCode}` : `Ended by its limit of ${ended}`} after ${seconds} s.${
          cut ? ' Some output was left out.' : ''
        }${
          now.length === 0
            ? ''
            : ` Files: ${now
                .map((file) => file.path)
                .slice(0, 20)
                .join(', ')}.`
        }`,
    }),
    defineOperation({
      name: 'list_sandbox_files',
      title: 'Files of the sandbox',
      description: "Lists the files of this conversation's sandbox workspace, with sizes in bytes.",
      effect: 'read',
      scope: 'sandbox',
      input: z.object({}),
      answer: { description: 'Files', schema: z.object({ files: z.array(sandboxFile) }) },
      route: { method: 'get', path: '/v1/sandbox/files' },
      run: async (_input, caller) => ({
        files: await sandbox.list(await workspaceOf(caller), caller.signal),
      }),
      summary: ({ files: now }) =>
        now.length === 0
          ? 'The sandbox is empty.'
          : `In the sandbox: ${now
              .map((file) => file.path)
              .slice(0, 50)
              .join(', ')}.`,
    }),
    defineOperation({
      name: 'vfs_to_sandbox',
      title: 'Copy a file into the sandbox',
      description: 'Copies a file of the person into the sandbox, for code to read.',
      effect: 'write',
      additive: true,
      scope: 'sandbox',
      input: z.object({
        path: withWords(path.describe('The file, such as /data/readings.csv'), { aliases: ['file'] }),
        as: inside('Its path in the sandbox; default its name').optional(),
      }),
      answer: { description: 'Where it is now', schema: sandboxFile },
      tool: { timeoutMs: PATIENCE_MS, idempotent: true },
      route: { method: 'post', path: '/v1/sandbox/uploads', errors: { 404: 'No such file' } },
      describe: (input) => `Copy ${exactName(input.path)} into the sandbox`,
      undo: () => ({ whyNot: 'the copy lies in a workspace that is thrown away' }),
      run: async (input, caller) => {
        const { entry, open } = await filesOf(files).read(caller.principal, input.path);
        const as = input.as ?? entry.name;
        await sandbox.put(await workspaceOf(caller), as, open(), entry.size, caller.signal);
        return { path: as, size: entry.size };
      },
      summary: ({ path: to, size }) => `Copied ${size} bytes to ${to} in the sandbox.`,
    }),
    defineOperation({
      name: 'sandbox_to_vfs',
      title: 'Keep a file of the sandbox',
      description:
        "Copies a file of the sandbox to the person's files. One that is there becomes a new version.",
      effect: 'write',
      scope: 'sandbox',
      input: z.object({
        from: inside('Its path in the sandbox, such as out.csv'),
        path: path.describe('Where to keep it, such as /data/out.csv'),
      }),
      answer: {
        description: 'The file',
        schema: z.object({ path: z.string(), size: z.int(), version: z.int(), cid: z.string() }),
      },
      tool: { timeoutMs: PATIENCE_MS },
      route: { method: 'post', path: '/v1/sandbox/downloads', status: 201, errors: { 404: 'No such file' } },
      describe: ({ from, path: to }) => `Keep ${exactName(from)} of the sandbox as ${exactName(to)}`,
      run: async ({ from, path: to }, caller) => {
        const kept = filesOf(files);
        const content = sandbox.get(await workspaceOf(caller), from, caller.signal);
        const {
          path: at,
          size,
          version,
          cid,
        } = await kept.write(caller.principal, to, content, {
          overwrite: true,
          inSight: caller.via !== 'agent',
        });
        return { path: at, size, version, cid };
      },
      undo: (_input, { path: to }) => ({
        whyNot: `${to} can be deleted, or an older version of it restored`,
      }),
      summary: ({ path: at, size }) => `Kept ${size} bytes as ${at}.`,
    }),
  ];
}

function filesOf(files: FileService | undefined): FileService {
  if (files !== undefined) return files;
  throw new OracleError('unavailable', {
    detail: 'This oracle keeps no files.',
    hint: 'Turn the plugin vfs on: features: { vfs: true }.',
  });
}
