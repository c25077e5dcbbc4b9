import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Json } from '../../gateway/testing/fixture-data.js';
import { openEntities, type TestEntities } from './open-entities.js';

/** What must hold of the index in every database. @param histories how many made-up chains it follows */
export function indexSuite(histories: number, open: () => Promise<TestEntities> = openEntities): void {
  let test: TestEntities;
  beforeAll(async () => {
    test = await open();
  });
  beforeEach(() => test.reset());
  afterAll(() => test.close());

  const all = { after: undefined, limit: 1_000 };
  const ids = async () => (await test.index.search([], all)).rows.map(({ id }) => id);
  const idsOf = (records: readonly Json[]) => records.map(({ id }) => String(id)).sort();
  const claimsOf = async (collectionId: string, state?: string) =>
    (await test.index.claims({ collectionId, state, ...all })).rows.map(({ id }) => id);
  const entity = (id: string, type = 'project/carbon'): Json => ({
    id: `did:ixo:entity:${id}`,
    type,
    entity_verified: false,
  });

  it('holds what the chain lists, whatever the size of its pages', async () => {
    for (const pageSize of [1, 2, 3, 100]) {
      await test.round({ pageSize });
      expect(await ids()).toEqual(idsOf(test.chain.state.entities));
      expect(await claimsOf('12')).toEqual([
        'claim-approved',
        'claim-open-1',
        'claim-open-2',
        'claim-rejected',
      ]);
      expect(await claimsOf('12', 'open')).toEqual(['claim-open-1', 'claim-open-2']);
      expect(await test.index.countClaims('12', 'open')).toBe(2);
    }
  });

  it('is what the chain is after any changes to it', async () => {
    const state = fc.record({
      entities: fc.uniqueArray(fc.stringMatching(/^[a-z0-9]{1,6}$/), { maxLength: 12 }),
      claims: fc.uniqueArray(
        fc.record({
          id: fc.stringMatching(/^bafy[a-z0-9]{1,6}$/),
          collection: fc.constantFrom('1', '2'),
          status: fc.constantFrom(undefined, 'PENDING', 'APPROVED', 'REJECTED', 'DISPUTED'),
        }),
        { selector: ({ id }) => id, maxLength: 12 },
      ),
      pageSize: fc.integer({ min: 1, max: 5 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(state, { minLength: 1, maxLength: 3 }), async (states) => {
        for (const { entities, claims, pageSize } of states) {
          test.now += 1_000;
          test.chain.state.entities = entities.map((id) => entity(id));
          test.chain.state.claims = claims.map(({ id, collection, status }) => ({
            claim_id: id,
            collection_id: collection,
            ...(status === undefined ? {} : { evaluation: { status } }),
          }));
          await test.round({ pageSize });
          expect(await ids()).toEqual(idsOf(test.chain.state.entities));
          for (const collection of ['1', '2']) {
            const open = claims
              .filter((one) => one.collection === collection)
              .filter(({ status }) => status === undefined || status === 'PENDING');
            expect(await claimsOf(collection, 'open')).toEqual(open.map(({ id }) => id).sort());
          }
        }
      }),
      { numRuns: histories },
    );
  });

  it('goes on at its page after a restart, and forgets only what a whole round did not see', async () => {
    test.chain.state.entities = ['a', 'b', 'c', 'd', 'e'].map((id) => entity(id));
    await test.round();
    test.now += 1_000;
    test.chain.state.entities = ['a', 'b', 'c', 'd', 'f'].map((id) => entity(id, 'asset'));
    await test.cut('entities', 2, 2);
    // Four of five are read again; the one that is gone is not known to be gone yet.
    expect((await test.index.search(['asset'], all)).rows).toHaveLength(4);
    expect(await ids()).toHaveLength(5);
    const before = test.chain.calls.length;
    test.now += 1_000;
    await test.round({ pageSize: 2 });
    const asked = test.chain.calls.slice(before).filter((path) => path.endsWith('/EntityList'));
    expect(asked).toHaveLength(1);
    expect(await ids()).toEqual(idsOf(test.chain.state.entities));
  });

  it('begins anew when the node knows its page no more', async () => {
    await test.cut('entities', 2, 2);
    await test.db.updateTable('entities_progress').set({ cursor: 'bm8gc3VjaCBwYWdl' }).execute();
    await test.round({ pageSize: 2 });
    expect(await ids()).toEqual(idsOf(test.chain.state.entities));
  });

  it('has nothing of another chain', async () => {
    await test.round();
    const other = test.indexOf('other');
    expect((await other.progress('entities')).completedAt).toBeUndefined();
    test.chain.state.entities = [entity('elsewhere')];
    test.chain.state.claims = [];
    await test.round({ index: other });
    expect(await ids()).toEqual(['did:ixo:entity:elsewhere']);
    expect(await claimsOf('12')).toEqual([]);
  });

  it('finds entities by words of their record and of their document, all of them, taken literally', async () => {
    await test.round();
    const found = async (...words: string[]) =>
      (await test.index.search(words, all)).rows.map(({ id }) => id);
    expect(await found('carbon')).toEqual(['did:ixo:entity:abc']);
    expect(await found('did:x:zq3showner', 'device')).toHaveLength(4);
    expect(await found('oracleservice', 'did:ixo:entity:relayer', 'project/')).toEqual([
      'did:ixo:entity:abc',
    ]);
    expect(await found('carbon', 'device')).toEqual([]);
    for (const literal of ['%', 'c_rbon', '\\', "' or 1=1 --"]) expect(await found(literal)).toEqual([]);
  });

  it('gives pages in the order of ids', async () => {
    await test.round();
    const pages: string[][] = [];
    for (let after: string | undefined, more = true; more; more = after !== undefined) {
      const page = await test.index.search([], { after, limit: 2 });
      pages.push(page.rows.map(({ id }) => id));
      after = page.next;
    }
    expect(pages.map((page) => page.length)).toEqual([2, 2, 1]);
    expect(pages.flat()).toEqual(idsOf(test.chain.state.entities));
  });
}
