import { abortable } from '../kit/index.js';
import type {
  AnyTool,
  ApprovalDecision,
  Clock,
  PendingApproval,
  PendingCall,
  ToolCall,
  ToolCallEvent,
  ToolInvocation,
  ToolMessage,
  ToolOutcome,
} from '../plugin/index.js';
import { MOST_CALLS } from '../runs/answers.js';
import type { RunWait } from '../runs/run-context.js';
import { INTERRUPTED_CALL, toolMessageId } from '../runs/thread-calls.js';
import { type GateAnswer, passGate } from './gate.js';
import { ApprovalRequired } from './middleware/approval.js';
import { ClientCallRequired } from './middleware/client-call.js';
import type { Handler } from './middleware/compose.js';
import type { ToolBelt } from './tool-belt.js';
import { thrownOutcome, toolError } from './tool-outcome.js';
import type { ToolScope } from './tool-scope.js';

export type ToolChain = Handler<ToolInvocation, ToolOutcome, ToolScope>;

export interface RunToolsInput {
  readonly calls: readonly ToolCall[];
  readonly belt: ToolBelt;
  readonly scope: ToolScope;
  readonly chain: ToolChain;
  readonly clock: Clock;
  /** Stores a result in the thread; called in the order of the calls. */
  store(message: ToolMessage): Promise<void>;
}

const TOO_MANY = {
  pass: false,
  reason: `Too many calls at once: at most ${MOST_CALLS}. This one was not made; make it in a later turn.`,
  plugin: undefined,
} as const;

type Gate = GateAnswer | typeof TOO_MANY;

type Settled =
  | { readonly outcome: ToolOutcome; readonly ms: number }
  | { readonly approval: PendingApproval }
  | { readonly clientCall: PendingCall };

/**
 * Runs the calls of one turn side by side and reports their results in the order of the calls. Calls that wait
 * for a person or a client are given back; the others are done. Approvals come first: calls of the client are
 * given back once no approval is open.
 *
 * @throws the abort reason when the run is cancelled; what was not reported by then is the caller's to close
 */
export async function runTools(input: RunToolsInput): Promise<RunWait | undefined> {
  const { belt, scope } = input;
  const { run, decisions } = scope;
  const head = (call: ToolCall, gate: Gate) =>
    gate.pass
      ? eventHead(asDecided(call, decisions.get(call.id)), gate.owned.plugin, gate.owned.tool)
      : eventHead(call, gate.plugin);
  // The gate looks before anything runs, so that a load in this very turn does not open it by chance of timing.
  const passed = input.calls.map((call, i) => ({
    call,
    gate: i < MOST_CALLS ? passGate(call, belt, run.principal) : TOO_MANY,
  }));
  for (const { call, gate } of passed) {
    run.emit({ ...head(call, gate), status: 'running' });
    const decision = decisions.get(call.id);
    if (decision !== undefined)
      run.emit({ type: 'decided', id: call.id, approved: decision.approved, ...saidIn(scope) });
  }
  const work = passed.map(({ call, gate }) => {
    if (!gate.pass) return Promise.resolve<Settled>({ outcome: toolError(gate.reason), ms: 0 });
    const { tool, plugin, capability } = gate.owned;
    const { runId, sessionId, principal, metadata, signal } = run;
    return settle(input, { runId, sessionId, principal, metadata, signal, call, plugin, capability, tool });
  });
  // Each is awaited below; this keeps a failure that comes before its turn from counting as unhandled.
  for (const promise of work) promise.catch(() => undefined);

  const approvals: PendingApproval[] = [];
  const clientCalls: PendingCall[] = [];
  for (const [i, { call, gate }] of passed.entries()) {
    const settled = await abortable(work[i] as Promise<Settled>, run.signal);
    if ('approval' in settled) {
      approvals.push(settled.approval);
      run.emit({ type: 'approval', ...settled.approval });
      continue;
    }
    if ('clientCall' in settled) {
      clientCalls.push(settled.clientCall);
      continue;
    }
    const { outcome, ms } = settled;
    await input.store({
      role: 'tool',
      id: toolMessageId(run.runId, call.id),
      toolCallId: call.id,
      name: call.name,
      content: outcome.content,
      status: outcome.status,
      ...decidedOf(scope, decisions.get(call.id)),
      ...changeNotes(scope, call.id),
    });
    run.emit({ ...head(call, gate), ...eventTail(outcome), ms });
  }
  if (approvals.length > 0) return { approvals, calls: [] };
  return clientCalls.length > 0 ? { approvals, calls: clientCalls } : undefined;
}

