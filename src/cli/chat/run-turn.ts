import type { CliIo } from '../io.js';
import { printFailure } from '../print-failure.js';
import { type ChatClient, fieldOf } from './client.js';
import { followRun } from './follow-run.js';
import type { Outcome, Renderer } from './renderer.js';

export interface Turn {
  readonly outcome: Outcome;
  /** What waits for a decision when the outcome is `interrupted`. */
  readonly approvals: readonly { readonly id: string; readonly summary: string }[];
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
      if (outcome !== undefined) return { outcome, approvals: approvalsOf(event.data) };
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
  const list = fieldOf(data, 'approvals');
  if (!Array.isArray(list)) return [];
  return list.map((item: unknown) => ({
    id: String(fieldOf(item, 'id')),
    summary: String(fieldOf(item, 'summary') ?? fieldOf(item, 'tool')),
  }));
}
