import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Kysely } from 'kysely';
import { prepareQuery } from '../kit/index.js';
import { type Clock, OracleError } from '../plugin/index.js';
import type { Tables } from './tables.js';
import type { ApiKeyRow, ApiKeys } from './types.js';

const LAST_USED_EVERY_MS = 60_000;
const KEY_FORM = /^orc_([0-9a-f]{12})_[A-Za-z0-9_-]{43}$/;

/** API keys `orc_<id>_<256-bit secret, base64url>`; the database holds the SHA-256 of the whole. */
export function createApiKeys(db: Kysely<Tables>, clock: Clock): ApiKeys {
  // Asked on every request, so that a key is refused the moment any process revokes it.
  const selectValid = prepareQuery<{ id: string }, Tables['core_api_keys']>((param) =>
    db.selectFrom('core_api_keys').selectAll().where('id', '=', param('id')).where('revoked_at', 'is', null),
  );

  async function touch({ id, lastUsedAt }: ApiKeyRow): Promise<void> {
    const now = clock.now();
    if (lastUsedAt !== null && now - lastUsedAt < LAST_USED_EVERY_MS) return;
    await db.updateTable('core_api_keys').set({ last_used_at: now }).where('id', '=', id).execute();
  }

  return {
    async create({ name, scopes, did, expiresAt }) {
      const id = randomBytes(6).toString('hex');
      const secret = `orc_${id}_${randomBytes(32).toString('base64url')}`;
      const row: ApiKeyRow = {
        id,
        name,
        scopes: [...scopes],
        did: did ?? null,
        principal: did ?? ownPrincipal(id),
        createdAt: clock.now(),
        lastUsedAt: null,
        revokedAt: null,
        expiresAt: expiresAt ?? null,
      };
      const inserted = await db
        .insertInto('core_api_keys')
        .values({
          id,
          name,
          hash: digest(secret).toString('hex'),
          scopes: JSON.stringify(row.scopes),
          did: row.did,
          principal: row.principal,
          created_at: row.createdAt,
          last_used_at: null,
          revoked_at: null,
          expires_at: row.expiresAt,
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (inserted.numInsertedOrUpdatedRows !== 1n) {
        throw new OracleError('conflict', {
          detail: `There is a key named '${name}' already.`,
          hint: 'Choose another name, or revoke that key first.',
          errors: [{ field: 'name', message: 'taken' }],
        });
      }
      return { row, secret };
    },

    async find(secret) {
      const id = KEY_FORM.exec(secret)?.[1];
      if (id === undefined) return undefined;
      const [row] = (await selectValid(db, { id })).rows;
      if (row === undefined || !timingSafeEqual(Buffer.from(row.hash, 'hex'), digest(secret)))
        return undefined;
      const key = toKey(row);
      if (key.expiresAt !== null && key.expiresAt <= clock.now()) return undefined;
      await touch(key);
      return key;
    },

    async holds(name, at) {
      const row = await db
        .selectFrom('core_api_keys')
        .select('id')
        .where('name', '=', name)
        .where('created_at', '<=', at)
        .where('revoked_at', 'is', null)
        .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', clock.now())]))
        .executeTakeFirst();
      return row !== undefined;
    },

    async list() {
      const rows = await db
        .selectFrom('core_api_keys')
        .selectAll()
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return rows.map(toKey);
    },

    async revoke(idOrName) {
      const row = await db
        .updateTable('core_api_keys')
        .set({ revoked_at: clock.now() })
        .where('revoked_at', 'is', null)
        .where((where) => where.or([where('id', '=', idOrName), where('name', '=', idOrName)]))
        .returningAll()
        .executeTakeFirst();
      return row === undefined ? undefined : toKey(row);
    },
  };
}

/** Of a key that was made for nobody. */
const ownPrincipal = (id: string): string => `key:${id}`;

const digest = (secret: string): Buffer => createHash('sha256').update(secret).digest();

function toKey(row: Tables['core_api_keys']): ApiKeyRow {
  return {
    id: row.id,
    name: row.name,
    scopes: JSON.parse(row.scopes) as string[],
    did: row.did,
    principal: row.principal ?? ownPrincipal(row.id),
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
    expiresAt: row.expires_at,
  };
}