async function settle({ chain, scope, clock }: RunToolsInput, invocation: ToolInvocation): Promise<Settled> {
  const started = clock.now();
  try {
    const outcome = await chain(invocation, scope);
    return { outcome, ms: clock.now() - started };
  } catch (error) {
    if (error instanceof ApprovalRequired) return { approval: error.pending };
    if (error instanceof ClientCallRequired) return { clientCall: error.pending };
    if (scope.run.signal.aborted) throw scope.run.signal.reason;
    // A layer failed, not the tool; the run goes on all the same.
    scope.run.logger.error({ tool: invocation.call.name, err: error }, 'tool middleware failed');
    return { outcome: thrownOutcome(error), ms: clock.now() - started };
  }
}

/** What the thread keeps of a call, and whose doing a change is. */
function changeNotes({ run: { principal }, notes }: ToolScope, callId: string) {
  const kept = notes.get(callId);
  return kept?.change === undefined
    ? kept
    : { ...kept, changedBy: { id: principal.id, name: principal.name } };
}

/** Who decided what, by which words, and what they put in the place of what the model had asked for. */
function decidedOf(scope: ToolScope, decision: ApprovalDecision | undefined) {
  if (decision === undefined) return {};
  const { did, name } = scope.run.principal;
  const { approved, reason, args } = decision;
  return {
    decidedBy: {
      did,
      name,
      approved,
      ...saidIn(scope),
      ...(reason === undefined ? {} : { reason }),
      ...(args === undefined ? {} : { args }),
    },
  };
}

function saidIn({ said }: ToolScope): { readonly said?: string } {
  return said === undefined ? {} : { said };
}

/** The call as the person changed it, where they did: what is done is what is shown. */
function asDecided(call: ToolCall, decision: ApprovalDecision | undefined): ToolCall {
  return decision?.approved && decision.args !== undefined ? { ...call, args: decision.args } : call;
}

function eventHead(call: ToolCall, plugin: string | undefined, tool?: AnyTool) {
  const { id, name, args } = call;
  return {
    type: 'tool_call',
    id,
    name,
    args,
    ...(plugin === undefined ? {} : { plugin }),
    ...(tool?.runs === 'client' ? { runs: tool.runs } : {}),
  } as const;
}

function eventTail(outcome: ToolOutcome): Pick<ToolCallEvent, 'status' | 'output' | 'error' | 'undo'> {
  const output = outcome.output === undefined ? {} : { output: outcome.output };
  if (outcome.status === 'ok') {
    const undo = outcome.undo === undefined ? {} : { undo: outcome.undo };
    return { status: 'done', ...output, ...undo };
  }
  return { status: 'error', error: outcome.content.replace(/^Error: /, ''), ...output };
}

/** Closes the events of calls that will get no result, so that no client shows them as running for ever. */
export function emitInterrupted(calls: readonly ToolCall[], scope: ToolScope, belt: ToolBelt): void {
  for (const call of calls) {
    const found = belt.lookup(call.name);
    const owned = found.kind === 'bound' ? found.owned : undefined;
    scope.run.emit({
      ...eventHead(call, owned?.plugin, owned?.tool),
      status: 'error',
      error: INTERRUPTED_CALL,
    });
  }
}
