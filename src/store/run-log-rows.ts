import type { Kysely } from 'kysely';
import { prepareQuery } from '../kit/index.js';
import type { SequencedEvent } from '../plugin/index.js';
import { encodeEvents, joinStretches } from './event-log.js';
import type { Tables } from './tables.js';

type EventsRow = Tables['core_run_events'];
/** A row of a run's log: consecutive events. */
type Stretch = Pick<EventsRow, 'first_seq' | 'last_seq' | 'json'>;
/** Which run's log. */
type LogKey = Pick<EventsRow, 'session_id' | 'ordinal'>;

/** The logs of runs as rows: one a batch of events while the run goes on, one in all once it has ended. */
export interface RunLogRows {
  append(db: Kysely<Tables>, log: LogKey, stretch: Stretch): Promise<void>;
  /** Makes one row of what is stored and of what `rest` gives to follow the last stored event. */
  close(trx: Kysely<Tables>, log: LogKey, rest: (before: number) => Stretch | undefined): Promise<void>;
  /** Drops the logs of the session's runs up to that ordinal. */
  dropUpTo(trx: Kysely<Tables>, sessionId: string, ordinal: number): Promise<void>;
}

export function createRunLogRows(db: Kysely<Tables>): RunLogRows {
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

  return {
    async append(db, log, stretch) {
      await insertEvents(db, { ...log, ...stretch });
    },

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
