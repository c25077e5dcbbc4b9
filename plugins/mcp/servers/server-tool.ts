import { argumentsSchema } from 'oracle-runtime/kit';
import type { McpResult } from 'oracle-runtime/mcp';
import { type AnyTool, defineTool, type ToolRuntime } from 'oracle-runtime/plugin';
import type { ServerSettings } from '../config/server-settings.js';
import type { Face } from '../pins/face.js';
import { type ResultView, resultView } from './result-view.js';

/** The client gives a call up after a time without a word; one that tells its progress may go on for so long. */
const LONGEST_MS = 10 * 60_000;

/** A tool of a server as an agent calls it. */
export function serverTool(
  { title: server, approval }: Pick<ServerSettings, 'title' | 'approval'>,
  { name, original, title, description, effect, idempotent, inputSchema }: Face,
  call: (args: Readonly<Record<string, unknown>>, rt: ToolRuntime) => Promise<McpResult>,
): AnyTool {
  const asks =
    approval === 'always' ||
    (approval === 'writes' && effect !== 'read') ||
    (approval === 'destructive' && effect === 'destructive');
  return defineTool({
    name,
    title,
    description,
    effect,
    idempotent,
    scope: 'mcp',
    input: argumentsSchema(inputSchema, { digits: true }),
    approval: asks ? 'always' : 'never',
    timeoutMs: LONGEST_MS,
    describe: (args) => `Call ${original} of ${server} with ${JSON.stringify(args)}`,
    run: async (args, rt) => resultView(title, await call(args, rt), rt),
    render: ({ data, text }: ResultView) => text ?? JSON.stringify(data),
  });
}
