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
