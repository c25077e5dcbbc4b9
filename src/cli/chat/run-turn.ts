import { oneLine } from '../../kit/one-line.js';
import { printable } from '../../kit/printable.js';
import type { CliIo } from '../io.js';
import { printFailure } from '../print-failure.js';
import { type ChatClient, fieldOf } from './client.js';
import { followRun } from './follow-run.js';
import type { Outcome, Renderer } from './renderer.js';

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
      io.exit(130);
      return;
    }
    renderer.note('Cancelling. Press Ctrl-C again to leave.');
    client.abort(sessionId).catch((error: unknown) => printFailure(error, io.stderr));
  });
  renderer.begin();
  try {
    const events = followRun({
      client,
      sessionId,
      open,
      signal: leaving.signal,
      onReconnect: (attempt) => {
        if (attempt === 1) renderer.note('The connection dropped; rejoining the run.');
      },
    });
    for await (const event of events) {
      renderer.show(event);
      const outcome = outcomeOf(event.event);
      if (outcome === undefined) continue;
      const calls = listOf(event.data, 'calls').map((call) => printable(String(fieldOf(call, 'name'))));
      if (calls.length > 0)
        renderer.note(`This client cannot run ${calls.join(', ')}. Send a message to go on without.`);
      return { outcome, approvals: approvalsOf(event.data) };
    }
    return { outcome: 'error', approvals: [] };
  } finally {
    stopListening();
    renderer.finish();
  }
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
    summary: oneLine(String(fieldOf(item, 'summary') ?? fieldOf(item, 'tool')), 300),
  }));
}

function recordOf(value: unknown): Approval['args'] {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

function listOf(data: unknown, name: string): readonly unknown[] {
  const list = fieldOf(data, name);
  return Array.isArray(list) ? list : [];
}
