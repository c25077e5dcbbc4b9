import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { sha256Hex } from '../kit/index.js';
import type { Clock } from '../plugin/index.js';
import type { Tables } from './tables.js';
import type { Logins } from './types.js';
import { createUsedOnce } from './used-once.js';

const TOKEN_FORM = /^ors_[A-Za-z0-9_-]{43}$/;

/** Login sessions under tokens `ors_<256 bits, base64url>`, stored as their SHA-256, and the codes that were used. */
export function createLogins(db: Kysely<Tables>, clock: Clock): Logins {
  const nonces = createUsedOnce(db, clock, 'core_used_nonces');
  return {
    async consume(nonce, expiresAt) {
      await nonces.sweep();
      return nonces.use(nonce, expiresAt);
    },

    async createSession(did, ttlMs, passkey) {
      const now = clock.now();
      const token = `ors_${randomBytes(32).toString('base64url')}`;
      const expiresAt = now + ttlMs;
      await db.deleteFrom('core_login_sessions').where('expires_at', '<=', now).execute();
      await db
        .insertInto('core_login_sessions')
        .values({ hash: sha256Hex(token), did, expires_at: expiresAt, passkey: passkey ?? null })
        .execute();
      return { token, expiresAt };
    },

    async findSession(token) {
      if (!TOKEN_FORM.test(token)) return undefined;
      const row = await db
        .selectFrom('core_login_sessions')
        .select(['did', 'expires_at'])
        .where('hash', '=', sha256Hex(token))
        .executeTakeFirst();
      if (row === undefined || row.expires_at <= clock.now()) return undefined;
      return { did: row.did, expiresAt: row.expires_at };
    },

    async deleteSession(token) {
      await db.deleteFrom('core_login_sessions').where('hash', '=', sha256Hex(token)).execute();
    },

    async deleteSessionsOf(did) {
      const { numDeletedRows } = await db
        .deleteFrom('core_login_sessions')
        .where('did', '=', did)
        .where('expires_at', '>', clock.now())
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}
