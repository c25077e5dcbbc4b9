import { type Kysely, sql } from 'kysely';
import { prepareQuery } from '../kit/index.js';
import { type Clock, type Keys, OracleError, type SequencedEvent } from '../plugin/index.js';
import { charsOf } from '../plugin/up-to-chars.js';
import { activeRun } from './active-run.js';
import { addAudit } from './audit.js';
import { createCheckpointRows } from './checkpoint-rows.js';
import { addDecision } from './decisions.js';
import type { Database } from './dialect.js';
import { decodeEvents } from './event-log.js';
import { appending, createMessageRows, refuseKnownMessage } from './message-rows.js';
import { runLost, runMissing, waitOver } from './missing.js';
import { createRunLogRows, stretchOf } from './run-log-rows.js';
import { type StoredRun, selectRuns, toRunRow } from './run-rows.js';
import type { KeptRequest, Runs } from './run-types.js';
import { seal, unseal } from './seal.js';
import { createSent, SentBefore } from './sent.js';
import type { Tables } from './tables.js';
import { beginVariant } from './variants.js';
import { createWaitingRuns } from './waiting-runs.js';

/** Rows of a log that a reader who takes it piece by piece is read at once. */
const STRETCHES_AT_ONCE = 64;

/** Where a running run's log stands. */
interface LogHead {
  readonly sessionId: string;
  readonly ordinal: number;
  lastSeq: number;
}

export interface RunsDeps {
  readonly dialect: Database['dialect'];
  readonly clock: Clock;
  /** Of the core; seals the requests of runs that wait. */
  readonly keys: Keys;
  /** The process that works on the runs which it creates. */
  readonly instance: string;
  /** Tells other processes that there is something new of a run. */
  tell(runId: string, seq: number): void;
}

