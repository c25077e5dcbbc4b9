import type { Kysely } from 'kysely';
import { prepareQuery } from '../kit/index.js';
import { type Clock, OracleError } from '../plugin/index.js';
import type { Tables } from './tables.js';
import type { DelegationRow, Ucans } from './types.js';
import { createUsedOnce } from './used-once.js';

const DELEGATIONS_PER_ISSUER = 100;
const SWEEP_EVERY_MS = 60_000;
/** A link counts until all clocks agree that it has expired: the most that they may differ, and a second. */
const REVOKED_AFTER_EXPIRY_MS = 61_000;

export function createUcans(db: Kysely<Tables>, clock: Clock): Ucans {
  const uses = createUsedOnce(db, clock, 'core_ucan_uses');
  /** By the number of links: each request asks, so each length is built once. */
  const revokedQueries = new Map<number, ReturnType<typeof prepareRevoked>>();
  function revokedAmong(count: number) {
    const query = revokedQueries.get(count) ?? prepareRevoked(db, count);
    revokedQueries.set(count, query);
    return query;
  }
  let sweptAt = Number.NEGATIVE_INFINITY;

  /** What has expired by itself is refused for that, and is forgotten. */
  async function sweep(): Promise<void> {
    const now = clock.now();
    if (now - sweptAt < SWEEP_EVERY_MS) return;
    sweptAt = now;
    await uses.sweep();
    await db.deleteFrom('core_delegations').where('expires_at', '<=', now).execute();
    await db
      .deleteFrom('core_ucan_revocations')
      .where('expires_at', '<=', now - REVOKED_AFTER_EXPIRY_MS)
      .execute();
  }

  return {
    async use(cid, expiresAt) {
      await sweep();
      return uses.use(cid, expiresAt);
    },

    async isRevoked(cids) {
      if (cids.length === 0) return false;
      const { rows } = await revokedAmong(cids.length)(db, Object.fromEntries(cids.entries()));
      return rows.length > 0;
    },

    async revoke({ cid, by, expiresAt }) {
      return db.transaction().execute(async (trx) => {
        const inserted = await trx
          .insertInto('core_ucan_revocations')
          .values({ cid, revoked_by: by, revoked_at: clock.now(), expires_at: expiresAt })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        await trx.deleteFrom('core_delegations').where('cid', '=', cid).execute();
        return inserted.numInsertedOrUpdatedRows === 1n;
      });
    },

    async saveDelegation({ cid, issuer, token, expiresAt }) {
      await sweep();
      const rows = await delegationsOf(db, issuer, clock.now());
      const known = rows.find((row) => row.cid === cid);
      if (known !== undefined) return known;
      if (rows.length >= DELEGATIONS_PER_ISSUER) {
        throw new OracleError('conflict', {
          detail: `There are ${DELEGATIONS_PER_ISSUER} delegations of this issuer already.`,
          hint: 'Revoke those that are no longer needed.',
        });
      }
      const row: DelegationRow = { cid, issuer, token, createdAt: clock.now(), expiresAt };
      await db
        .insertInto('core_delegations')
        .values({ cid, issuer, token, created_at: row.createdAt, expires_at: expiresAt })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return row;
    },

    delegations: (issuer) => delegationsOf(db, issuer, clock.now()),

    async delegationToken(cid) {
      const row = await db
        .selectFrom('core_delegations')
        .select('token')
        .where('cid', '=', cid)
        .executeTakeFirst();
      return row?.token;
    },
  };
}

function prepareRevoked(db: Kysely<Tables>, count: number) {
  return prepareQuery<Record<string, string>, { cid: string }>((param) =>
    db
      .selectFrom('core_ucan_revocations')
      .select('cid')
      .where(
        'cid',
        'in',
        Array.from({ length: count }, (_, index) => param(String(index)) ?? ''),
      )
      .limit(1),
  );
}

async function delegationsOf(db: Kysely<Tables>, issuer: string, now: number): Promise<DelegationRow[]> {
  const rows = await db
    .selectFrom('core_delegations')
    .selectAll()
    .where('issuer', '=', issuer)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .orderBy('created_at')
    .orderBy('cid')
    .execute();
  return rows.map((row) => ({
    cid: row.cid,
    issuer: row.issuer,
    token: row.token,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }));
}
