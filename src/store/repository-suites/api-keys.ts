import { describe, expect, it } from 'vitest';
import type { Opened } from './fixtures.js';

export function apiKeysSuite(opened: Opened): void {
  describe('api keys', () => {
    it('finds a key by its secret alone', async () => {
      const { row, secret } = await opened.store.apiKeys.create({
        name: 'one',
        scopes: ['chat', 'sampling'],
      });
      expect(secret).toMatch(/^orc_[0-9a-f]{12}_[A-Za-z0-9_-]{43}$/);
      expect(await opened.store.apiKeys.find(secret)).toMatchObject({
        id: row.id,
        scopes: ['chat', 'sampling'],
      });
      const forged = secret.slice(0, -2) + (secret.endsWith('AA') ? 'BB' : 'AA');
      expect(await opened.store.apiKeys.find(forged)).toBeUndefined();
      expect(await opened.store.apiKeys.find('orc_000000000000_')).toBeUndefined();
      expect(await opened.store.apiKeys.find('')).toBeUndefined();
      const stored = JSON.stringify(await opened.store.db.selectFrom('core_api_keys').selectAll().execute());
      expect(stored).not.toContain(secret);
      expect(stored).not.toContain(secret.slice(17));
    });

    it('ends at its expiry', async () => {
      const expiresAt = opened.clock.now() + 1_000;
      const { secret } = await opened.store.apiKeys.create({ name: 'short', scopes: ['chat'], expiresAt });
      expect(await opened.store.apiKeys.find(secret)).toMatchObject({ expiresAt });
      opened.clock.advance(1_000);
      expect(await opened.store.apiKeys.find(secret)).toBeUndefined();
    });

    it('is gone at once when it is revoked, by id or name, and its name is free again', async () => {
      const first = await opened.store.apiKeys.create({ name: 'reused', scopes: ['chat'] });
      await expect(opened.store.apiKeys.create({ name: 'reused', scopes: [] })).rejects.toMatchObject({
        code: 'conflict',
      });
      expect(await opened.store.apiKeys.find(first.secret)).toBeDefined();
      expect(await opened.store.apiKeys.revoke('reused')).toMatchObject({
        id: first.row.id,
        revokedAt: opened.clock.now(),
      });
      expect(await opened.store.apiKeys.find(first.secret)).toBeUndefined();
      expect(await opened.store.apiKeys.revoke('reused')).toBeUndefined();
      const second = await opened.store.apiKeys.create({ name: 'reused', scopes: ['chat'] });
      expect(await opened.store.apiKeys.revoke(second.row.id)).toMatchObject({ id: second.row.id });
      const listed = (await opened.store.apiKeys.list()).filter((key) => key.name === 'reused');
      expect(listed.map((key) => key.revokedAt)).toEqual([opened.clock.now(), opened.clock.now()]);
    });

    it('is gone at once when another process revoked it', async () => {
      const { row, secret } = await opened.store.apiKeys.create({ name: 'elsewhere', scopes: ['chat'] });
      expect(await opened.store.apiKeys.find(secret)).toBeDefined();
      await opened.store.db
        .updateTable('core_api_keys')
        .set({ revoked_at: opened.clock.now() })
        .where('id', '=', row.id)
        .execute();
      expect(await opened.store.apiKeys.find(secret)).toBeUndefined();
    });

    it('is renewed under its id: the old secret is refused at once, or holds until the grace is over', async () => {
      const { apiKeys } = opened.store;
      const { row, secret: first } = await apiKeys.create({ name: 'renewed', scopes: ['chat'] });
      const second = await apiKeys.rotate(row.id, 1_000);
      expect(second?.row).toEqual({
        ...row,
        rotatedAt: opened.clock.now(),
        previousUntil: opened.clock.now() + 1_000,
      });
      for (const secret of [first, second?.secret ?? ''])
        expect(await apiKeys.find(secret)).toMatchObject({ id: row.id });
      opened.clock.advance(999);
      expect(await apiKeys.find(first)).toBeDefined();
      // A second rotation ends the grace of what is older than the secret before.
      const third = await apiKeys.rotate(row.id, 1_000);
      expect(await apiKeys.find(first)).toBeUndefined();
      expect(await apiKeys.find(second?.secret ?? '')).toBeDefined();
      opened.clock.advance(1_000);
      expect(await apiKeys.find(second?.secret ?? '')).toBeUndefined();
      const fourth = await apiKeys.rotate(row.id, 0);
      expect(fourth?.row.previousUntil).toBeNull();
      expect(await apiKeys.find(third?.secret ?? '')).toBeUndefined();
      expect(await apiKeys.find(fourth?.secret ?? '')).toMatchObject({ id: row.id, name: 'renewed' });
    });

    it('is not renewed when it has ended, also in a grace', async () => {
      const { apiKeys } = opened.store;
      const expiresAt = opened.clock.now() + 1_000;
      const { row, secret } = await apiKeys.create({ name: 'ending', scopes: ['chat'], expiresAt });
      await apiKeys.rotate(row.id, 60_000);
      opened.clock.advance(1_000);
      expect(await apiKeys.find(secret)).toBeUndefined();
      expect(await apiKeys.rotate(row.id, 0)).toBeUndefined();
      const other = await apiKeys.create({ name: 'ended', scopes: ['chat'] });
      await apiKeys.rotate(other.row.id, 60_000);
      await apiKeys.revoke(other.row.id);
      expect(await apiKeys.find(other.secret)).toBeUndefined();
      expect(await apiKeys.rotate(other.row.id, 0)).toBeUndefined();
      expect(await apiKeys.rotate('000000000000', 0)).toBeUndefined();
    });

    it('remembers from where it was used last', async () => {
      const { apiKeys } = opened.store;
      const { row, secret } = await apiKeys.create({ name: 'somewhere', scopes: ['chat'] });
      const lastFrom = async () => (await apiKeys.list()).find(({ id }) => id === row.id)?.lastUsedFrom;
      expect(await lastFrom()).toBeNull();
      await apiKeys.find(secret, '192.0.2.1');
      expect(await lastFrom()).toBe('192.0.2.1');
      opened.clock.advance(60_000);
      await apiKeys.find(secret, '2001:db8:0:1::/64');
      expect(await lastFrom()).toBe('2001:db8:0:1::/64');
    });

    it('writes the time of use at most once a minute', async () => {
      const { row, secret } = await opened.store.apiKeys.create({ name: 'used', scopes: ['chat'] });
      const lastUse = async () =>
        (await opened.store.apiKeys.list()).find((key) => key.id === row.id)?.lastUsedAt;
      expect(await lastUse()).toBeNull();
      const first = opened.clock.now();
      await opened.store.apiKeys.find(secret);
      opened.clock.advance(59_999);
      await opened.store.apiKeys.find(secret);
      expect(await lastUse()).toBe(first);
      opened.clock.advance(1);
      await opened.store.apiKeys.find(secret);
      expect(await lastUse()).toBe(first + 60_000);
    });
  });
}