export function createRuns(db: Kysely<Tables>, deps: RunsDeps): Runs {
  const { clock, keys, instance, tell } = deps;
  /** Of runs that this process writes; saves a read per batch. */
  const heads = new Map<string, LogHead>();

  const messages = createMessageRows(db, deps.dialect);
  const logs = createRunLogRows(db, deps.dialect, () => heads.size);
  const checkpoints = createCheckpointRows(db);
  const sent = createSent(clock);
  const requestKey = () => keys.get('run-requests');

  const takeOrdinal = prepareQuery<
    { id: string; owner: string; now: number; title: string | null },
    { run_count: number }
  >((param) =>
    db
      .updateTable('core_sessions')
      .set((row) => ({
        run_count: row('run_count', '+', 1),
        updated_at: param('now'),
        title: row.fn.coalesce('title', sql<string | null>`cast(${param('title')} as text)`),
      }))
      .where('id', '=', param('id'))
      .where('owner', '=', param('owner'))
      .returning('run_count'),
  );
  const insertRun = prepareQuery<
    { id: string; session_id: string; ordinal: number; now: number; asker: string; api_key: string | null },
    { id: string }
  >((param) =>
    db
      .insertInto('core_runs')
      .values({
        id: param('id'),
        session_id: param('session_id'),
        ordinal: param('ordinal'),
        status: 'running',
        created_at: param('now'),
        ended_at: null,
        request: null,
        instance,
        cancel_at: null,
        asker: param('asker'),
        api_key: param('api_key'),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id'),
  );
  const endRun = prepareQuery<
    { id: string; status: string; now: number; request: string | null },
    { session_id: string; ordinal: number }
  >((param) =>
    db
      .updateTable('core_runs')
      .set({ status: param('status'), ended_at: param('now'), request: param('request') })
      .where('id', '=', param('id'))
      .where('status', '=', 'running')
      .where('instance', '=', instance)
      .returning(['session_id', 'ordinal']),
  );
  const touchSession = prepareQuery<{ id: string; now: number }, never>((param) =>
    db
      .updateTable('core_sessions')
      .set({ updated_at: param('now') })
      .where('id', '=', param('id')),
  );

  const newestRun = prepareQuery<{ sessionId: string; before: number }, StoredRun>((param) =>
    selectRuns(db)
      .where('run.session_id', '=', param('sessionId'))
      .orderBy('run.ordinal', 'desc')
      .limit(1)
      .offset(param('before')),
  );

  async function headOf(runId: string): Promise<LogHead> {
    const known = heads.get(runId);
    if (known !== undefined) return known;
    const row = await db
      .selectFrom('core_runs as run')
      .leftJoin('core_run_events as log', (join) =>
        join.onRef('log.session_id', '=', 'run.session_id').onRef('log.ordinal', '=', 'run.ordinal'),
      )
      .select(['run.session_id', 'run.ordinal'])
      .select((row) => row.fn.max('log.last_seq').as('last_seq'))
      .where('run.id', '=', runId)
      .groupBy(['run.session_id', 'run.ordinal'])
      .executeTakeFirst();
    if (row === undefined) throw runMissing();
    const head = { sessionId: row.session_id, ordinal: row.ordinal, lastSeq: row.last_seq ?? 0 };
    heads.set(runId, head);
    return head;
  }

  return {
    async create({ id, sessionId, owner, asker, apiKey, opening, answers, once = [], follows }) {
      const now = clock.now();
      const title = opening?.title ?? null;
      const open = async (trx: Kysely<Tables>) => {
        const { rows } = await takeOrdinal(trx, { id: sessionId, owner, now, title });
        const session = rows[0];
        if (session === undefined) {
          throw new OracleError('not_found', { detail: 'There is no such session of yours.' });
        }
        // After the session's row, which is held till the end: two that come at once see each other here.
        for (const key of once) await sent.claim(trx, sessionId, id, key);
        const inserted = await insertRun(trx, {
          id,
          session_id: sessionId,
          ordinal: session.run_count,
          now,
          asker: asker ?? owner,
          api_key: apiKey ?? null,
        });
        if (inserted.rows.length === 0)
          throw (
            (await activeRun(trx, sessionId)) ??
            new OracleError('conflict', { detail: 'A run with this id exists.' })
          );
        if (follows !== undefined) {
          const before = await newestRun(trx, { sessionId, before: 1 });
          const [waits] = before.rows;
          if (waits?.id !== follows.run || waits.status !== 'interrupted') throw waitOver();
          for (const { row, audit } of follows.decided) {
            await addDecision(trx, row);
            await addAudit(trx, audit, row.at);
          }
        }
        if (answers !== undefined) await beginVariant(trx, sessionId, answers, id);
        if (opening?.named === true) await refuseKnownMessage(trx, sessionId, opening.message.id);
        if (opening !== undefined) await messages.appendOne(trx, sessionId, opening.message, now);
        return session.run_count;
      };
      try {
        const ordinal = await appending(() => db.transaction().execute(open));
        heads.set(id, { sessionId, ordinal, lastSeq: 0 });
        return id;
      } catch (error) {
        if (error instanceof SentBefore) return error.runId;
        throw error;
      }
    },

    async get(owner, sessionId, id) {
      const row = await selectRuns(db)
        .where('run.id', '=', id)
        .where('run.session_id', '=', sessionId)
        .where('session.owner', '=', owner)
        .executeTakeFirst();
      return row === undefined ? undefined : toRunRow(row);
    },

    async last(sessionId, before = 0) {
      const [row] = (await newestRun(db, { sessionId, before })).rows;
      return row === undefined ? undefined : toRunRow(row);
    },

    async appendEvents(runId, events) {
      const head = await headOf(runId);
      const stretch = stretchOf(runId, events, head.lastSeq);
      if (stretch === undefined) return 0;
      const log = { session_id: head.sessionId, ordinal: head.ordinal };
      if (!(await logs.append(log, stretch, instance))) {
        heads.delete(runId);
        await headOf(runId); // throws when it is not there any more
        throw runLost();
      }
      head.lastSeq = stretch.last_seq;
      tell(runId, head.lastSeq);
      return Buffer.byteLength(stretch.json);
    },

    async events(runId, after, chars) {
      const run = await db
        .selectFrom('core_runs')
        .select(['session_id', 'ordinal', 'status'])
        .where('id', '=', runId)
        .executeTakeFirst();
      if (run === undefined) return undefined;
      const log = db
        .selectFrom('core_run_events')
        .where('session_id', '=', run.session_id)
        .where('ordinal', '=', run.ordinal);
      const later = log.select(['first_seq', 'json']).where('last_seq', '>', after).orderBy('first_seq');
      const all = chars === undefined;
      const stretches = await (all ? later : later.limit(STRETCHES_AT_ONCE)).execute();
      if (stretches.length > 0 || run.status === 'running') {
        if (all) return stretches.flatMap((row) => decodeEvents(row.json, row.first_seq, after));
        return firstOf(stretches, after, chars);
      }
      const kept = await log.select('first_seq').limit(1).executeTakeFirst();
      return kept === undefined ? undefined : [];
    },

    async finish(runId, status, keep, lastEvents = [], kept) {
      const now = clock.now();
      const request =
        kept === undefined ? null : seal(await requestKey(), Buffer.from(JSON.stringify(kept)), runId);
      const ended = await db.transaction().execute(async (trx) => {
        const { rows } = await endRun(trx, { id: runId, status, now, request });
        const run = rows[0];
        if (run === undefined) return false;
        await touchSession(trx, { id: run.session_id, now });
        await logs.close(trx, run, (before) => stretchOf(runId, lastEvents, before));
        if (run.ordinal > keep) await logs.dropUpTo(trx, run.session_id, run.ordinal - keep);
        return true;
      });
      heads.delete(runId);
      if (ended) tell(runId, lastEvents.at(-1)?.seq ?? 0);
      return ended;
    },

    waiting: createWaitingRuns(db),

    async request(runId) {
      const row = await db
        .selectFrom('core_runs')
        .select('request')
        .where('id', '=', runId)
        .executeTakeFirst();
      if (row?.request == null) return undefined;
      return JSON.parse(unseal(await requestKey(), row.request, runId).toString()) as KeptRequest;
    },

    async endWait(sessionId) {
      await checkpoints.forget(sessionId);
      await db
        .updateTable('core_runs')
        .set({ request: null })
        .where('session_id', '=', sessionId)
        .where('request', 'is not', null)
        .execute();
    },

    async cancelWait(runId) {
      const cancelled = await db
        .updateTable('core_runs')
        .set({ status: 'cancelled' })
        .where('id', '=', runId)
        .where('status', '=', 'interrupted')
        .returning('id')
        .executeTakeFirst();
      return cancelled !== undefined;
    },
  };
}

/** What the first stretches decode to that have so many characters, and all of these. */
function firstOf(
  stretches: readonly { readonly json: string; readonly first_seq: number }[],
  after: number,
  chars: number,
): SequencedEvent[] {
  const found: SequencedEvent[] = [];
  let left = chars;
  for (const { json, first_seq } of stretches) {
    for (const each of decodeEvents(json, first_seq, after)) {
      found.push(each);
      left -= charsOf(each.event);
      if (left < 0) return found;
    }
  }
  return found;
}
