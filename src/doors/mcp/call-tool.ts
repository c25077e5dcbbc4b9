import { randomUUID } from 'node:crypto';
import { executeTool } from '../../agent/execute-tool.js';
import { needsApproval, summarize } from '../../agent/middleware/approval.js';
import { fieldErrors } from '../../kit/index.js';
import {
  type ArtifactEvent,
  hasScope,
  type Logger,
  type Principal,
  type RunEvent,
  type ToolInvocation,
} from '../../plugin/index.js';
import type { OwnedTool } from '../../runs/run-context.js';

export interface McpCaller {
  readonly principal: Principal;
  readonly requestId: string;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  /** What the person has said yes to, in the words that they read. */
  readonly approved: string | undefined;
  progress(message: string, fraction: number | undefined): void;
}

/** What came of one call. */
export type McpOutcome =
  | { readonly kind: 'asks'; readonly summary: string }
  | { readonly kind: 'failed'; readonly text: string }
  | {
      readonly kind: 'done';
      readonly text: string;
      readonly output: unknown;
      readonly artifacts: readonly ArtifactEvent[];
    };

/**
 * Calls a tool as the agent would, with the same rights, the same question before what asks and the same limits; there is no
 * conversation, so nothing of it is kept but the entry in the audit.
 */
export async function callTool(
  { tool, plugin }: OwnedTool,
  args: Readonly<Record<string, unknown>>,
  caller: McpCaller,
): Promise<McpOutcome> {
  const { principal, requestId, logger, signal } = caller;
  if (tool.scope !== undefined && !hasScope(principal, tool.scope))
    return failed(`'${tool.name}' needs the scope '${tool.scope}', which this credential does not have.`);
  const parsed = tool.input.safeParse(args);
  if (!parsed.success) {
    const faults = fieldErrors(parsed.error).map(({ field, message }) => `- ${field}: ${message}`);
    return failed(`The arguments of '${tool.name}' do not fit its schema:\n${faults.join('\n')}`);
  }
  const call = { id: randomUUID(), name: tool.name, args: parsed.data };
  const invocation: ToolInvocation = {
    runId: requestId,
    sessionId: 'mcp',
    principal,
    metadata: {},
    call,
    plugin,
    tool,
    signal,
  };
  if (await needsApproval(invocation)) {
    // What is there may have changed since: a yes to other words is none.
    const summary = await summarize(invocation);
    if (caller.approved !== summary) return { kind: 'asks', summary };
  }
  const artifacts: ArtifactEvent[] = [];
  const emit = (event: RunEvent) => {
    if (event.type === 'artifact') artifacts.push(event);
    if (event.type === 'progress') caller.progress(event.message, event.fraction);
  };
  const outcome = await executeTool(invocation, {
    attachments: [],
    results: new Map(),
    notes: new Map(),
    run: { logger, metadata: {}, emit },
  });
  if (outcome.status === 'error') return failed(outcome.content);
  return { kind: 'done', text: outcome.content, output: outcome.output, artifacts };
}

function failed(text: string): McpOutcome {
  return { kind: 'failed', text };
}
