import type { Kysely, Selectable } from 'kysely';
import { type Clock, OracleError } from '../plugin/index.js';
import type { PasskeyRow, Passkeys } from './passkey-types.js';
import type { Tables } from './tables.js';

/** So many devices has nobody; a script that makes more is a fault. */
const MOST_EACH = 20;

/** Passkeys of the owner and of people. */
export function createPasskeys(db: Kysely<Tables>, clock: Clock): Passkeys {
  return {
    async add({ id, did, rpId, publicKey, signCount, name, synced }) {
      const { count } = await db
        .selectFrom('core_passkeys')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('did', '=', did)
        .executeTakeFirstOrThrow();
      if (Number(count) >= MOST_EACH)
        throw new OracleError('conflict', {
          detail: `There are ${MOST_EACH} passkeys already.`,
          hint: 'Remove one that you no longer use.',
        });
      const row = {
        id,
        did,
        rp_id: rpId,
        public_key: publicKey,
        sign_count: signCount,
        name,
        synced: synced ? 1 : 0,
        created_at: clock.now(),
        last_used_at: null,
        last_used_from: null,
      };
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('core_passkeys')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (numInsertedOrUpdatedRows !== 1n)
        throw new OracleError('conflict', { detail: 'This passkey is known already.' });
      return toPasskey(row);
    },

    async find(id) {
      const row = await db.selectFrom('core_passkeys').selectAll().where('id', '=', id).executeTakeFirst();
      return row === undefined ? undefined : toPasskey(row);
    },

    async list(did) {
      const rows = await db
        .selectFrom('core_passkeys')
        .selectAll()
        .where('did', '=', did)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return rows.map(toPasskey);
    },

    async use(id, signCount, from) {
      // Compared by the database, so that of two who bring one count at once, one is let in.
      const { numUpdatedRows } = await db
        .updateTable('core_passkeys')
        .set({ sign_count: signCount, last_used_at: clock.now(), last_used_from: from ?? null })
        .where('id', '=', id)
        .where((where) =>
          signCount === 0 ? where('sign_count', '=', 0) : where('sign_count', '<', signCount),
        )
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    remove: (did, id) =>
      db.transaction().execute(async (trx) => {
        const row = await trx
          .deleteFrom('core_passkeys')
          .where('id', '=', id)
          .where('did', '=', did)
          .returningAll()
          .executeTakeFirst();
        if (row === undefined) return undefined;
        await trx.deleteFrom('core_login_sessions').where('passkey', '=', id).execute();
        return toPasskey(row);
      }),
  };
}

function toPasskey(row: Selectable<Tables['core_passkeys']>): PasskeyRow {
  return {
    id: row.id,
    did: row.did,
    rpId: row.rp_id,
    publicKey: row.public_key,
    signCount: row.sign_count,
    name: row.name,
    synced: row.synced === 1,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    lastUsedFrom: row.last_used_from,
  };
}
