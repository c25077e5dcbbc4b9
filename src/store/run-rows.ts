import type { Kysely, SelectQueryBuilder } from 'kysely';
import type { RunStatus } from '../plugin/index.js';
import type { RunRow } from './run-types.js';
import type { Tables } from './tables.js';

type RunsOfSessions = Tables & {
  readonly run: Tables['core_runs'];
  readonly session: Tables['core_sessions'];
};

export interface StoredRun {
  id: string;
  session_id: string;
  owner: string;
  status: string;
  created_at: number;
  ended_at: number | null;
}

/** Runs with their owners, to be read with {@link toRunRow}. */
export function selectRuns(
  db: Kysely<Tables>,
): SelectQueryBuilder<RunsOfSessions, 'run' | 'session', StoredRun> {
  return db
    .selectFrom('core_runs as run')
    .innerJoin('core_sessions as session', 'session.id', 'run.session_id')
    .select(['run.id', 'run.session_id', 'session.owner', 'run.status', 'run.created_at', 'run.ended_at']);
}

export function toRunRow(row: StoredRun): RunRow {
  return {
    id: row.id,
    sessionId: row.session_id,
    owner: row.owner,
    status: row.status as RunStatus,
    createdAt: row.created_at,
    endedAt: row.ended_at,
  };
}
