import { setTimeout as sleep } from 'node:timers/promises';
import { callTool } from 'oracle-runtime/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Lateness } from '../../gateway/service.js';
import type { Json } from '../../gateway/testing/fixture-data.js';
import { claimSchema } from '../chain/records.js';
import { claimSummaryOf } from '../claims/claim.js';
import type { ClaimsReport } from '../claims/read-claims.js';
import type { Entities } from '../entity/entities.js';
import type { EntityPage } from '../entity/search-entities.js';
import { openEntities, type TestEntities } from '../testing/open-entities.js';
import { entityOperations } from './index.js';

let test: TestEntities;
beforeAll(async () => {
  test = await openEntities();
});
beforeEach(async () => {
  await test.reset();
  test.now += 60_000;
});
afterAll(() => test.close());

let behind: Lateness | undefined;
afterEach(() => {
  behind = undefined;
});
const callIn = (entities: Entities, name: string, args: unknown) =>
  callTool(entityOperations(entities, { auth: 'public', behind: () => behind }), name, args);
const call = async <T>(name: string, args: unknown) => (await callIn(test, name, args)) as T;
const evaluate = (id: string, status: string) => {
  test.chain.state.claims = test.chain.state.claims.map((claim) =>
    claim['claim_id'] === id ? { ...claim, evaluation: { status } } : claim,
  );
};

describe('get_entity', () => {
  it('tells who controls an entity, and who controls those', async () => {
    const state = test.chain.state;
    state.documents = [
      ...state.documents.map(
        (each): Json =>
          each['id'] === 'did:ixo:entity:abc'
            ? { ...each, controller: ['did:ixo:entity:oracle', 'did:x:zQ3shOther'] }
            : each,
      ),
      { id: 'did:x:zQ3shOwner' },
    ];
    const answer = await call<Json>('get_entity', { id: 'did:ixo:entity:abc' });
    expect(Object.keys(answer).slice(0, 2)).toEqual(['summary', 'controllers']);
    expect(answer).toMatchObject({
      summary:
        'did:ixo:entity:oracle (itself controlled by did:x:zQ3shOwner) and did:x:zQ3shOther control did:ixo:entity:abc (project/carbon, verified).',
      type: 'project/carbon',
      verified: true,
      controllers: [
        {
          did: 'did:ixo:entity:oracle',
          state: 'active',
          controllers: [{ did: 'did:x:zQ3shOwner', state: 'active' }],
        },
        { did: 'did:x:zQ3shOther', state: 'no-document' },
      ],
    });
  });

  it('cuts long lists of the document and says so', async () => {
    const linkedResource = Array.from({ length: 25 }, (_, index) => ({ id: `#r${index}`, type: 'Image' }));
    test.chain.state.documents = [{ id: 'did:ixo:entity:abc', linkedResource }];
    const { document, omitted } = await call<{ document: Json; omitted: Json }>('get_entity', {
      id: 'did:ixo:entity:abc',
    });
    expect(document['linkedResource']).toHaveLength(10);
    expect(omitted).toEqual({ linkedResource: 15 });
  });

  it('says that an entity was given up', async () => {
    test.chain.state.documents = [{ id: 'did:ixo:entity:abc', metadata: { deactivated: true } }];
    expect(await call('get_entity', { id: 'did:ixo:entity:abc' })).toMatchObject({ deactivated: true });
  });

  it.each([
    ['did:ixo:entity:nobody', 'not_found'],
    ['hello', 'invalid_request'],
  ])('%s is %s', (id, code) => expect(call('get_entity', { id })).rejects.toMatchObject({ code }));
});

describe('resolve_did', () => {
  it('gives a resolution result, also of what does not resolve', async () => {
    expect(await call('resolve_did', { did: 'did:ixo:entity:abc' })).toMatchObject({
      didDocument: { id: 'did:ixo:entity:abc' },
      didDocumentMetadata: { versionId: 'v1' },
    });
    expect(await call('resolve_did', { did: 'did:example:1' })).toMatchObject({
      didDocument: null,
      didResolutionMetadata: { error: 'methodNotSupported' },
    });
  });
});

