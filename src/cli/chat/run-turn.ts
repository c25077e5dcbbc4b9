import type { ChatClient } from '../../client/chat-client.js';
import { fieldOf } from '../../client/field-of.js';
import { followRun, type WireEvent } from '../../client/follow-run.js';
import { exactLine } from '../../kit/exact-name.js';
import { timeLimit } from '../../kit/index.js';
import { oneLine } from '../../kit/one-line.js';
import { printable } from '../../kit/printable.js';
import { OracleError } from '../../plugin/index.js';
import { CLI_HINTS } from '../hints.js';
import type { CliIo } from '../io.js';
import { printFailure } from '../print-failure.js';
import type { Outcome, Renderer } from './renderer.js';

const REPLAY_TIMEOUT_MS = 30_000;

export interface Turn {
  readonly outcome: Outcome;
  /** What waits for a decision when the outcome is `interrupted`. */
  readonly approvals: readonly Approval[];
}

/** A call that waits for a person. */
export interface Approval {
  readonly id: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** What happens to what, on one clean line. */
  readonly summary: string;
  /** Who asked for the answer that it is part of. */
  readonly askedBy?: { readonly id: string; readonly name: string };
}

/**
 * Follows one run on the terminal. Ctrl-C cancels the run and waits for its end; a second one leaves at once.
 * @throws OracleError when the run cannot be started or is lost
 */
export async function runTurn(
  client: ChatClient,
  sessionId: string,
  open: (signal: AbortSignal) => Promise<Response>,
  renderer: Renderer,
  io: CliIo,
): Promise<Turn> {
  const leaving = new AbortController();
  let interrupts = 0;
  const stopListening = io.onInterrupt(() => {
    interrupts += 1;
    if (interrupts > 1) {
      leaving.abort();
      renderer.finish();
      io.exit(130);
      return;
    }
    renderer.passing('Cancelling. Press Ctrl-C again to leave.');
    client.abort(sessionId).catch((error: unknown) => printFailure(error, io));
  });
  renderer.begin();
  try {
    const events = followRun({
      client,
      sessionId,
      open,
      signal: leaving.signal,
      hints: CLI_HINTS,
      onReconnect: (attempt) => {
        if (attempt === 1) renderer.note('The connection dropped; rejoining the run.');
      },
    });
    for await (const event of events) {
      renderer.show(event);
      const turn = endOf(event, renderer);
      if (turn !== undefined) return turn;
    }
    return { outcome: 'error', approvals: [] };
  } finally {
    stopListening();
    renderer.finish();
  }
}

/**
 * What a run that has ended waits for, from its log; what was shown while it ran is not shown again.
 * @throws OracleError `gone` when its log was dropped
 */
export async function waitingTurn(
  client: ChatClient,
  sessionId: string,
  runId: string,
  renderer: Pick<Renderer, 'note'>,
): Promise<Turn> {
  const open = (signal: AbortSignal) => replayOf(client, sessionId, runId, signal);
  const signal = timeLimit(REPLAY_TIMEOUT_MS);
  for await (const event of followRun({ client, sessionId, open, signal, hints: CLI_HINTS })) {
    const turn = endOf(event, renderer);
    if (turn !== undefined) return turn;
  }
  return { outcome: 'error', approvals: [] };
}

/** The events of a run from its first. @throws OracleError `gone` when its log was dropped */
export async function replayOf(
  client: ChatClient,
  sessionId: string,
  runId: string,
  signal: AbortSignal,
): Promise<Response> {
  const response = await client.rejoin(sessionId, runId, undefined, signal);
  if (response !== undefined) return response;
  throw new OracleError('gone', { detail: 'The last answer of this conversation can no longer be read.' });
}

/** The turn that an event ends; undefined for one that does not. */
function endOf({ event, data }: WireEvent, renderer: Pick<Renderer, 'note'>): Turn | undefined {
  const outcome = outcomeOf(event);
  if (outcome === undefined) return undefined;
  const calls = listOf(data, 'calls').map((call) => printable(String(fieldOf(call, 'name'))));
  if (calls.length > 0)
    renderer.note(`This client cannot run ${calls.join(', ')}. Send a message to go on without.`);
  return { outcome, approvals: approvalsOf(data) };
}

function outcomeOf(event: string): Outcome | undefined {
  return event === 'done' || event === 'error' || event === 'cancelled' || event === 'interrupted'
    ? event
    : undefined;
}

function approvalsOf(data: unknown): Turn['approvals'] {
  return listOf(data, 'approvals').map((item) => ({
    id: String(fieldOf(item, 'id')),
    tool: String(fieldOf(item, 'tool')),
    args: recordOf(fieldOf(item, 'args')),
    // On one line that the other side cannot draw on: a person consents to what it says.
    summary: exactLine(String(fieldOf(item, 'summary') ?? fieldOf(item, 'tool'))),
    ...askedByOf(fieldOf(item, 'askedBy')),
  }));
}

function askedByOf(value: unknown): Pick<Approval, 'askedBy'> {
  const [id, name] = [fieldOf(value, 'id'), fieldOf(value, 'name')];
  return typeof id === 'string' && typeof name === 'string'
    ? { askedBy: { id, name: oneLine(name, 60) } }
    : {};
}

function recordOf(value: unknown): Approval['args'] {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

function listOf(data: unknown, name: string): readonly unknown[] {
  const list = fieldOf(data, name);
  return Array.isArray(list) ? list : [];
}
