import { describe, expect, it } from 'vitest';
import type { Opened } from './fixtures.js';

export function auditSuite(opened: Opened): void {
  describe('the audit', () => {
    it('gives back what was recorded, newest first, in pages, of everybody or one actor', async () => {
      const { store, clock } = opened;
      const record = (subject: string, actor: string) =>
        store.audit.record({ action: 'delegation.use', subject, actor, invoker: 'oracle' });
      for (const time of ['early', 'late']) {
        clock.advance(10);
        for (const name of ['zA', 'zB', 'zC']) await record(`${time} ${name}`, `did:key:${name}`);
      }
      await store.audit.record({
        action: 'delegation.store',
        subject: 'bafy',
        actor: 'did:key:zD',
        invoker: 'did:key:zD',
        details: { audience: 'did:key:zE' },
      });
      const all = await store.audit.entries({ limit: 100 });
      expect(all.map(({ at }) => at)).toEqual(all.map(({ at }) => at).toSorted((a, b) => b - a));
      const paged = [];
      for (let last = all[0]; last !== undefined; ) {
        paged.push(last);
        [last] = await store.audit.entries({ limit: 1, before: last });
      }
      expect(paged).toEqual(all);
      const ofA = await store.audit.entries({ limit: 9, actor: 'did:key:zA' });
      expect(ofA.map(({ subject }) => subject)).toEqual(['late zA', 'early zA']);
      expect(await store.audit.entries({ limit: 9, actor: 'did:key:zD' })).toMatchObject([
        { at: clock.now(), details: { audience: 'did:key:zE' } },
      ]);
    });
  });
}