describe('list_entities and search_entities', () => {
  it('give all in pages, each once', async () => {
    await test.round();
    for (const [tool, args] of [
      ['list_entities', {}],
      ['search_entities', { text: 'did:ixo:entity' }],
    ] as const) {
      const found: string[] = [];
      for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
        const page = await call<EntityPage>(tool, { ...args, limit: 2, cursor });
        expect(page.entities.length).toBeLessThanOrEqual(2);
        found.push(...page.entities.map(({ id }) => id));
        cursor = page.nextCursor;
      }
      expect(found.sort()).toEqual(test.chain.state.entities.map(({ id }) => String(id)).sort());
    }
  });

  it('search by words in any number and case', async () => {
    await test.round();
    const ids = async (text: string) =>
      (await call<EntityPage>('search_entities', { text })).entities.map(({ id }) => id);
    expect(await ids('Carbon projects')).toEqual(['did:ixo:entity:abc']);
    expect(await ids('DEVICE')).toHaveLength(4);
    expect(await ids('nothing of that kind')).toEqual([]);
  });

  it('says how old its knowledge is, and when it is only a part', async () => {
    await test.cut('entities', 1, 2);
    expect(await call('search_entities', { text: 'device' })).toMatchObject({
      asOf: null,
      note: expect.stringContaining('first time'),
    });
    await test.round();
    expect(await call('search_entities', { text: 'device' })).toMatchObject({
      searched: 5,
      asOf: new Date(test.now).toISOString(),
    });
  });
});

