import { type Kysely, type Selectable, sql } from 'kysely';
import { type Clock, OracleError } from '../plugin/index.js';
import type { Tables } from './tables.js';
import type { LinkBinding, LinkRow, Links } from './types.js';

/** Accounts from outside and the DIDs that they are linked to; of codes only the digest is stored. */
export function createLinks(db: Kysely<Tables>, clock: Clock): Links {
  return {
    async offer(hash, { did, linkedAs, scopes }, expiresAt) {
      const row = { hash, linked_as: linkedAs, scopes: JSON.stringify(scopes), expires_at: expiresAt };
      await db.deleteFrom('core_link_codes').where('expires_at', '<=', clock.now()).execute();
      await db
        .insertInto('core_link_codes')
        .values({ did, ...row })
        .onConflict((conflict) => conflict.column('did').doUpdateSet(row))
        .execute();
    },

    redeem(hash, account, name) {
      return db.transaction().execute(async (trx) => {
        // Taken before all else: of two that bring one code at once, one gets it.
        const code = await trx
          .deleteFrom('core_link_codes')
          .where('hash', '=', hash)
          .where('expires_at', '>', clock.now())
          .returning(['did', 'linked_as', 'scopes'])
          .executeTakeFirst();
        if (code === undefined) return undefined;
        const row = { ...code, name, created_at: clock.now() };
        const linked = await trx
          .insertInto('core_links')
          .values({ account, ...row })
          .onConflict((conflict) =>
            conflict.column('account').doUpdateSet(row).where('core_links.did', '=', code.did),
          )
          .returning('account')
          .executeTakeFirst();
        if (linked === undefined) throw linkedElsewhere();
        await trx.deleteFrom('core_link_attempts').where('account', '=', account).execute();
        return toLink({ account, ...row });
      });
    },

    async offered() {
      const rows = await db
        .selectFrom('core_link_codes')
        .select('hash')
        .where('expires_at', '>', clock.now())
        .execute();
      return rows.map(({ hash }) => hash);
    },

    async withdraw(hash) {
      const { numDeletedRows } = await db
        .deleteFrom('core_link_codes')
        .where('hash', '=', hash)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    async find(account) {
      const row = await db
        .selectFrom('core_links')
        .selectAll()
        .where('account', '=', account)
        .executeTakeFirst();
      return row === undefined ? undefined : toLink(row);
    },

    async list(did) {
      const rows = await db
        .selectFrom('core_links')
        .selectAll()
        .where('did', '=', did)
        .orderBy('created_at')
        .orderBy('account')
        .execute();
      return rows.map(toLink);
    },

    async remove(account, did) {
      let query = db.deleteFrom('core_links').where('account', '=', account);
      if (did !== undefined) query = query.where('did', '=', did);
      const row = await query.returningAll().executeTakeFirst();
      return row === undefined ? undefined : toLink(row);
    },

    async attempt(account, windowMs) {
      const now = clock.now();
      const endsAt = now + windowMs;
      await db.deleteFrom('core_link_attempts').where('ends_at', '<=', now).execute();
      const row = await db
        .insertInto('core_link_attempts')
        .values({ account, count: 1, ends_at: endsAt })
        .onConflict((conflict) =>
          conflict.column('account').doUpdateSet({ count: sql<number>`core_link_attempts.count + 1` }),
        )
        .returning(['count', 'ends_at'])
        .executeTakeFirstOrThrow();
      return { count: Number(row.count), endsAt: row.ends_at };
    },
  };
}

function linkedElsewhere(): OracleError {
  return new OracleError('conflict', {
    detail: 'This account is linked to somebody else.',
    hint: 'Unlink it first; the code stays good until then.',
  });
}

function toLink({ linked_as, scopes, created_at, ...row }: Selectable<Tables['core_links']>): LinkRow {
  return {
    ...row,
    linkedAs: linked_as as LinkBinding['linkedAs'],
    scopes: JSON.parse(scopes) as string[],
    createdAt: created_at,
  };
}
