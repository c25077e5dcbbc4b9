import { type Kysely, sql } from 'kysely';
import { prepareQuery } from '../kit/index.js';
import type { SequencedEvent } from '../plugin/index.js';
import { type Append, appendTogether, type LogKey, type Stretch } from './append-together.js';
import type { Database } from './dialect.js';
import { encodeEvents, joinStretches } from './event-log.js';
import type { Tables } from './tables.js';

type EventsRow = Tables['core_run_events'];

/** The logs of runs as rows: one a batch of events while the run goes on, one in all once it has ended. */
export interface RunLogRows {
  /**
   * Appends while that process works on the run; false when it does not any more. Doing it again changes nothing. On SQLite
   * what comes at about the same time, of all runs, is one commit.
   */
  append(log: LogKey, stretch: Stretch, instance: string): Promise<boolean>;
  /** Makes one row of what is stored and of what `rest` gives to follow the last stored event. */
  close(trx: Kysely<Tables>, log: LogKey, rest: (before: number) => Stretch | undefined): Promise<void>;
  /** Drops the logs of the session's runs up to that ordinal. */
  dropUpTo(trx: Kysely<Tables>, sessionId: string, ordinal: number): Promise<void>;
}

/**
 * @param dialect PostgreSQL holds the run's row, so that who takes the run over comes before the events or after them
 * @param live runs that this process works on
 */
export function createRunLogRows(
  db: Kysely<Tables>,
  dialect: Database['dialect'],
  live: () => number,
): RunLogRows {
  const worked = () =>
    db.selectFrom('core_runs as run').$if(dialect === 'postgres', (query) => query.forShare());
  const appendEvents = prepareQuery<EventsRow & { instance: string }, Pick<EventsRow, 'first_seq'>>((param) =>
    db
      .insertInto('core_run_events')
      .columns(['session_id', 'ordinal', 'first_seq', 'last_seq', 'json'])
      .expression(
        worked()
          .select(['run.session_id', 'run.ordinal'])
          .select([
            sql<number>`cast(${param('first_seq')} as bigint)`.as('first_seq'),
            sql<number>`cast(${param('last_seq')} as bigint)`.as('last_seq'),
            sql<string>`cast(${param('json')} as text)`.as('json'),
          ])
          .where('run.session_id', '=', param('session_id'))
          .where('run.ordinal', '=', param('ordinal'))
          .where('run.status', '=', 'running')
          .where('run.instance', '=', param('instance')),
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning('first_seq'),
  );
  const storedBefore = prepareQuery<
    LogKey & { first_seq: number; instance: string },
    Pick<EventsRow, 'first_seq'>
  >((param) =>
    db
      .selectFrom('core_run_events as log')
      .innerJoin('core_runs as run', (join) =>
        join.onRef('run.session_id', '=', 'log.session_id').onRef('run.ordinal', '=', 'log.ordinal'),
      )
      .select('log.first_seq')
      .where('log.session_id', '=', param('session_id'))
      .where('log.ordinal', '=', param('ordinal'))
      .where('log.first_seq', '=', param('first_seq'))
      .where('run.status', '=', 'running')
      .where('run.instance', '=', param('instance')),
  );
  const stretchesOf = prepareQuery<LogKey, Stretch>((param) =>
    db
      .selectFrom('core_run_events')
      .select(['first_seq', 'last_seq', 'json'])
      .where('session_id', '=', param('session_id'))
      .where('ordinal', '=', param('ordinal'))
      .orderBy('first_seq'),
  );
  const dropLogs = prepareQuery<{ session_id: string; newest: number }, never>((param) =>
    db
      .deleteFrom('core_run_events')
      .where('session_id', '=', param('session_id'))
      .where('ordinal', '<=', param('newest')),
  );
  const insertEvents = prepareQuery<EventsRow, never>((param) =>
    db.insertInto('core_run_events').values({
      session_id: param('session_id'),
      ordinal: param('ordinal'),
      first_seq: param('first_seq'),
      last_seq: param('last_seq'),
      json: param('json'),
    }),
  );
  const dropStretches = prepareQuery<Omit<EventsRow, 'last_seq' | 'json'>, never>((param) =>
    db
      .deleteFrom('core_run_events')
      .where('session_id', '=', param('session_id'))
      .where('ordinal', '=', param('ordinal'))
      .where('first_seq', '>', param('first_seq')),
  );
  const replaceStretch = prepareQuery<EventsRow, never>((param) =>
    db
      .updateTable('core_run_events')
      .set({ last_seq: param('last_seq'), json: param('json') })
      .where('session_id', '=', param('session_id'))
      .where('ordinal', '=', param('ordinal'))
      .where('first_seq', '=', param('first_seq')),
  );

  async function appendOne({ log, stretch, instance }: Append): Promise<boolean> {
    const { rows } = await appendEvents(db, { ...log, ...stretch, instance });
    if (rows.length > 0) return true;
    // An answer of the database that was lost on its way: the events are there.
    const { first_seq } = stretch;
    return (await storedBefore(db, { ...log, first_seq, instance })).rows.length > 0;
  }
  const append = dialect === 'sqlite' ? appendTogether(db, appendOne, live) : appendOne;

  return {
    append: (log, stretch, instance) => append({ log, stretch, instance }),

    async close(trx, log, rest) {
      const stored = (await stretchesOf(trx, log)).rows;
      const unstored = rest(stored.at(-1)?.last_seq ?? 0);
      const [first] = stored;
      const last = unstored ?? stored.at(-1);
      if (first === undefined) {
        if (unstored !== undefined) await insertEvents(trx, { ...log, ...unstored });
        return;
      }
      if (last === undefined || last === first) return;
      const { first_seq } = first;
      if (stored.length > 1) await dropStretches(trx, { ...log, first_seq });
      const all = unstored === undefined ? stored : [...stored, unstored];
      const json = joinStretches(all.map((stretch) => stretch.json));
      await replaceStretch(trx, { ...log, first_seq, last_seq: last.last_seq, json });
    },

    async dropUpTo(trx, sessionId, ordinal) {
      await dropLogs(trx, { session_id: sessionId, newest: ordinal });
    },
  };
}

/** Events that follow event `before` as a stretch of the log; undefined when there are none. */
export function stretchOf(
  runId: string,
  events: readonly SequencedEvent[],
  before: number,
): Stretch | undefined {
  const [first] = events;
  const last = events.at(-1);
  if (first === undefined || last === undefined) return undefined;
  if (first.seq !== before + 1) {
    throw new Error(`Event ${first.seq} of run ${runId} does not follow event ${before}`);
  }
  return { first_seq: first.seq, last_seq: last.seq, json: encodeEvents(events) };
}
