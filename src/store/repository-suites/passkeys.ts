import { describe, expect, it } from 'vitest';
import { type Opened, OWNER } from './fixtures.js';

export function passkeysSuite(opened: Opened): void {
  const passkey = (id: string, did = OWNER) => ({
    id,
    did,
    rpId: 'localhost',
    publicKey: 'MFkw',
    signCount: 0,
    name: `called ${id}`,
    synced: true,
  });

  describe('passkeys', () => {
    it('are found by id and listed by whose they are, with their last use', async () => {
      const { passkeys } = opened.store;
      const made = await passkeys.add(passkey('listed'));
      expect(made).toEqual({
        ...passkey('listed'),
        createdAt: opened.clock.now(),
        lastUsedAt: null,
        lastUsedFrom: null,
      });
      expect(await passkeys.find('listed')).toEqual(made);
      expect(await passkeys.find('another')).toBeUndefined();
      expect(await passkeys.list(OWNER)).toEqual([made]);
      expect(await passkeys.list('did:key:zNobody')).toEqual([]);
      opened.clock.advance(5_000);
      expect(await passkeys.use('listed', 0, '127.0.0.1')).toBe(true);
      expect(await passkeys.find('listed')).toMatchObject({
        lastUsedAt: opened.clock.now(),
        lastUsedFrom: '127.0.0.1',
      });
      await expect(passkeys.add(passkey('listed', 'did:key:zThief'))).rejects.toMatchObject({
        code: 'conflict',
      });
    });

    it('are used by a count that goes up, or by none at all', async () => {
      const { passkeys } = opened.store;
      await passkeys.add({ ...passkey('counted', 'did:key:zCounts'), signCount: 3 });
      const uses = [];
      for (const count of [4, 4, 2, 0, 9]) uses.push(await passkeys.use('counted', count, undefined));
      expect(uses).toEqual([true, false, false, false, true]);
      // Of two copies that bring the next count at once, one is let in.
      const both = await Promise.all([1, 2].map(() => passkeys.use('counted', 10, undefined)));
      expect(both.toSorted()).toEqual([false, true]);
      expect(await passkeys.use('gone', 1, undefined)).toBe(false);
    });

    it('take the sessions that they opened with them, and leave all others', async () => {
      const { passkeys, logins } = opened.store;
      const did = 'did:key:zDevices';
      await passkeys.add(passkey('phone', did));
      const byPhone = await logins.createSession(did, 60_000, 'phone');
      const byLink = await logins.createSession(did, 60_000);
      expect(await passkeys.remove('did:key:zOther', 'phone')).toBeUndefined();
      expect(await passkeys.remove(did, 'phone')).toMatchObject({ id: 'phone', did });
      expect(await passkeys.remove(did, 'phone')).toBeUndefined();
      expect(await logins.findSession(byPhone.token)).toBeUndefined();
      expect(await logins.findSession(byLink.token)).toMatchObject({ did });
    });

    it('are twenty a person at most, and end with the person', async () => {
      const { passkeys, people } = opened.store;
      const did = 'did:key:zMany';
      await people.add({ did, name: 'Many', scopes: ['chat'] });
      for (let at = 0; at < 20; at += 1) await passkeys.add(passkey(`many-${at}`, did));
      await expect(passkeys.add(passkey('many-20', did))).rejects.toMatchObject({ code: 'conflict' });
      await people.end(did);
      expect(await passkeys.list(did)).toEqual([]);
    });
  });
}
