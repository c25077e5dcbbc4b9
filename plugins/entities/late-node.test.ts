import { callTool, startTestOracle } from 'oracle-runtime/testing';
import { afterEach, describe, expect, it } from 'vitest';
import gateway from '../gateway/index.js';
import { startFixtureChain } from '../gateway/testing/fixture-chain.js';
import { ChainReader } from './chain/chain-reader.js';
import entities from './index.js';
import { entityOperations } from './operations/index.js';
import { openEntities } from './testing/open-entities.js';

const MINUTE = 60_000;
const WORDS = /The chain node is 12 minutes behind: its latest block is 77, of \d{4}-\S+Z/;

const opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close();
});

interface Report {
  readonly summary: string;
  readonly asOf: string;
}

describe('what is read from a node that is minutes behind', () => {
  it('is as of its latest block, and says so', async () => {
    let lag = 12.5 * MINUTE;
    const test = await openEntities({ node: { lag: () => lag, height: 77 } });
    opened.push(test);
    const operations = entityOperations(test, test.queries);
    const call = (name: string, args: object) => callTool(operations, name, args) as Promise<Report>;
    test.now = Date.now();
    await test.round();
    const age = async (name: string, args: object) => {
      const { summary, asOf } = await call(name, args);
      expect(summary).toMatch(WORDS);
      return (Date.now() - Date.parse(asOf)) / MINUTE;
    };
    expect(await age('entity_claims', { collectionId: '12', state: 'open' })).toBeCloseTo(12.5, 0);
    expect(await age('search_entities', { text: 'device' })).toBeCloseTo(12.5, 0);
    // What it listed while it was late stays of that block when it keeps up again.
    lag = 0;
    const { index } = test;
    expect(((await index.progress('claims')).completedAt ?? 0) / MINUTE).toBeCloseTo(
      test.now / MINUTE - 12.5,
      0,
    );
  });

  it('is as of its latest block where the index was read when it kept up', async () => {
    const test = await openEntities({ node: { lag: () => 0 } });
    opened.push(test);
    test.now = Date.now();
    await test.round();
    const madeAt = test.now - 12 * MINUTE;
    const queries = { ...test.queries, behind: () => ({ words: 'late', madeAt }) };
    const late = { ...test, reader: new ChainReader(queries) };
    expect(await callTool(entityOperations(late, queries), 'entity_claims', {})).toMatchObject({
      asOf: new Date(madeAt).toISOString(),
    });
  });

  it('says its age over HTTP', async () => {
    const chain = await startFixtureChain({ lag: () => 12.5 * MINUTE, height: 77 });
    opened.push(chain);
    const app = await startTestOracle({ plugins: [gateway, entities], env: { CHAIN_GRPC_URL: chain.url } });
    opened.push(app);
    const told = async (path: string, accept = '*/*') => {
      const { status, headers, json } = await app.anyone.get(path, { Accept: accept });
      const age = Math.round(Number(headers.get('age') ?? Number.NaN) / 10);
      return { status, age, warning: headers.get('warning'), json };
    };
    const late = { age: 75, warning: expect.stringMatching(WORDS) };
    expect(await told('/entities/did:ixo:entity:abc')).toMatchObject({ status: 200, ...late });
    expect(await told('/entities/did:ixo:entity:nobody')).toMatchObject({
      status: 404,
      ...late,
      json: { detail: expect.stringMatching(WORDS) },
    });
    const metadata = { didResolutionMetadata: { warning: expect.stringMatching(WORDS) } };
    expect(await told('/dids/did:ixo:entity:abc')).toMatchObject({ status: 200, ...late, json: metadata });
    expect(await told('/dids/did:ixo:entity:nobody')).toMatchObject({ status: 404, ...late, json: metadata });
    expect(await told('/dids/did:ixo:entity:abc', 'application/did+json')).toMatchObject(late);
    const key = 'did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK';
    expect(await told(`/dids/${key}`)).toMatchObject({ status: 200, age: Number.NaN, warning: null });
  });
});
