import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { prepareQuery, toPage } from '../kit/index.js';
import { type Clock, OracleError } from '../plugin/index.js';
import { branchSession } from './branch-session.js';
import {
  placeOf,
  readPlace,
  SESSION_COLUMNS,
  type StoredSession,
  sessionsFrom,
  toSession,
} from './session-rows.js';
import { searchSessions } from './session-search.js';
import type { Tables } from './tables.js';
import type { Sessions } from './types.js';

/** Sessions of all owners, each seen by its owner alone. */
export function createSessions(db: Kysely<Tables>, clock: Clock): Sessions {
  const byId = prepareQuery<{ id: string; owner: string }, StoredSession>((param) =>
    db
      .selectFrom('core_sessions')
      .select(SESSION_COLUMNS)
      .where('id', '=', param('id'))
      .where('owner', '=', param('owner')),
  );

  return {
    async create(owner, id = randomUUID()) {
      const now = clock.now();
      const row = {
        id,
        owner,
        title: null,
        created_at: now,
        updated_at: now,
        pinned: 0,
        archived: 0,
        parent_session: null,
        parent_message: null,
      };
      const created = await db
        .insertInto('core_sessions')
        .values({ ...row, run_count: 0, loaded_plugins: '[]', own_from: 0 })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (created.numInsertedOrUpdatedRows !== 1n) {
        throw new OracleError('conflict', {
          detail: 'A session with this id exists.',
          hint: 'Leave the id out to get a new one.',
        });
      }
      return toSession(row);
    },

    async get(owner, id) {
      const { rows } = await byId(db, { id, owner });
      return rows[0] === undefined ? undefined : toSession(rows[0]);
    },

    async list(owner, limit, cursor, archived = 'exclude') {
      const rows = await sessionsFrom(db, owner, archived, readPlace(cursor), limit + 1);
      return toPage(rows, limit, toSession, (row) => [...placeOf(row)]);
    },

    search: (owner, query, limit, cursor, archived = 'exclude') =>
      searchSessions(db, owner, query, archived, limit, cursor),

    async update(owner, id, { title, pinned, archived }) {
      const row = await db
        .updateTable('core_sessions')
        .set({
          // A statement must set something; the id stays as it is.
          id,
          ...(title === undefined ? {} : { title }),
          ...(pinned === undefined ? {} : { pinned: Number(pinned) }),
          ...(archived === undefined ? {} : { archived: Number(archived) }),
        })
        .where('id', '=', id)
        .where('owner', '=', owner)
        .returning(SESSION_COLUMNS)
        .executeTakeFirst();
      return row === undefined ? undefined : toSession(row);
    },

    branch: (owner, id, messageId) =>
      db.transaction().execute((trx) => branchSession(trx, { owner, id, messageId, now: clock.now() })),

    async delete(owner, id) {
      // Messages, runs, logs and checkpoints go by their foreign keys.
      const result = await db
        .deleteFrom('core_sessions')
        .where('id', '=', id)
        .where('owner', '=', owner)
        .executeTakeFirst();
      if (result.numDeletedRows === 0n) return false;
      // Who may choose ids must find none that an old share still leads to somebody else.
      await db.deleteFrom('core_shares').where('kind', '=', 'session').where('id', '=', id).execute();
      return true;
    },
  };
}
