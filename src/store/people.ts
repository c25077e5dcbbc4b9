import { type Kysely, type Selectable, sql } from 'kysely';
import { type Clock, OracleError } from '../plugin/index.js';
import type { Tables } from './tables.js';
import type { People, PersonRow } from './types.js';

const LAST_SEEN_EVERY_MS = 60_000;

/** People whom the owner has invited. Those who have left stay in the list, so that what they did keeps its name. */
export function createPeople(db: Kysely<Tables>, clock: Clock): People {
  /** Those who are neither ended nor past their time. */
  const living = () =>
    db
      .selectFrom('core_people')
      .selectAll()
      .where('ended_at', 'is', null)
      .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', clock.now())]));

  return {
    async add({ did, name, scopes, expiresAt }) {
      const row = {
        did,
        name,
        scopes: JSON.stringify(scopes),
        created_at: clock.now(),
        expires_at: expiresAt ?? null,
        last_seen_at: null,
        ended_at: null,
        link: null,
      };
      // Whose time is over leaves the name to others.
      await db
        .updateTable('core_people')
        .set((set) => ({ ended_at: set.ref('expires_at') }))
        .where('name', '=', name)
        .where('ended_at', 'is', null)
        .where('expires_at', '<=', clock.now())
        .execute();
      const inserted = await db
        .insertInto('core_people')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (inserted.numInsertedOrUpdatedRows !== 1n)
        throw new OracleError('conflict', {
          detail: `There is somebody named '${name}' already.`,
          hint: 'A fresh link for the same person: oracle people link <name>. For another one choose another name.',
          errors: [{ field: 'name', message: 'taken' }],
        });
      return toPerson(row);
    },

    async find(did) {
      const row = await living().where('did', '=', did).executeTakeFirst();
      return row === undefined ? undefined : toPerson(row);
    },

    async named(nameOrDid) {
      const row = await living()
        .where((where) => where.or([where('did', '=', nameOrDid), where('name', '=', nameOrDid)]))
        .executeTakeFirst();
      return row === undefined ? undefined : toPerson(row);
    },

    async setLink(did, link) {
      await db.updateTable('core_people').set({ link }).where('did', '=', did).execute();
    },

    async seen({ did, lastSeenAt }) {
      const now = clock.now();
      if (lastSeenAt !== null && now - lastSeenAt < LAST_SEEN_EVERY_MS) return;
      await db.updateTable('core_people').set({ last_seen_at: now }).where('did', '=', did).execute();
    },

    async list() {
      const rows = await db
        .selectFrom('core_people')
        .selectAll()
        .orderBy('created_at')
        .orderBy('did')
        .execute();
      return rows.map(toPerson);
    },

    end: (nameOrDid) =>
      db.transaction().execute(async (trx) => {
        const now = clock.now();
        const row = await trx
          .updateTable('core_people')
          .set({ ended_at: now })
          .where('ended_at', 'is', null)
          .where((where) => where.or([where('did', '=', nameOrDid), where('name', '=', nameOrDid)]))
          .returningAll()
          .executeTakeFirst();
        if (row === undefined) return undefined;
        await trx.deleteFrom('core_login_sessions').where('did', '=', row.did).execute();
        await trx.deleteFrom('core_passkeys').where('did', '=', row.did).execute();
        await trx
          .updateTable('core_api_keys')
          .set({ revoked_at: now })
          .where(sql.ref('did'), '=', row.did)
          .where('revoked_at', 'is', null)
          .execute();
        return toPerson(row);
      }),
  };
}

function toPerson(row: Selectable<Tables['core_people']>): PersonRow {
  return {
    did: row.did,
    name: row.name,
    scopes: JSON.parse(row.scopes) as string[],
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastSeenAt: row.last_seen_at,
    endedAt: row.ended_at,
    link: row.link,
  };
}
