import type { ExpressionBuilder, Kysely } from 'kysely';
import type { Tables } from './tables.js';
import type { Erasure, Forgettable } from './types.js';

/** Erases conversations of any owner: their messages, runs, logs and checkpoints go by their foreign keys. */
export function createErasure(db: Kysely<Tables>): Erasure {
  return {
    async count(which) {
      const row = await db
        .selectFrom('core_sessions')
        .select(({ fn, selectFrom }) => [
          fn.countAll<number>().as('sessions'),
          fn.max('updated_at').as('last'),
          selectFrom('core_runs')
            .select((run) => run.fn.countAll<number>().as('count'))
            .where('session_id', 'in', selectFrom('core_sessions').select('id').where(isOf(which)))
            .as('runs'),
          selectFrom('core_messages')
            .select((message) => message.fn.countAll<number>().as('count'))
            .where('session_id', 'in', selectFrom('core_sessions').select('id').where(isOf(which)))
            .as('messages'),
        ])
        .where(isOf(which))
        .executeTakeFirstOrThrow();
      return {
        sessions: Number(row.sessions),
        runs: Number(row.runs),
        messages: Number(row.messages),
        lastUsedAt: row.last,
      };
    },

    erase: (which, limit) =>
      db.transaction().execute(async (trx) => {
        const chosen = await trx
          .selectFrom('core_sessions')
          .select('id')
          .where(isOf(which))
          .where(isQuiet)
          .limit(limit)
          .execute();
        const ids = chosen.map(({ id }) => id);
        if (ids.length === 0) return { sessions: 0, runs: 0, messages: 0 };
        const countOf = async (table: 'core_runs' | 'core_messages') => {
          const row = await trx
            .selectFrom(table)
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .where('session_id', 'in', ids)
            .executeTakeFirstOrThrow();
          return Number(row.count);
        };
        const runs = await countOf('core_runs');
        const messages = await countOf('core_messages');
        // Asked again: somebody may have come back meanwhile.
        const erased = await trx
          .deleteFrom('core_sessions')
          .where('id', 'in', ids)
          .where(isOf(which))
          .where(isQuiet)
          .returning('id')
          .execute();
        if (erased.length > 0)
          await trx
            .deleteFrom('core_shares')
            .where('kind', '=', 'session')
            .where(
              'id',
              'in',
              erased.map(({ id }) => id),
            )
            .execute();
        return { sessions: erased.length, runs, messages };
      }),
  };
}

type SessionWhere = ExpressionBuilder<Tables, 'core_sessions'>;

const isOf = (which: Forgettable) => (where: SessionWhere) => {
  if ('session' in which) return where('core_sessions.id', '=', which.session);
  if ('owner' in which) return where('core_sessions.owner', '=', which.owner);
  return where('core_sessions.updated_at', '<', which.untouchedSince);
};

/** No answer is under way in it. */
const isQuiet = ({ not, exists, selectFrom }: SessionWhere) =>
  not(
    exists(
      selectFrom('core_runs')
        .select('core_runs.id')
        .whereRef('core_runs.session_id', '=', 'core_sessions.id')
        .where('core_runs.status', '=', 'running'),
    ),
  );
