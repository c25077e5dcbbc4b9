import { exactLine, knownFieldsOnly, messageOf, oneLine } from '../../kit/index.js';
import {
  type ApprovalDecision,
  type Foreseen,
  OracleError,
  type PendingApproval,
  type ToolInvocation,
  type ToolOutcome,
} from '../../plugin/index.js';
import type { RunContext } from '../../runs/run-context.js';
import { faultLines } from '../fault-lines.js';
import { thrownOutcome, toolError } from '../tool-outcome.js';
import type { ToolLayer } from '../tool-scope.js';

type Question = Pick<PendingApproval, 'summary' | 'state'>;

/** Characters of a question: as many as every door shows whole. */
const MOST_ASKED = 2_500;
/** Faults of a look whether to ask that the call itself would end by: what may not be done, is not there, or has no such arguments. */
const REFUSALS: ReadonlySet<string> = new Set(['forbidden', 'not_found', 'invalid_request']);
/** Of changed arguments, what the model is told again. */
const SHOWN_ARGS = 2_000;

/** Thrown, not returned, so that no layer can take a held call for a result. The loop catches it. */
export class ApprovalRequired {
  readonly pending: PendingApproval;

  constructor(pending: PendingApproval) {
    this.pending = pending;
  }
}

/** Holds a call until a person has decided. */
export const approval: ToolLayer = {
  name: 'approval',
  async wrap(invocation, next, scope) {
    const { call } = invocation;
    // A client has only the results of calls that were approved before.
    if (scope.results.has(call.id)) return next(invocation);
    const decision = scope.decisions.get(call.id);
    if (decision === undefined) {
      const held = await askedOf(invocation);
      if (held === undefined) return next(invocation);
      if (OracleError.isInstance(held)) return thrownOutcome(held);
      if (await scope.foreseen(held)) return next(invocation);
      const tooLong = whyTooLong(held);
      if (tooLong !== undefined) return toolError(tooLong);
      throw new ApprovalRequired(held);
    }
    if (!decision.approved) return declined(invocation, decision);
    // What one approved call does may be what the next was not approved for: each is looked at once those before are done.
    const { approved, run } = scope;
    const turn = approved.turn.then(() => {
      run.signal.throwIfAborted();
      const read = run.held.find(({ id }) => id === call.id);
      return makeApproved(invocation, { decision, read, onAllowed: run.onAllowed }, next);
    });
    approved.turn = turn.catch(() => undefined);
    return turn;
  },
};

interface Allowed {
  readonly decision: ApprovalDecision;
  readonly read: PendingApproval | undefined;
  readonly onAllowed: RunContext['onAllowed'] | undefined;
}

/** Makes a call as the person allowed it, if what they `read` of it still holds. */
async function makeApproved(
  invocation: ToolInvocation,
  { decision, read, onAllowed }: Allowed,
  next: (invocation: ToolInvocation) => Promise<ToolOutcome>,
): Promise<ToolOutcome> {
  const now = await askedOf(invocation);
  if (OracleError.isInstance(now)) return thrownOutcome(now);
  // A yes to other words is none. Where nobody would be asked any more, none is needed.
  if (read !== undefined && now !== undefined && !isSameQuestion(read, now)) return askAnew(read, now);
  const outcome = await (decision.args === undefined
    ? next(invocation)
    : changed(invocation, decision.args, next));
  if (outcome.status === 'ok') await onAllowed?.(invocation.call.id);
  return outcome;
}

function declined({ call }: ToolInvocation, { reason }: ApprovalDecision): ToolOutcome {
  const words = reason === undefined || reason === '' ? '' : ` Their reason: ${reason}`;
  return toolError(
    `The person declined this call of '${call.name}'.${words} Do not try it again; ask how to go on.`,
  );
}

/** The model calls once more, so that the new question has an id of its own, which no repeated yes can be for. */
function askAnew(read: PendingApproval, now: PendingApproval): ToolOutcome {
  const words =
    read.summary === now.summary ? '' : ` It was "${read.summary}", and now it is "${now.summary}".`;
  return toolError(
    `Nothing was done: what the person allowed has changed since they were asked.${words} Call it again, so that they are asked anew.`,
  );
}

/**
 * Makes the call with the arguments of the person. The thread keeps those of the model in its message; what came in their
 * place stands in the result, so that the model goes on from what was done.
 */
