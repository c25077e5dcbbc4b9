import { describe, expect, it } from 'vitest';
import { type Opened, OWNER } from './fixtures.js';

export function ucansSuite(opened: Opened): void {
  describe('ucans', () => {
    it('lets an invocation through once, until it has expired anyway', async () => {
      const expiresAt = opened.clock.now() + 60_000;
      const results = await Promise.all([
        opened.store.ucans.use('bafyuse', expiresAt),
        opened.store.ucans.use('bafyuse', expiresAt),
        opened.store.ucans.use('bafyother', expiresAt),
      ]);
      expect(results.filter((fresh) => fresh)).toHaveLength(2);
      expect(await opened.store.ucans.use('bafyuse', expiresAt)).toBe(false);
      opened.clock.advance(60_000);
      await opened.store.ucans.use('bafynext', opened.clock.now() + 60_000);
      const kept = await opened.store.db.selectFrom('core_ucan_uses').select('cid').execute();
      // One row says up to when what was used is forgotten.
      expect(kept.map(({ cid }) => cid).toSorted()).toEqual(['<forgotten>', 'bafynext']);
    });

    it('knows a revoked link among others, once and for good', async () => {
      expect(await opened.store.ucans.isRevoked([])).toBe(false);
      expect(await opened.store.ucans.revoke({ cid: 'bafyend', by: OWNER, expiresAt: null })).toBe(true);
      expect(await opened.store.ucans.revoke({ cid: 'bafyend', by: OWNER, expiresAt: null })).toBe(false);
      expect(await opened.store.ucans.isRevoked(['bafya', 'bafyend'])).toBe(true);
      expect(await opened.store.ucans.isRevoked(['bafya', 'bafyb'])).toBe(false);
      opened.clock.advance(10 * 365 * 86_400_000);
      await opened.store.ucans.use('bafylater', opened.clock.now() + 1);
      expect(await opened.store.ucans.isRevoked(['bafyend'])).toBe(true);
    });

    it('forgets a revocation when the link has expired by itself', async () => {
      await opened.store.ucans.revoke({ cid: 'bafyshort', by: OWNER, expiresAt: opened.clock.now() + 1_000 });
      // Clocks may be a minute off, and the link counts as long.
      opened.clock.advance(61_000);
      await opened.store.ucans.use('bafysweep', opened.clock.now() + 1);
      expect(await opened.store.ucans.isRevoked(['bafyshort'])).toBe(true);
      opened.clock.advance(61_000);
      await opened.store.ucans.use('bafysweeps', opened.clock.now() + 1);
      expect(await opened.store.ucans.isRevoked(['bafyshort'])).toBe(false);
    });

    it('keeps delegations by issuer until they expire or are revoked', async () => {
      const row = (cid: string, expiresAt: number | null) => ({
        cid,
        issuer: 'did:key:zIssuer',
        token: `token of ${cid}`,
        expiresAt,
      });
      const first = await opened.store.ucans.saveDelegation(row('bafy1', opened.clock.now() + 1_000));
      opened.clock.advance(10);
      await opened.store.ucans.saveDelegation(row('bafy2', null));
      expect(await opened.store.ucans.saveDelegation(row('bafy1', null))).toEqual(first);
      expect(await opened.store.ucans.delegations('did:key:zIssuer')).toMatchObject([
        { cid: 'bafy1', token: 'token of bafy1' },
        { cid: 'bafy2', expiresAt: null },
      ]);
      expect(await opened.store.ucans.delegations('did:key:zOther')).toEqual([]);
      expect(await opened.store.ucans.delegationToken('bafy1')).toBe('token of bafy1');
      expect(await opened.store.ucans.delegationToken('bafy3')).toBeUndefined();
      opened.clock.advance(1_000);
      expect(await opened.store.ucans.delegations('did:key:zIssuer')).toMatchObject([{ cid: 'bafy2' }]);
      await opened.store.ucans.revoke({ cid: 'bafy2', by: OWNER, expiresAt: null });
      expect(await opened.store.ucans.delegations('did:key:zIssuer')).toEqual([]);
    });

    it('keeps at most a hundred of one issuer', async () => {
      const save = (index: number) =>
        opened.store.ucans.saveDelegation({
          cid: `bafyfull${index}`,
          issuer: 'did:key:zFull',
          token: 't',
          expiresAt: null,
        });
      for (let index = 0; index < 100; index += 1) await save(index);
      await expect(save(100)).rejects.toMatchObject({ code: 'conflict' });
      expect((await save(5)).cid).toBe('bafyfull5');
    });
  });
}