describe('entity_claims', () => {
  it('tells which claims are open, and how many of each kind the chain counts', async () => {
    await test.round();
    expect(await call('entity_claims', { collectionId: '12', state: 'open' })).toEqual({
      summary: '2 open claims.',
      state: 'open',
      collection: {
        id: '12',
        entity: 'did:ixo:entity:abc',
        protocol: 'did:ixo:entity:protocol',
        state: 'OPEN',
        quota: '1000',
        submitted: '4',
        evaluated: '3',
        approved: '1',
        rejected: '1',
        disputed: '1',
      },
      claims: ['claim-open-1', 'claim-open-2'].map((id) => ({
        id,
        collection: '12',
        state: 'open',
        agent: 'did:x:zAgent',
        address: 'ixo1agent',
        submitted: '2024-03-01T00:00:00Z',
      })),
      total: 2,
      asOf: new Date(test.now).toISOString(),
    });
  });

  it('never tells a claim open that was evaluated since the index was read', async () => {
    await test.round();
    evaluate('claim-open-1', 'APPROVED');
    const report = await call<ClaimsReport>('entity_claims', { collectionId: '12', state: 'open' });
    expect(report.claims.map(({ id }) => id)).toEqual(['claim-open-2']);
    expect(report.total).toBe(1);
  });

  it('says so when the chain has claims that the index has not read yet', async () => {
    await test.round();
    const [first] = test.chain.state.collections;
    test.chain.state.collections = [{ ...first, id: '12', count: '5' }];
    expect(await call('entity_claims', { collectionId: '12' })).toMatchObject({
      claims: { length: 4 },
      note: 'The chain counts 5 claims of this collection, the index has 4: it is read again every few minutes.',
    });
  });

  it('gives pages', async () => {
    await test.round();
    const found: string[] = [];
    for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
      const page = await call<ClaimsReport>('entity_claims', { collectionId: '12', limit: 3, cursor });
      found.push(...page.claims.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(found).toEqual(['claim-approved', 'claim-open-1', 'claim-open-2', 'claim-rejected']);
  });

  it('knows no collection that the chain does not know', () =>
    expect(call('entity_claims', { collectionId: '99' })).rejects.toMatchObject({
      code: 'not_found',
      detail: 'The chain has no claim collection "99".',
    }));

  it('answers from the index while the chain is away, and says so', async () => {
    await test.round();
    const away = await openEntities();
    await away.round();
    await away.chain.close();
    try {
      const report = await callIn(away, 'entity_claims', { collectionId: '12', state: 'open' });
      expect(report).toMatchObject({
        collection: null,
        claims: [{ id: 'claim-open-1' }, { id: 'claim-open-2' }],
        note: expect.stringContaining('could not be asked'),
      });
    } finally {
      await away.close();
    }
  });
});

describe('list_collections and list_disputes', () => {
  it('give all in pages, each once', async () => {
    const first = await call<Json>('list_collections', { limit: 1 });
    expect(first).toMatchObject({
      collections: [{ id: '12', state: 'OPEN' }],
      nextCursor: expect.any(String),
    });
    expect(await call('list_collections', { limit: 1, cursor: first['nextCursor'] })).toMatchObject({
      collections: [{ id: '13', state: 'CLOSED' }],
    });
    const { disputes } = await call<{ disputes: Json[] }>('list_disputes', {});
    expect(disputes.map(({ subject }) => subject)).toEqual(
      test.chain.state.disputes.map(({ subject_id }) => subject_id),
    );
  });
});

describe('claims of all collections', () => {
  it.each([
    ['open', ['claim-elsewhere', 'claim-open-1', 'claim-open-2']],
    ['approved', ['claim-approved']],
    ['rejected', ['claim-rejected']],
    ['flagged', ['claim-flagged']],
    ['invalidated', ['claim-void']],
    ['disputed', []],
  ])('%s', async (state, ids) => {
    const [first] = test.chain.state.claims;
    const claim = (id: string, status: string): Json => ({ ...first, claim_id: id, evaluation: { status } });
    test.chain.state.claims = [
      ...test.chain.state.claims,
      claim('claim-flagged', 'FLAGGED'),
      claim('claim-void', 'INVALIDATED'),
    ];
    await test.round();
    const report = await call<ClaimsReport>('entity_claims', { state });
    expect(report).toMatchObject({ state, total: ids.length, collection: null });
    expect(report.claims.map(({ id }) => id)).toEqual(ids);
  });
});

describe('who controls', () => {
  const about = async (id: string) => (await call<{ summary: string }>('get_entity', { id })).summary;
  const withDocument = (id: string, changes: Json) => {
    const { state } = test.chain;
    state.documents = [...state.documents.filter((each) => each['id'] !== id), { id, ...changes }];
  };
  const account = (id: string): Json => ({
    id,
    type: 'CosmosAccountAddress',
    controller: 'did:x:a',
    blockchainAccountID: 'ixo1holder',
  });

  it('what names no controller is told by the keys that act for it, never to be nobody', async () => {
    const id = 'did:ixo:entity:abc';
    withDocument(id, { controller: [], verificationMethod: [account(id)], authentication: [id] });
    expect(await about(id)).toBe(
      `${id} names no controller: whoever holds its own key ixo1holder controls it (project/carbon, verified).`,
    );
    withDocument(id, { controller: [], verificationMethod: [account(id)], authentication: [] });
    expect(await about(id)).toContain('names no controller, and no key that may act for it');
  });

  it('a DID that is no entity is told all the same', async () => {
    const id = 'did:ixo:ixo1holder';
    withDocument(id, { controller: ['did:ixo:entity:oracle'] });
    await expect(about(id)).rejects.toMatchObject({
      code: 'not_found',
      detail: expect.stringMatching(
        /is a DID, and no entity\. did:ixo:entity:oracle .*controls? did:ixo:ixo1holder\.$/,
      ),
    });
  });
});

describe('get_collection', () => {
  it('tells one, with its admin and counts', async () => {
    expect(await call('get_collection', { id: '12' })).toMatchObject({
      summary:
        'Collection 12 of did:ixo:entity:abc is open, its admin is ixo1admin: 4 of at most 1000 claims submitted, 3 evaluated (1 approved, 1 rejected, 1 disputed).',
      admin: 'ixo1admin',
      starts: '2024-01-01T00:00:00Z',
    });
    await expect(call('get_collection', { id: '99' })).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('lists of the chain', () => {
  it('give collections of a state, whatever stands between them, page by page', async () => {
    const [template] = test.chain.state.collections;
    test.chain.state.collections = Array.from({ length: 250 }, (_, at) => ({
      ...template,
      id: String(at),
      state: at % 50 === 7 ? 'PAUSED' : 'OPEN',
    }));
    const found: string[] = [];
    for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
      const page = await call<{ collections: { id: string }[]; nextCursor?: string; summary: string }>(
        'list_collections',
        { state: 'paused', limit: 2, ...(cursor === undefined ? {} : { cursor }) },
      );
      if (cursor === undefined) expect(page.summary).toBe('The first 2 paused collections; there are more.');
      found.push(...page.collections.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(found).toEqual(['7', '57', '107', '157', '207']);
  });

  it('give the disputes about a claim, and the one of a proof', async () => {
    test.chain.state.disputes = ['a', 'b', 'a'].map((claim, at) => ({
      subject_id: `claim-about-${claim}`,
      data: { uri: 'ipfs://x', proof: `proof-of-${at}` },
    }));
    const about = async (id: string) =>
      (await call<{ disputes: { proof: string }[] }>('list_disputes', { about: id })).disputes.map(
        ({ proof }) => proof,
      );
    expect(await about('claim-about-a')).toEqual(['proof-of-0', 'proof-of-2']);
    expect(await about('proof-of-1')).toEqual(['proof-of-1']);
    expect(await about('claim-about-c')).toEqual([]);
  });
});

describe('a chain node that is behind', () => {
  it('is told of with what it says, and with nothing that is not of the chain', async () => {
    behind = { words: '12 minutes behind: its latest block is 7, of 2026-01-02T03:04:05Z', madeAt: 0 };
    const said = (name: string, id: string) => call<{ summary: string }>(name, { id });
    expect((await said('get_claim', 'claim-approved')).summary).toMatch(
      / The chain node is 12 minutes behind: /,
    );
    expect((await said('get_entity', 'did:ixo:entity:abc')).summary).toContain('12 minutes behind');
    await expect(said('get_claim', 'nobody')).rejects.toMatchObject({
      code: 'not_found',
      detail: expect.stringMatching(/has no claim nobody\. The chain node is 12 minutes behind: .*Z\.$/),
    });
    expect(
      JSON.stringify(
        await call('resolve_did', { did: 'did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK' }),
      ),
    ).not.toContain('behind');
  });
});

describe('claims that were never read', () => {
  it('are not told to be none', () =>
    expect(call('entity_claims', { state: 'flagged' })).rejects.toMatchObject({
      code: 'unavailable',
      detail: expect.stringMatching(/not known which claims .* being read for the first time\.$/),
    }));

  it('are not said to be on their way where the node is away', async () => {
    const away = await openEntities();
    const { signal } = new AbortController();
    await away.reader.claims({ cursor: undefined, limit: 1 }, signal);
    await away.chain.close();
    const ending = new AbortController();
    const run = away.follower.run(ending.signal);
    try {
      await expect.poll(() => away.follower.lastFailure).toBeDefined();
      await expect(callIn(away, 'entity_claims', { state: 'flagged' })).rejects.toMatchObject({
        code: 'unavailable',
        detail: expect.stringMatching(
          /not known which claims there are: the entities of the chain cannot be read: /,
        ),
      });
    } finally {
      ending.abort();
      await run;
      await away.close();
    }
  });

  it('are said to be unreadable where they are, with what is known of the collection', async () => {
    test.chain.state.claims = [{ claim_id: 5 }];
    const ending = new AbortController();
    const run = test.follower.run(ending.signal);
    while (test.follower.failureOf('claims') === undefined) await sleep(5);
    ending.abort();
    await run;
    await expect(call('entity_claims', { state: 'flagged' })).rejects.toMatchObject({
      code: 'unavailable',
      detail: expect.stringContaining('the claims of the chain cannot be read'),
    });
    const report = await call<ClaimsReport>('entity_claims', { collectionId: '12', state: 'flagged' });
    expect(report).toMatchObject({
      summary: 'How many flagged claims there are is not known yet.',
      collection: { id: '12' },
      note: expect.stringContaining(
        'How many there are is not known: the claims of the chain cannot be read',
      ),
    });
    expect(report).not.toHaveProperty('total');
  });
});

describe('get_claim', () => {
  it('tells its state, and who evaluated it', async () => {
    expect(await call('get_claim', { id: 'claim-approved' })).toEqual({
      summary:
        'Claim claim-approved of collection 12 is approved, evaluated by did:x:zEvaluator; did:x:zAgent submitted it at 2024-03-01T00:00:00Z.',
      id: 'claim-approved',
      collection: '12',
      state: 'approved',
      agent: 'did:x:zAgent',
      address: 'ixo1agent',
      submitted: '2024-03-01T00:00:00Z',
      evaluated: '2024-03-02T00:00:00Z',
      evaluation: {
        agent: 'did:x:zEvaluator',
        oracle: 'did:ixo:entity:oracle',
        reason: 1,
        proof: 'bafkreiproof',
        amount: ['1000000 uixo'],
      },
      payments: expect.arrayContaining(['submission: PAID']),
    });
    const open = await call<Json>('get_claim', { id: 'claim-open-2' });
    expect(open).toMatchObject({ state: 'open' });
    expect(open).not.toHaveProperty('evaluation');
  });

  it('knows none that the chain does not know', () =>
    expect(call('get_claim', { id: 'nobody' })).rejects.toMatchObject({ code: 'not_found' }));
});

describe('a state of claims that none has', () => {
  it.each(['flagged', 'invalidated'])('%s gives none, not all', async (state) => {
    await test.round();
    expect(await call('entity_claims', { collectionId: '12', state })).toMatchObject({
      claims: [],
      total: 0,
    });
  });

  it('are those that the chain calls so', () => {
    const claim = claimSchema.parse({ claim_id: 'a', evaluation: { status: 'FLAGGED' } });
    expect(claimSummaryOf(claim).state).toBe('flagged');
  });
});