async function changed(
  invocation: ToolInvocation,
  args: Readonly<Record<string, unknown>>,
  next: (invocation: ToolInvocation) => Promise<ToolOutcome>,
): Promise<ToolOutcome> {
  const { tool, call } = invocation;
  const parsed = knownFieldsOnly(tool.input).safeParse(args);
  if (!parsed.success) {
    return toolError(
      `The person changed the arguments of '${call.name}', and these do not fit its schema, so it was not called:\n${faultLines(parsed.error)}\nTell them what does not fit.`,
    );
  }
  const outcome = await next({ ...invocation, call: { ...call, args: parsed.data } });
  const shown = oneLine(JSON.stringify(args), SHOWN_ARGS);
  const words = `The person changed the arguments of this call to ${shown} and allowed it so.`;
  return { ...outcome, content: `${words}\n${outcome.content}` };
}

/**
 * What the person is asked about a call, undefined when nothing is; the error instead, where a look before it finds that the
 * call cannot be made, or cannot be made at all: nobody is asked about what nobody can say, and no words tell of what may
 * not be seen.
 */
export async function askedOf(
  invocation: ToolInvocation,
): Promise<PendingApproval | OracleError | undefined> {
  try {
    return (await needsApproval(invocation)) ? await heldCall(invocation) : undefined;
  } catch (error) {
    if (OracleError.isInstance(error)) return error;
    throw error;
  }
}

/** A call as the person is asked about it. */
async function heldCall(invocation: ToolInvocation): Promise<PendingApproval> {
  const { call, principal } = invocation;
  const { id, name: tool, args } = call;
  const askedBy = { id: principal.id, name: principal.name };
  const { words, state } = await question(invocation);
  // The model chose the arguments: they must not draw on the terminal of the person who is asked.
  const summary = exactLine(`${invocation.plugin}: ${words}`);
  return { id, tool, args, summary, ...(state === undefined ? {} : { state }), askedBy };
}

/** Why a person is not asked: they would not be shown all that their yes is for. */
export function whyTooLong({ tool, summary }: PendingApproval): string | undefined {
  if (summary.length <= MOST_ASKED) return undefined;
  return `Nothing was done and nobody was asked: '${tool}' asks the person first, and all that this call does takes ${summary.length} characters to say, where a question has at most ${MOST_ASKED}. Do it in several calls, each of less.`;
}

/** Whether a yes to what a person read is one to what they would be asked now. */
export function isSameQuestion(read: Question, now: Question): boolean {
  return read.summary === now.summary && read.state === now.state;
}

/** Whether a person is asked before this call; a look that fails asks. */
async function needsApproval({ tool, call, ...asker }: ToolInvocation): Promise<boolean> {
  const rule = tool.approval ?? 'never';
  // Whatever else it says asks.
  if (typeof rule === 'string') return rule !== 'never';
  if (typeof rule === 'function') return rule(call.args);
  try {
    return await rule.look(call.args, asker);
  } catch (error) {
    asker.signal.throwIfAborted();
    if (isRefusal(error)) throw error;
    return true;
  }
}

/** What the person is asked: what happens to what, else the tool's first sentence. The arguments stand beside it. */
async function question(invocation: ToolInvocation): Promise<Foreseen> {
  const { tool, call } = invocation;
  const seen = await foreseen(invocation);
  if (typeof seen === 'object') return seen;
  const words =
    seen ?? tool.describe?.(call.args) ?? tool.description.split(/(?<=[.!?])\s/, 1)[0] ?? tool.description;
  return { words };
}

/** What a look at what is there says. @throws OracleError what the look does: a yes would be for nobody knows what */
async function foreseen({ tool, call, ...asker }: ToolInvocation): Promise<string | Foreseen | undefined> {
  try {
    return await tool.foresee?.(call.args, asker);
  } catch (error) {
    asker.signal.throwIfAborted();
    if (OracleError.isInstance(error)) throw error;
    const detail = `What '${call.name}' would do could not be looked up, so nobody was asked: ${messageOf(error)}`;
    throw new OracleError('tool_failed', { detail, cause: error });
  }
}

function isRefusal(error: unknown): error is OracleError {
  return OracleError.isInstance(error) && REFUSALS.has(error.code);
}
