import { type ExpressionBuilder, sql } from 'kysely';
import type { Clock, RunStatus } from '../plugin/index.js';
import { databaseNow } from './database-now.js';
import type { Database } from './dialect.js';
import { selectRuns, toRunRow } from './run-rows.js';
import type { RunRow } from './run-types.js';
import type { Tables } from './tables.js';

/** How long a process keeps its runs without a word. */
const LEASE_MS = 30_000;
/** Rows of processes that ended without saying so are kept so long. */
const FORGET_AFTER_MS = 3_600_000;

/** Those that a principal asked for, by any credential, or one API key did. */
export type RunsOf = { readonly asker: string } | { readonly apiKey: string };

/** Whose a run is, seen from one process. */
export type RunStanding = 'own' | 'lost' | 'gone';

/** How far a run of any process has come. */
export interface RunProgress {
  readonly id: string;
  readonly status: RunStatus;
  /** Of its last stored event; 0 before the first. */
  readonly lastSeq: number;
}

/** The processes that serve this database, and whose each run is. */
export interface Instances {
  /** This process. */
  readonly own: string;
  /** How long a process keeps its runs without a word. */
  readonly leaseMs: number;
  /** No other process runs agents on this database. */
  readonly alone: boolean;
  /** This process keeps its runs for another lease; also the first time. */
  renew(): Promise<void>;
  /** This process has ended its runs. */
  leave(): Promise<void>;
  /** Running runs whose process is gone: its lease has lapsed. Oldest first. */
  orphans(): Promise<RunRow[]>;
  /** Makes an orphan a run of this process; false when it is none (any more). */
  takeOver(runId: string): Promise<boolean>;
  /** Makes a run that goes on one of this process, whosever it is; false when it does not go on, or was one before. */
  seize(runId: string): Promise<boolean>;
  /** Whether a run goes on as one of this process; `gone` with its session. */
  standing(runId: string): Promise<RunStanding>;
  /** Of the runs that go on as ones of this process: which, and whether others want them cancelled. */
  held(): Promise<ReadonlyMap<string, { readonly cancel: boolean }>>;
  /** Asks the process that works on a run to cancel it. */
  askToCancel(runId: string): Promise<void>;
  /** Whether somebody wants the run cancelled that goes on. */
  isCancelAsked(runId: string): Promise<boolean>;
  /** How many runs of a principal, or of an API key, other processes work on. */
  countElsewhere(whose: RunsOf): Promise<number>;
  /** Of those of the runs that are still there. */
  progress(runIds: readonly string[]): Promise<RunProgress[]>;
}

export function createInstances(
  { db, dialect }: Pick<Database, 'db' | 'dialect'>,
  { clock, own, alone }: { readonly clock: Clock; readonly own: string; readonly alone: boolean },
): Instances {
  const now = databaseNow(dialect, clock);
  const later = (ms: number) => sql<number>`${now()} + ${sql.lit(ms)}`;

  /** Of a run: its process is not there. */
  function orphaned(row: ExpressionBuilder<Tables & { run: Tables['core_runs'] }, 'run'>) {
    const other = row.or([row('run.instance', 'is', null), row('run.instance', '!=', own)]);
    if (alone) return other;
    const living = row
      .selectFrom('core_instances as living')
      .select('living.id')
      .whereRef('living.id', '=', 'run.instance')
      .where('living.lease_until', '>', now());
    return row.and([other, row.not(row.exists(living))]);
  }

  return {
    own,
    leaseMs: LEASE_MS,
    alone,

    async renew() {
      await db
        .insertInto('core_instances')
        .values({ id: own, since: clock.now(), lease_until: later(LEASE_MS) })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ lease_until: later(LEASE_MS) }))
        .execute();
      await db.deleteFrom('core_instances').where('lease_until', '<', later(-FORGET_AFTER_MS)).execute();
    },

    async leave() {
      await db.deleteFrom('core_instances').where('id', '=', own).execute();
    },

    async orphans() {
      const rows = await selectRuns(db)
        // A literal, not a parameter: only so can the partial index answer.
        .where('run.status', '=', sql.lit('running'))
        .where((row) => orphaned(row as never))
        .orderBy('run.created_at')
        .execute();
      return rows.map(toRunRow);
    },

    takeOver: (runId) =>
      db.transaction().execute(async (trx) => {
        // Its process may be renewing its lease just now: one of the two waits for the other, and then sees what it did.
        if (dialect === 'postgres') {
          await trx
            .selectFrom('core_instances')
            .select('id')
            .where('id', '=', (run) =>
              run.selectFrom('core_runs').select('instance').where('core_runs.id', '=', runId),
            )
            .forUpdate()
            .execute();
        }
        const taken = await trx
          .updateTable('core_runs as run')
          .set({ instance: own })
          .where('run.id', '=', runId)
          .where('run.status', '=', 'running')
          .where((row) => orphaned(row as never))
          .returning('id')
          .executeTakeFirst();
        return taken !== undefined;
      }),

    async seize(runId) {
      const seized = await db
        .updateTable('core_runs')
        .set({ instance: own })
        .where('id', '=', runId)
        .where('status', '=', sql.lit('running'))
        .where((run) => run.or([run('instance', 'is', null), run('instance', '!=', own)]))
        .returning('id')
        .executeTakeFirst();
      return seized !== undefined;
    },

    async standing(runId) {
      const run = await db
        .selectFrom('core_runs')
        .select(['status', 'instance'])
        .where('id', '=', runId)
        .executeTakeFirst();
      if (run === undefined) return 'gone';
      return run.status === 'running' && run.instance === own ? 'own' : 'lost';
    },

    async held() {
      const rows = await db
        .selectFrom('core_runs')
        .select(['id', 'cancel_at'])
        .where('status', '=', sql.lit('running'))
        .where('instance', '=', own)
        .execute();
      return new Map(rows.map(({ id, cancel_at }) => [id, { cancel: cancel_at !== null }]));
    },

    async askToCancel(runId) {
      await db.updateTable('core_runs').set({ cancel_at: now() }).where('id', '=', runId).execute();
    },

    async isCancelAsked(runId) {
      const row = await db
        .selectFrom('core_runs')
        .select('id')
        .where('id', '=', runId)
        .where('status', '=', sql.lit('running'))
        .where('cancel_at', 'is not', null)
        .executeTakeFirst();
      return row !== undefined;
    },

    async countElsewhere(whose) {
      const { count } = await db
        .selectFrom('core_runs as run')
        .innerJoin('core_instances as living', 'living.id', 'run.instance')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('run.status', '=', sql.lit('running'))
        .where((run) =>
          'asker' in whose ? run('run.asker', '=', whose.asker) : run('run.api_key', '=', whose.apiKey),
        )
        .where('run.instance', '!=', own)
        .where('living.lease_until', '>', now())
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    async progress(runIds) {
      if (runIds.length === 0) return [];
      const rows = await db
        .selectFrom('core_runs as run')
        .select(['run.id', 'run.status'])
        .select((row) =>
          row
            .selectFrom('core_run_events as log')
            .select((last) => last.fn.max('log.last_seq').as('seq'))
            .whereRef('log.session_id', '=', 'run.session_id')
            .whereRef('log.ordinal', '=', 'run.ordinal')
            .as('last_seq'),
        )
        .where('run.id', 'in', [...runIds])
        .execute();
      return rows.map(({ id, status, last_seq }) => ({
        id,
        status: status as RunStatus,
        lastSeq: last_seq ?? 0,
      }));
    },
  };
}
