import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Kysely } from 'kysely';
import { prepareQuery, sha256Hex } from '../kit/index.js';
import { type Clock, OracleError } from '../plugin/index.js';
import type { Tables } from './tables.js';
import type { ApiKeyRow, ApiKeys } from './types.js';

const LAST_USED_EVERY_MS = 60_000;
const KEY_FORM = /^orc_([0-9a-f]{12})_[A-Za-z0-9_-]{43}$/;

/** A key with the end of the person that it was made for; null for a person without one, and for whom nobody invited. */
type KeyAndPerson = Tables['core_api_keys'] & {
  readonly ended_at: number | null;
  readonly person_until: number | null;
};

/** API keys `orc_<id>_<256-bit secret, base64url>`; the database holds the SHA-256 of the whole. */
export function createApiKeys(db: Kysely<Tables>, clock: Clock): ApiKeys {
  // Asked on every request, so that a key is refused the moment any process revokes it.
  const selectUnrevoked = prepareQuery<{ id: string }, KeyAndPerson>((param) =>
    db
      .selectFrom('core_api_keys as key')
      .leftJoin('core_people as person', 'person.did', 'key.did')
      .selectAll('key')
      .select(['person.ended_at', 'person.expires_at as person_until'])
      .where('key.id', '=', param('id'))
      .where('key.revoked_at', 'is', null),
  );

  /** The key, when it holds now. */
  async function valid(id: string): Promise<Tables['core_api_keys'] | undefined> {
    const [row] = (await selectUnrevoked(db, { id })).rows;
    if (row === undefined || row.ended_at !== null) return undefined;
    const ends = [row.expires_at, row.person_until].filter((end) => end !== null);
    return ends.some((end) => end <= clock.now()) ? undefined : row;
  }

  async function touch({ id, lastUsedAt }: ApiKeyRow, address: string | undefined): Promise<void> {
    const now = clock.now();
    if (lastUsedAt !== null && now - lastUsedAt < LAST_USED_EVERY_MS) return;
    await db
      .updateTable('core_api_keys')
      .set({ last_used_at: now, last_used_from: address ?? null })
      .where('id', '=', id)
      .execute();
  }

  return {
    async create({ name, scopes, did, expiresAt, perMinute, runsAtOnce }) {
      const id = randomBytes(6).toString('hex');
      const secret = newSecret(id);
      const row: ApiKeyRow = {
        id,
        name,
        scopes: [...scopes],
        did: did ?? null,
        principal: did ?? ownPrincipal(id),
        createdAt: clock.now(),
        lastUsedAt: null,
        lastUsedFrom: null,
        rotatedAt: null,
        previousUntil: null,
        revokedAt: null,
        expiresAt: expiresAt ?? null,
        perMinute: perMinute ?? null,
        runsAtOnce: runsAtOnce ?? null,
      };
      const inserted = await db
        .insertInto('core_api_keys')
        .values({
          id,
          name,
          hash: sha256Hex(secret),
          scopes: JSON.stringify(row.scopes),
          did: row.did,
          principal: row.principal,
          created_at: row.createdAt,
          last_used_at: null,
          last_used_from: null,
          rotated_at: null,
          previous_hash: null,
          previous_until: null,
          revoked_at: null,
          expires_at: row.expiresAt,
          per_minute: row.perMinute,
          runs_at_once: row.runsAtOnce,
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

    async find(secret, address) {
      const id = KEY_FORM.exec(secret)?.[1];
      if (id === undefined) return undefined;
      const row = await valid(id);
      if (row === undefined || !opens(row, sha256Hex(secret), clock.now())) return undefined;
      const key = toKey(row);
      await touch(key, address);
      return key;
    },

    async rotate(id, graceMs) {
      const secret = newSecret(id);
      const now = clock.now();
      const row = await db
        .updateTable('core_api_keys')
        .set((set) => ({
          hash: sha256Hex(secret),
          rotated_at: now,
          previous_hash: graceMs > 0 ? set.ref('hash') : null,
          previous_until: graceMs > 0 ? now + graceMs : null,
        }))
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
        .returningAll()
        .executeTakeFirst();
      return row === undefined ? undefined : { row: toKey(row), secret };
    },

    holds: async (id) => (await valid(id)) !== undefined,

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

const newSecret = (id: string): string => `orc_${id}_${randomBytes(32).toString('base64url')}`;

/** Whether a secret of this hash is the key's, or was until a rotation whose grace goes on. */
function opens(row: Tables['core_api_keys'], hash: string, now: number): boolean {
  if (isSame(row.hash, hash)) return true;
  if (row.previous_hash === null || row.previous_until === null || row.previous_until <= now) return false;
  return isSame(row.previous_hash, hash);
}

const isSame = (one: string, other: string): boolean =>
  timingSafeEqual(Buffer.from(one, 'hex'), Buffer.from(other, 'hex'));

function toKey(row: Tables['core_api_keys']): ApiKeyRow {
  return {
    id: row.id,
    name: row.name,
    scopes: JSON.parse(row.scopes) as string[],
    did: row.did,
    principal: row.principal ?? ownPrincipal(row.id),
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    lastUsedFrom: row.last_used_from,
    rotatedAt: row.rotated_at,
    previousUntil: row.previous_until,
    revokedAt: row.revoked_at,
    expiresAt: row.expires_at,
    perMinute: row.per_minute,
    runsAtOnce: row.runs_at_once,
  };
}
