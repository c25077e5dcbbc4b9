import type { PendingApproval, PendingCall } from 'oracle-runtime/client';
import { client } from '../app/oracle.js';
import { applyEvent } from './apply-event.js';
import { runsOf, type Turn } from './turns.js';

/** Runs whose events are looked up again when a thread is opened, for the data behind their answers. */
const RUNS_LOOKED_UP = 6;

/** What a run that has not ended waits for. */
export interface Waiting {
  readonly approvals: readonly PendingApproval[];
  readonly calls: readonly PendingCall[];
}

/** Tells turns the data behind their answers: the store keeps what a model read, the events all that a tool gave. */
export async function recallOutputs(
  sessionId: string,
  turns: () => readonly Turn[],
  but: string | undefined,
): Promise<void> {
  const runs = turns()
    .flatMap(runsOf)
    .filter((runId) => runId !== but);
  for (const runId of [...new Set(runs)].slice(-RUNS_LOOKED_UP).reverse()) {
    // A log that was dropped is missed by nobody.
    await recallRun(sessionId, runId, turns(), false).catch(() => undefined);
  }
}

/**
 * Tells the turn of a run again what its log holds.
 * @param open whether it is the last run, whose end still stands: what it waits for, or why it failed
 * @returns what it waits for, of one that is open and does
 */
export async function recallRun(
  sessionId: string,
  runId: string,
  turns: readonly Turn[],
  open: boolean,
): Promise<Waiting | undefined> {
  const turn = turns.findLast((each) => runsOf(each).includes(runId)) ?? turns.at(-1);
  if (turn === undefined) return undefined;
  let waiting: Waiting | undefined;
  for await (const event of client.follow(sessionId, runId)) {
    // What ran when the log was written has ended since, or waits.
    if (event.type === 'decided' || (event.type === 'tool_call' && event.status !== 'running')) {
      const known = turn.parts.value.some(({ kind, id }) => kind === 'call' && id === event.id);
      if (known) applyEvent(turn, event, new Set());
    } else if (event.type === 'artifact') applyEvent(turn, event, new Set());
    else if (event.type === 'error' && (open || runsOf(turn).at(-1) === runId))
      applyEvent(turn, event, new Set());
    else if (event.type === 'interrupted' && open) {
      applyEvent(turn, event, new Set());
      waiting = { approvals: event.approvals, calls: event.calls ?? [] };
    }
  }
  return waiting;
}
