import { callTool } from 'oracle-runtime/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChainQueries } from '../service.js';
import { type OpenQueries, openQueries } from '../testing/open-queries.js';
import { listQueriesOperation } from './list-queries.js';
import { queryOperation } from './query.js';

const signal = new AbortController().signal;
let open: OpenQueries;
let queries: ChainQueries;
beforeAll(async () => {
  open = await openQueries({ height: 7 });
  queries = open.queries;
});
afterAll(() => open.close());

const call = (name: string, args: unknown) =>
  callTool([listQueriesOperation(queries), queryOperation(queries)], name, args);

describe('chain_list_queries', () => {
  it('finds methods by words of their name, path and fields', async () => {
    const found = await call('chain_list_queries', { search: 'claims collection id' });
    expect(found).toMatchObject({
      queries: expect.arrayContaining([
        {
          method: 'ixo.claims.v1beta1.Query/Collection',
          path: '/ixo/claims/collection/{id}',
          params: ['id: string'],
          answer: ['collection'],
        },
      ]),
    });
  });

  it('lists all, each with its way to ask', async () => {
    const { queries: all } = (await call('chain_list_queries', {})) as { queries: { method: string }[] };
    expect(all.map(({ method }) => method)).toContain('fixture.Query/Echo');
    expect(all.map(({ method }) => method)).not.toContain('fixture.Query/Write');
    expect(all.map(({ method }) => method)).not.toContain('fixture.Query/Hidden');
  });
});

describe('chain_query', () => {
  it('answers with the height of the data', async () => {
    expect(await call('chain_query', { method: 'ixo.token.v1beta1.Query/Params' })).toEqual({
      height: '7',
      answer: { params: { ixo1155_contract_code: '25' } },
    });
  });

  it('takes pages by key only, never by offset', async () => {
    const method = 'ixo.claims.v1beta1.Query/ClaimList';
    const first = (await call('chain_query', {
      method,
      params: { pagination: { limit: 3, offset: 2 } },
    })) as {
      nextKey: string;
      answer: { claims: { claim_id: string }[] };
    };
    expect(first.answer.claims.map((each) => each.claim_id)).toEqual([
      'claim-open-1',
      'claim-approved',
      'claim-rejected',
    ]);
    const second = (await call('chain_query', {
      method,
      params: { pagination: { limit: 3, key: first.nextKey } },
    })) as typeof first;
    expect(second.answer.claims.map((each) => each.claim_id)).toEqual(['claim-open-2', 'claim-elsewhere']);
    expect(second).not.toHaveProperty('nextKey');
  });

  it('takes nested fields, lists and maps as JSON', async () => {
    const { body } = await queries.query(
      'fixture.Query/Echo',
      {
        nested: { text: 'x' },
        names: ['a', 'b'],
        labels: { k: 'v' },
        u64: '18446744073709551615',
        'nested.number': 3,
      },
      signal,
    );
    expect(body['request']).toMatchObject({
      nested: { text: 'x', number: 3 },
      names: ['a', 'b'],
      labels: { k: 'v' },
      u64: '18446744073709551615',
    });
  });

  it.each([
    ['ixo.claims.v1beta1.Query/Nothing', {}, 'invalid_request', /no query/],
    ['Claim', {}, 'invalid_request', /no query/],
    ['fixture.Query/Write', {}, 'invalid_request', /no query/],
    ['ixo.claims.v1beta1.Query/Claim', { claimId: 'x' }, 'invalid_request', /params\.claimId is no field/],
    ['ixo.claims.v1beta1.Query/Claim', { id: ['x'] }, 'invalid_request', /wrong kind/],
    ['fixture.Query/Echo', { u32: -1 }, 'invalid_request', /invalid value "-1" for u32/],
    ['fixture.Query/Echo', { 'text.a': 1 }, 'invalid_request', /params\.text\.a is no field/],
    ['ixo.claims.v1beta1.Query/Claim', { id: 'none' }, 'not_found', /claim not found: none/],
    ['fixture.Query/Fail', { code: 14 }, 'unavailable', /cannot be reached|as told/],
    ['fixture.Query/Fail', { code: 4 }, 'upstream_timeout', /in time/],
    ['fixture.Query/Fail', { code: 13 }, 'upstream_failed', /as told/],
    ['fixture.Query/Absent', {}, 'upstream_failed', /does not implement/],
  ])('%s %j is %s', async (method, params, code, detail) => {
    const failed = queries.query(method, params, signal);
    await expect(failed).rejects.toMatchObject({ code, detail: expect.stringMatching(detail) });
  });

  it('tells the queries that may have been meant', async () => {
    await expect(queries.query('ixo.claims.Query/Claim', {}, signal)).rejects.toMatchObject({
      hint: 'Perhaps ixo.claims.v1beta1.Query/Claim.',
    });
  });

  it('ends when the run does', async () => {
    const controller = new AbortController();
    const asked = queries.query('fixture.Query/Sleep', { ms: 30_000 }, controller.signal);
    controller.abort();
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
  });
});
