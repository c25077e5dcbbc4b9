import { isTerminal, OracleError, type SequencedEvent, type TerminalEvent } from '../plugin/index.js';
import type { Store } from '../store/types.js';
import type { Fleet } from './fleet.js';
import type { LiveRun } from './live-run.js';
import type { UnfinishedRuns } from './unfinished-runs.js';

/** Of a stored log, characters of words that are read at once. */
const PIECE_CHARS = 256 * 1024;

/** Where the events of a run are. */
export interface RunSources {
  readonly store: Pick<Store, 'runs' | 'instances'>;
  /** What this process works on in the session. */
  readonly live: LiveRun | undefined;
  readonly unfinished: Pick<UnfinishedRuns, 'finish' | 'endOf'>;
  readonly fleet: Pick<Fleet, 'events'>;
}

/** A run of a session, by whose the session is. */
export interface RunPlace {
  readonly owner: string;
  readonly sessionId: string;
  readonly runId: string;
  readonly after: number;
  readonly signal: AbortSignal;
}

/**
 * The events of a run with `seq > after`, whichever process works on it or has: live, from the log of another, or stored.
 * @throws OracleError `not_found`, or `gone` when the log of an old run was dropped
 */
export async function* followRun(
  { store, live, unfinished, fleet }: RunSources,
  { owner, sessionId, runId, after, signal }: RunPlace,
): AsyncGenerator<readonly SequencedEvent[]> {
  let cursor = after;
  if (live?.runId === runId && live.owner === owner) {
    for await (const batch of live.log.read(after, signal)) {
      cursor = batch.at(-1)?.seq ?? cursor;
      yield batch;
    }
    if (!live.log.lost) return;
  }
  // A store that takes nothing gives what it has.
  await unfinished.finish(sessionId).catch(() => undefined);
  const end = unfinished.endOf(sessionId, runId);
  const row = await store.runs.get(owner, sessionId, runId);
  if (row === undefined) throw new OracleError('not_found', { detail: 'There is no such run of yours.' });
  if (row.status === 'running' && end === undefined && !store.instances.alone) {
    yield* fleet.events(runId, cursor, signal);
    return;
  }
  // Piece by piece: what a slow reader has not taken is not kept for it.
  while (!signal.aborted) {
    const events = await store.runs.events(runId, cursor, PIECE_CHARS);
    if (events === undefined) {
      throw new OracleError('gone', {
        detail: 'The event log of this run is no longer kept.',
        hint: 'The messages of the session are still there.',
      });
    }
    const last = events.at(-1);
    if (last === undefined) {
      if (end !== undefined) yield* endAfter(store, runId, cursor, end);
      return;
    }
    yield events;
    if (isTerminal(last.event)) return;
    cursor = last.seq;
  }
}

/** The end that is not stored, as it will be: after the last event that is. */
async function* endAfter(
  store: Pick<Store, 'instances'>,
  runId: string,
  cursor: number,
  event: TerminalEvent,
): AsyncGenerator<readonly SequencedEvent[]> {
  const [run] = await store.instances.progress([runId]);
  if (run?.status === 'running' && run.lastSeq === cursor) yield [{ seq: cursor + 1, event }];
}
