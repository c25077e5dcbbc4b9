import { withViews } from '../operations/index.js';
import type { OperationDeps } from '../operations/invoke.js';
import type { AnyOperation, AnyRoute, AnyTool, Logger, ToolRuntime } from '../plugin/index.js';

const SILENT: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  child: () => SILENT,
};

/** Nobody delegated anything, nothing is written down, and every answer is held to its schema. */
export const ALONE: OperationDeps = {
  delegations: { find: async () => undefined },
  reaches: () => false,
  logger: SILENT,
  record: async () => undefined,
  holdAnswers: true,
};

/** The tools and routes that the runtime makes of operations, for tests of a plugin without a runtime. */
export function viewsOf(operations: readonly AnyOperation[] = []): {
  readonly tools: readonly AnyTool[];
  readonly routes: readonly AnyRoute[];
} {
  const { tools = [], routes = [] } = withViews({ operations }, ALONE);
  return { tools, routes };
}

const RUNTIME: ToolRuntime = {
  principal: { id: 'anonymous', kind: 'anonymous', did: '', scopes: new Set<string>(), name: 'anyone' },
  sessionId: 'session',
  runId: 'run',
  toolCallId: 'call',
  via: 'agent',
  signal: new AbortController().signal,
  logger: SILENT,
  attachments: [],
  metadata: {},
  progress: () => undefined,
  undoable: () => undefined,
  artifact: () => 'artifact',
};

/** What an agent gets from an operation for these arguments. @throws ZodError, and what the operation throws */
export async function callTool(
  operations: readonly AnyOperation[] | undefined,
  name: string,
  args: unknown,
): Promise<unknown> {
  const tool = viewsOf(operations).tools.find((each) => each.name === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  return tool.run(tool.input.parse(args), RUNTIME);
}
