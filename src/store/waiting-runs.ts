import type { Kysely } from 'kysely';
import { decodeCursor, toPage } from '../kit/index.js';
import { refuseCursor } from '../plugin/index.js';
import type { WaitingRuns } from './run-types.js';
import type { Tables } from './tables.js';

/** Sessions whose last run waits, those that have waited longest first. */
export function createWaitingRuns(db: Kysely<Tables>): WaitingRuns {
  return async ({ owner, also }, limit, cursor) => {
    let query = db
      .selectFrom('core_runs as run')
      .innerJoin('core_sessions as session', (join) =>
        join
          .onRef('session.id', '=', 'run.session_id')
          // A later run has left an earlier one's wait behind.
          .onRef('session.run_count', '=', 'run.ordinal'),
      )
      .select(['run.id', 'run.session_id', 'session.owner', 'session.title'])
      .select('run.ended_at as since')
      .where('run.request', 'is not', null)
      .where('run.status', '=', 'interrupted')
      .where((where) =>
        where.or([
          where('session.owner', '=', owner),
          ...(also.length === 0 ? [] : [where('session.id', 'in', [...also])]),
        ]),
      );
    if (cursor !== undefined) {
      const [at, id] = decodeCursor(cursor, ['number', 'string']) ?? refuseCursor();
      query = query.where((where) =>
        where.or([
          where('run.ended_at', '>', at),
          where.and([where('run.ended_at', '=', at), where('run.id', '>', id)]),
        ]),
      );
    }
    const rows = await query
      .orderBy('run.ended_at')
      .orderBy('run.id')
      .limit(limit + 1)
      .execute();
    return toPage(
      rows,
      limit,
      ({ id, session_id: sessionId, owner: of, title, since }) => ({
        id,
        sessionId,
        owner: of,
        title,
        since: since ?? 0,
      }),
      ({ since, id }) => [since ?? 0, id],
    );
  };
}
