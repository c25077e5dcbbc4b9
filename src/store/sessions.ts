import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { decodeCursor, prepareQuery, toPage } from '../kit/index.js';
import { type Clock, OracleError, refuseCursor } from '../plugin/index.js';
import type { Tables } from './tables.js';
import type { SessionRow, Sessions } from './types.js';

const COLUMNS = ['id', 'owner', 'title', 'created_at', 'updated_at'] as const;

/** Sessions of all owners, each seen by its owner alone. */
export function createSessions(db: Kysely<Tables>, clock: Clock): Sessions {
  const byId = prepareQuery<
    { id: string; owner: string },
    Pick<Tables['core_sessions'], (typeof COLUMNS)[number]>
  >((param) =>
    db
      .selectFrom('core_sessions')
      .select(COLUMNS)
      .where('id', '=', param('id'))
      .where('owner', '=', param('owner')),
  );

  return {
    async create(owner, id = randomUUID()) {
      const now = clock.now();
      const created = await db
        .insertInto('core_sessions')
        .values({
          id,
          owner,
          title: null,
          created_at: now,
          updated_at: now,
          run_count: 0,
          loaded_plugins: '[]',
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (created.numInsertedOrUpdatedRows !== 1n) {
        throw new OracleError('conflict', {
          detail: 'A session with this id exists.',
          hint: 'Leave the id out to get a new one.',
        });
      }
      return { id, owner, title: null, createdAt: now, updatedAt: now };
    },

    async get(owner, id) {
      const { rows } = await byId(db, { id, owner });
      return rows[0] === undefined ? undefined : toSession(rows[0]);
    },

    async list(owner, limit, cursor) {
      let query = db.selectFrom('core_sessions').select(COLUMNS).where('owner', '=', owner);
      if (cursor !== undefined) {
        const [updatedAt, id] = decodeCursor(cursor, ['number', 'string']) ?? refuseCursor();
        query = query.where((where) =>
          where.or([
            where('updated_at', '<', updatedAt),
            where.and([where('updated_at', '=', updatedAt), where('id', '<', id)]),
          ]),
        );
      }
      const rows = await query
        .orderBy('updated_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute();
      return toPage(rows, limit, toSession, (row) => [row.updated_at, row.id]);
    },

    async setTitle(id, title) {
      await db.updateTable('core_sessions').set({ title }).where('id', '=', id).execute();
    },

    async delete(owner, id) {
      // Messages, runs, logs and checkpoints go by their foreign keys.
      const result = await db
        .deleteFrom('core_sessions')
        .where('id', '=', id)
        .where('owner', '=', owner)
        .executeTakeFirst();
      return result.numDeletedRows > 0n;
    },
  };
}

function toSession(row: Pick<Tables['core_sessions'], (typeof COLUMNS)[number]>): SessionRow {
  return {
    id: row.id,
    owner: row.owner,
    title: row.title,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
