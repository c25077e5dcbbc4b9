import { describe, expect, it } from 'vitest';
import { type Opened, OWNER } from './fixtures.js';

export function loginsSuite(opened: Opened): void {
  describe('logins', () => {
    it('lets a nonce through once', async () => {
      const expiresAt = opened.clock.now() + 60_000;
      const results = await Promise.all([
        opened.store.logins.consume('nonce', expiresAt),
        opened.store.logins.consume('nonce', expiresAt),
      ]);
      expect(results.toSorted()).toEqual([false, true]);
      expect(await opened.store.logins.consume('nonce', expiresAt)).toBe(false);
    });

    it('keeps a nonce used when the clock goes forward and comes back', async () => {
      const now = opened.clock.now();
      const expiresAt = now + 60_000;
      expect(await opened.store.logins.consume('jumped', expiresAt)).toBe(true);
      opened.clock.advance(365 * 86_400_000);
      // Whoever comes then lets what has expired be forgotten.
      expect(await opened.store.logins.consume('future', opened.clock.now() + 60_000)).toBe(true);
      opened.clock.advance(now - opened.clock.now());
      expect(await opened.store.logins.consume('jumped', expiresAt)).toBe(false);
      expect(await opened.store.logins.consume('later', expiresAt + 1)).toBe(true);
    });

    it('refuses a NUL in text, which one database would cut and the other refuse', async () => {
      await expect(opened.store.sessions.get(OWNER, 'a\0b')).rejects.toMatchObject({
        code: 'invalid_request',
      });
    });

    it('finds a session until it expires or is deleted, and stores no token', async () => {
      const { token, expiresAt } = await opened.store.logins.createSession(OWNER, 1_000);
      expect(expiresAt).toBe(opened.clock.now() + 1_000);
      expect(await opened.store.logins.findSession(token)).toEqual({ did: OWNER, expiresAt });
      expect(await opened.store.logins.findSession(`${token}x`)).toBeUndefined();
      const stored = JSON.stringify(
        await opened.store.db.selectFrom('core_login_sessions').selectAll().execute(),
      );
      expect(stored).not.toContain(token.slice(4));
      opened.clock.advance(1_000);
      expect(await opened.store.logins.findSession(token)).toBeUndefined();
      const other = await opened.store.logins.createSession(OWNER, 1_000);
      await opened.store.logins.deleteSession(other.token);
      expect(await opened.store.logins.findSession(other.token)).toBeUndefined();
      const [mine, too, theirs] = await Promise.all(
        [OWNER, OWNER, 'did:key:zOther'].map((did) => opened.store.logins.createSession(did, 1_000)),
      );
      expect(await opened.store.logins.deleteSessionsOf(OWNER)).toBe(2);
      for (const ended of [mine, too])
        expect(await opened.store.logins.findSession(ended?.token ?? '')).toBeUndefined();
      expect(await opened.store.logins.findSession(theirs?.token ?? '')).toBeDefined();
    });
  });
}
