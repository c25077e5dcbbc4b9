import { randomUUID } from 'node:crypto';
import type { ExecuteScope } from '../../agent/execute-tool.js';
import { doNotFit } from '../../agent/fault-lines.js';
import { askedOf, isSameQuestion, whyTooLong } from '../../agent/middleware/approval.js';
import type { Handler } from '../../agent/middleware/compose.js';
import { knownFieldsOnly } from '../../kit/index.js';
import {
  type ArtifactEvent,
  hasScope,
  type Logger,
  OracleError,
  type PendingApproval,
  type Principal,
  type RunEvent,
  type ToolInvocation,
  type ToolOutcome,
} from '../../plugin/index.js';
import type { Decisions } from '../../runs/decisions/decisions.js';
import type { OwnedTool } from '../../runs/run-context.js';

/** In the place of a session's id: calls over MCP stand in none. */
const NO_SESSION = 'mcp';

export interface McpCaller {
  readonly principal: Principal;
  readonly requestId: string;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  /** Its token is for this very thing: it was signed for that, so nobody is asked once more. */
  readonly claims: boolean;
  readonly decisions: Decisions;
  /** The plugins' middleware around the call itself. */
  readonly chain: Handler<ToolInvocation, ToolOutcome, ExecuteScope>;
  /** What the person has said, and the words that they read. */
  readonly answer: ({ readonly approved: boolean } & Asked) | undefined;
  progress(message: string, fraction: number | undefined): void;
}

/** What a person was asked: in which words, and about what in which state. */
export type Asked = Pick<PendingApproval, 'summary' | 'state'>;

/** What came of one call. */
export type McpOutcome =
  | ({ readonly kind: 'asks' } & Asked)
  | { readonly kind: 'declined' }
  | { readonly kind: 'failed'; readonly text: string }
  | {
      readonly kind: 'done';
      readonly text: string;
      readonly output: unknown;
      readonly artifacts: readonly ArtifactEvent[];
    };

/**
 * Calls a tool as the agent would, with the same rights, the same question before what asks, the same middleware of plugins and
 * the same limits; there is no conversation, so nothing of it is kept but what was decided and the entry in the audit.
 */
export async function callTool(
  { tool, plugin, capability }: OwnedTool,
  args: Readonly<Record<string, unknown>>,
  caller: McpCaller,
): Promise<McpOutcome> {
  const { principal, requestId, logger, signal } = caller;
  if (tool.scope !== undefined && !hasScope(principal, tool.scope))
    return failed(`'${tool.name}' needs the scope '${tool.scope}', which this credential does not have.`);
  const parsed = knownFieldsOnly(tool.input).safeParse(args);
  if (!parsed.success) return failed(doNotFit(tool.name, parsed.error));
  const call = { id: randomUUID(), name: tool.name, args: parsed.data };
  const invocation: ToolInvocation = {
    runId: requestId,
    sessionId: NO_SESSION,
    principal,
    metadata: {},
    call,
    plugin,
    capability,
    tool,
    signal,
    ...(caller.claims ? { via: 'mcp' as const } : {}),
  };
  const held = caller.claims ? undefined : await askedOf(invocation);
  if (OracleError.isInstance(held)) return failed(held.detail);
  if (held !== undefined) {
    const call = { principal, sessionId: NO_SESSION, owner: principal.id, held };
    const { answer, decisions } = caller;
    // What is there may have changed since: a yes to other words is none.
    if (answer !== undefined && (!answer.approved || isSameQuestion(answer, held))) {
      await decisions.record(call, { id: held.id, approved: answer.approved });
      if (!answer.approved) return { kind: 'declined' };
    } else if (!(await decisions.foreseen(call))) {
      const tooLong = whyTooLong(held);
      if (tooLong !== undefined) return failed(tooLong);
      return {
        kind: 'asks',
        summary: held.summary,
        ...(held.state === undefined ? {} : { state: held.state }),
      };
    }
  }
  const artifacts: ArtifactEvent[] = [];
  const emit = (event: RunEvent) => {
    if (event.type === 'artifact') artifacts.push(event);
    if (event.type === 'progress') caller.progress(event.message, event.fraction);
  };
  const outcome = await caller.chain(invocation, {
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
