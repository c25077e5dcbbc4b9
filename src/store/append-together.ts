import { type Kysely, sql } from 'kysely';
import { prepareQuery } from '../kit/index.js';
import { OracleError } from '../plugin/index.js';
import type { Tables } from './tables.js';

type EventsRow = Tables['core_run_events'];
/** A row of a run's log: consecutive events. */
export type Stretch = Pick<EventsRow, 'first_seq' | 'last_seq' | 'json'>;
/** Which run's log. */
export type LogKey = Pick<EventsRow, 'session_id' | 'ordinal'>;

/** Consecutive events of a run that a process works on. */
export interface Append {
  readonly log: LogKey;
  readonly stretch: Stretch;
  readonly instance: string;
}

/** What is appended waits so long for each answer that goes on, so that the more there are, the more share a commit. */
const HOLD_MS_PER_RUN = 1 / 4;
const LONGEST_HOLD_MS = 25;
/** Text that is longer is quicker by itself than as text within text. */
const LARGE_CHARS = 16_384;

interface Waiting extends Append {
  resolve(appended: boolean | Promise<boolean>): void;
  reject(error: unknown): void;
}

/**
 * Appends to the logs of all runs, on SQLite: what is asked for within one turn of the event loop, or some milliseconds
 * where many answers go on, is one statement and one commit. A commit takes several times what a row does, and blocks the
 * process.
 *
 * @param appendOne does the same for one; false when the process does not work on the run any more
 * @param live answers that go on
 */
export function appendTogether(
  db: Kysely<Tables>,
  appendOne: (append: Append) => Promise<boolean>,
  live: () => number,
): (append: Append) => Promise<boolean> {
  let waiting: Waiting[] = [];
  const insertAll = prepareQuery<{ rows: string }, never>((param) => ({
    compile: () =>
      sql<never>`
        insert into core_run_events (session_id, ordinal, first_seq, last_seq, json)
        select run.session_id, run.ordinal, each.value ->> 2, each.value ->> 3, each.value ->> 4
        from json_each(${param('rows')}) as each
        cross join core_runs as run on run.session_id = each.value ->> 0 and run.ordinal = each.value ->> 1
        where run.status = 'running' and run.instance = each.value ->> 5
        on conflict do nothing`.compile(db),
  }));

  async function flush(): Promise<void> {
    const all = waiting;
    waiting = [];
    let stored = 0n;
    if (all.length > 1) {
      try {
        const rows = all.map(({ log, stretch, instance }) => [
          log.session_id,
          log.ordinal,
          stretch.first_seq,
          stretch.last_seq,
          stretch.json,
          instance,
        ]);
        stored = (await insertAll(db, { rows: JSON.stringify(rows) })).numAffectedRows ?? 0n;
      } catch (error) {
        // A database that is held by another process would be waited for once for each.
        if (OracleError.isInstance(error) && error.code === 'unavailable') {
          for (const { reject } of all) reject(error);
          return;
        }
      }
    }
    // By itself: what is alone, and each of those of which one was not appended or failed. Which of them it was is not
    // asked, because naming each row costs more than appending it: to append once more changes nothing.
    const whole = stored === BigInt(all.length);
    for (const each of all) each.resolve(whole || appendOne(each));
  }

  return (append) => {
    if (append.stretch.json.length > LARGE_CHARS) return appendOne(append);
    return new Promise((resolve, reject) => {
      waiting.push({ ...append, resolve, reject });
      if (waiting.length > 1) return;
      const hold = Math.min(LONGEST_HOLD_MS, HOLD_MS_PER_RUN * live());
      if (hold < 1) setImmediate(() => void flush());
      else setTimeout(() => void flush(), hold);
    });
  };
}
