import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Json } from '../../gateway/testing/fixture-data.js';
import { openEntities, type TestEntities } from '../testing/open-entities.js';

const { signal } = new AbortController();
const ABC = 'did:ixo:entity:abc';
let test: TestEntities;
beforeAll(async () => {
  test = await openEntities();
});
beforeEach(async () => {
  await test.reset();
  // What an earlier test asked for is forgotten.
  test.now += 60_000;
});
afterAll(() => test.close());

const asked = () => test.chain.calls.filter((path) => path.endsWith('/IidDocument')).length;
function change(did: string, changes: Json): void {
  test.chain.state.documents = test.chain.state.documents.map((each) =>
    each['id'] === did ? { ...each, ...changes } : each,
  );
}

describe('documents of the chain', () => {
  it('are asked for once by many, and again after ten seconds', async () => {
    const before = asked();
    await Promise.all([1, 2, 3].map(() => test.documents.resolve(ABC, signal)));
    test.now += 9_999;
    await test.documents.resolve(ABC, signal);
    expect(asked() - before).toBe(1);
    test.now += 1;
    await test.documents.resolve(ABC, signal);
    expect(asked() - before).toBe(2);
  });

  it('are gone within ten seconds of their deactivation', async () => {
    expect(await test.documents.resolve(ABC, signal)).toMatchObject({ id: ABC });
    change(ABC, { metadata: { deactivated: true } });
    test.now += 10_000;
    expect(await test.documents.resolve(ABC, signal)).toBeUndefined();
  });

  it('of unknown DIDs are none, and of the DID that was asked for', async () => {
    expect(await test.documents.resolve('did:ixo:entity:nobody', signal)).toBeUndefined();
    change(ABC, { id: '' });
    expect(await test.documents.resolve(ABC, signal)).toBeUndefined();
  });

  it('that could not be read are asked for again at once', async () => {
    change(ABC, { controller: 5 });
    await expect(test.documents.resolve(ABC, signal)).rejects.toMatchObject({ code: 'upstream_failed' });
    change(ABC, { controller: ['did:x:zOther'] });
    expect(await test.documents.resolve(ABC, signal)).toMatchObject({ controller: ['did:x:zOther'] });
  });

  it('come for the others when one who waits gives up', async () => {
    const impatient = new AbortController();
    const first = test.documents.resolve(ABC, impatient.signal);
    const second = test.documents.resolve(ABC, signal);
    impatient.abort(new Error('enough'));
    await expect(first).rejects.toThrow('enough');
    await expect(second).resolves.toMatchObject({ id: ABC });
  });

  it('are remembered for so many DIDs at most, the latest', async () => {
    await test.documents.resolve(ABC, signal);
    const many = Array.from({ length: 5 }, (_, index) => `did:ixo:nobody${index}`);
    for (const did of many) await test.documents.resolve(did, signal);
    const before = asked();
    await test.documents.resolve(many.at(-1) ?? '', signal);
    expect(asked()).toBe(before);
    await test.documents.resolve(ABC, signal);
    expect(asked()).toBe(before + 1);
  });
});
