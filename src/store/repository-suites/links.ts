import { describe, expect, it } from 'vitest';
import { type Opened, OWNER } from './fixtures.js';

const binding = { did: OWNER, linkedAs: 'owner', scopes: ['*'] } as const;
const TEN_MINUTES = 600_000;

export function linksSuite(opened: Opened): void {
  describe('links', () => {
    const offer = (hash: string, did: string = OWNER) =>
      opened.store.links.offer(hash, { ...binding, did }, opened.clock.now() + TEN_MINUTES);
    const redeem = (hash: string, account: string) =>
      opened.store.links.redeem(hash, account, `name of ${account}`);

    it('links by a code once, also when two bring it at once', async () => {
      await offer('once');
      const results = await Promise.all([redeem('once', 'chat:a'), redeem('once', 'chat:b')]);
      const linked = results.filter((link) => link !== undefined);
      expect(linked).toMatchObject([{ ...binding, name: expect.stringContaining('name of chat:') }]);
      expect(await redeem('once', 'chat:c')).toBeUndefined();
      const account = linked[0]?.account ?? '';
      expect(await opened.store.links.find(account)).toEqual(linked[0]);
      expect(await opened.store.links.list(OWNER)).toEqual(linked);
      expect(await opened.store.links.remove(account, 'did:key:zOther')).toBeUndefined();
      expect(await opened.store.links.remove(account, OWNER)).toEqual(linked[0]);
      expect(await opened.store.links.find(account)).toBeUndefined();
    });

    it('ends a code with its time and with the next one of the same DID', async () => {
      const did = 'did:key:zTwice';
      await offer('first', did);
      await offer('second', did);
      expect(await redeem('first', 'chat:d')).toBeUndefined();
      opened.clock.advance(TEN_MINUTES);
      expect(await redeem('second', 'chat:d')).toBeUndefined();
      await offer('third', did);
      expect(await redeem('third', 'chat:d')).toMatchObject({ did });
    });

    it('tells which codes hold, and ends one', async () => {
      const did = 'did:key:zSaid';
      await offer('said', did);
      expect(await opened.store.links.offered()).toContain('said');
      expect(await opened.store.links.withdraw('said')).toBe(true);
      expect(await opened.store.links.withdraw('said')).toBe(false);
      expect(await opened.store.links.offered()).not.toContain('said');
      expect(await redeem('said', 'chat:h')).toBeUndefined();
      await offer('late', did);
      opened.clock.advance(TEN_MINUTES);
      expect(await opened.store.links.offered()).not.toContain('late');
    });

    it('does not hand a linked account to somebody else, and leaves the code good', async () => {
      await offer('mine', 'did:key:zMine');
      await redeem('mine', 'chat:e');
      await offer('theirs', 'did:key:zTheirs');
      await expect(redeem('theirs', 'chat:e')).rejects.toMatchObject({ code: 'conflict' });
      expect(await opened.store.links.find('chat:e')).toMatchObject({ did: 'did:key:zMine' });
      expect(await redeem('theirs', 'chat:f')).toMatchObject({ did: 'did:key:zTheirs' });
      await offer('mine again', 'did:key:zMine');
      expect(await redeem('mine again', 'chat:e')).toMatchObject({ did: 'did:key:zMine' });
    });

    it('counts tries in windows, until a link is made', async () => {
      const tries = () => opened.store.links.attempt('chat:g', 1_000);
      const counts = (await Promise.all([tries(), tries(), tries()])).map(({ count }) => count);
      expect(counts.toSorted()).toEqual([1, 2, 3]);
      const endsAt = opened.clock.now() + 1_000;
      opened.clock.advance(999);
      expect(await tries()).toEqual({ count: 4, endsAt });
      opened.clock.advance(1);
      expect(await tries()).toMatchObject({ count: 1 });
      await offer('counted', 'did:key:zCounted');
      await redeem('counted', 'chat:g');
      expect(await tries()).toMatchObject({ count: 1 });
    });
  });
}
