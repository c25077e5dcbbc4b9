import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PathIndex } from './routing/path-index.js';
import { parseTemplate } from './routing/template.js';
import { type FixtureChain, startFixtureChain } from './testing/fixture-chain.js';
import { type GatewayApp, startGatewayApp } from './testing/gateway-app.js';

let chain: FixtureChain;
let app: GatewayApp;
let dropIn: GatewayApp;
beforeAll(async () => {
  chain = await startFixtureChain();
  const env = { CHAIN_GRPC_URL: chain.url, GATEWAY_PREFIX: 'ixo, fixture,impacthub' };
  [app, dropIn] = await Promise.all([
    startGatewayApp(env),
    startGatewayApp({ ...env, GATEWAY_UNMATCHED: '501' }),
  ]);
  await Promise.all([app.loaded(), dropIn.loaded()]);
});
afterAll(async () => {
  await app.close();
  await dropIn.close();
  await chain.close();
});

describe('an id in a path is decoded exactly once', () => {
  it.each([
    ['did:ixo:entity:abc', 'did:ixo:entity:abc'],
    ['did%3Aixo%3Aentity%3Aabc', 'did:ixo:entity:abc'],
    ['ibc%2FABC', 'ibc/ABC'],
    ['a%252Fb', 'a%2Fb'],
    ['a+b%20c', 'a+b c'],
    ['%E2%82%AC', '€'],
    ['a%3Fb', 'a?b'],
    ['a%23b', 'a#b'],
    ['..a', '..a'],
    ['.', '.'],
    ['%2e%2e', '..'],
    ['x:', 'x:'],
    [':x', ':x'],
    ['A.B-C_D~', 'A.B-C_D~'],
    ['', ''],
    ['a;b', 'a;b'],
    ['a,b', 'a,b'],
    ["a'b", "a'b"],
    ['latest%20', 'latest '],
    ['LATEST', 'LATEST'],
  ])('%j', async (sent, id) => {
    const answer = await app.ask(`/fixture/items/${sent}`);
    expect(answer.status).toBe(200);
    expect(answer.json['request']?.['text']).toBe(id);
    expect(chain.calls.at(-1)).toBe('/fixture.Query/Item');
  });

  it.each(['%zz', '%', '%e2%82', '%2'])('%j is 400', async (sent) => {
    const answer = await app.ask(`/fixture/items/${sent}`);
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ code: 3, details: [] });
  });
});

describe('a literal beats a variable beats **, whatever was declared first', () => {
  it.each([
    ['/fixture/items/latest', '/fixture.Query/Echo', {}],
    ['/fixture/items/other', '/fixture.Query/Item', { text: 'other' }],
    ['/fixture/deep/exact', '/fixture.Query/Echo', { text: '' }],
    ['/fixture/deep/a', '/fixture.Query/Echo', { text: 'a' }],
    ['/fixture/deep/a/b/c', '/fixture.Query/Echo', { text: 'a/b/c' }],
    ['/fixture/deep/ibc%2FABC', '/fixture.Query/Echo', { text: 'ibc/ABC' }],
    ['/fixture/deep/', '/fixture.Query/Echo', { text: '' }],
    ['/fixture/deep', '/fixture.Query/Echo', { text: '' }],
    ['/fixture/tree/shelves/1/books/2', '/fixture.Query/Echo', { text: 'shelves/1/books/2' }],
    ['/fixture/verb/a:inspect', '/fixture.Query/Echo', { text: 'a' }],
    ['/fixture/verb/did:x:y:inspect', '/fixture.Query/Echo', { text: 'did:x:y' }],
    ['/fixture/verb/did:x:y', '/fixture.Query/Echo', { text: 'did:x:y' }],
    ['/fixture/echo/n/at/7', '/fixture.Query/Echo', { u64: '7' }],
    ['/fixture/echo/n/at/18446744073709551615', '/fixture.Query/Echo', { u64: '18446744073709551615' }],
    ['/fixture/color/COLOR_RED', '/fixture.Query/Echo', { color: 'COLOR_RED' }],
    ['/fixture/color/2', '/fixture.Query/Echo', { color: 'COLOR_GREEN' }],
    ['/fixture/echo/n/at/7?u64=9', '/fixture.Query/Echo', { u64: '7' }],
    ['/fixture/echo/n/at/7?nested.text=other&nested.number=2', '/fixture.Query/Echo', { u64: '7' }],
    ['/fixture/items/a?text=b', '/fixture.Query/Item', { text: 'a' }],
    ['/ixo/fixture/items/latest', '/fixture.Query/Echo', {}],
  ])('%s', async (path, method, fields) => {
    const answer = await app.ask(path);
    expect(answer.status).toBe(200);
    expect(answer.json['request']).toMatchObject(fields);
    expect(chain.calls.at(-1)).toBe(method);
  });

  it('binds nested fields of a path', async () => {
    const { json } = await app.ask('/fixture/echo/n/at/7?nested.text=other&nested.number=2');
    expect(json['request']?.['nested']).toEqual({ text: 'n', number: 2, inner: null, tags: [] });
  });

  it.each([
    ['/fixture/echo/n/at/x', 'invalid value "x" for u64 (uint64)'],
    [
      '/fixture/color/blue',
      'invalid value "blue" for color: it is one of COLOR_UNSPECIFIED, COLOR_RED, COLOR_GREEN',
    ],
  ])('%s is 400', async (path, message) => {
    const answer = await app.ask(path);
    expect([answer.status, answer.json['message']]).toEqual([400, message]);
  });
});

describe("the chain's own routes", () => {
  const id = 'did:ixo:entity:abc';
  it.each([
    ['/ixo/entity/params', 'ixo.entity.v1beta1.Query/Params'],
    [`/ixo/entity/${id}`, 'ixo.entity.v1beta1.Query/Entity'],
    [`/ixo/entity/${id}/metadata`, 'ixo.entity.v1beta1.Query/EntityMetaData'],
    [`/ixo/entity/${id}/iiddocument`, 'ixo.entity.v1beta1.Query/EntityIidDocument'],
    [`/ixo/entity/${id}/verified`, 'ixo.entity.v1beta1.Query/EntityVerified'],
    ['/ixo/entity', 'ixo.entity.v1beta1.Query/EntityList'],
    ['/ixo/claims/params', 'ixo.claims.v1beta1.Query/Params'],
    ['/ixo/claims/collection/12', 'ixo.claims.v1beta1.Query/Collection'],
    ['/ixo/claims/collections', 'ixo.claims.v1beta1.Query/CollectionList'],
    ['/ixo/claims/claim/claim-open-1', 'ixo.claims.v1beta1.Query/Claim'],
    ['/ixo/claims/claims', 'ixo.claims.v1beta1.Query/ClaimList'],
    ['/ixo/claims/dispute/bafyproof', 'ixo.claims.v1beta1.Query/Dispute'],
    ['/ixo/claims/disputes', 'ixo.claims.v1beta1.Query/DisputeList'],
    ['/ixo/token/params', 'ixo.token.v1beta1.Query/Params'],
    ['/ixo/token/metadata/1', 'ixo.token.v1beta1.Query/TokenMetadata'],
    ['/ixo/token/minter/ixo1minter', 'ixo.token.v1beta1.Query/TokenList'],
    ['/ixo/token/minter/ixo1minter/ixo1contract', 'ixo.token.v1beta1.Query/TokenDoc'],
    ['/ixo/did/dids', 'ixo.iid.v1beta1.Query/IidDocuments'],
    [`/ixo/did/dids/${id}`, 'ixo.iid.v1beta1.Query/IidDocument'],
    // another prefix
    [`/impacthub/entity/${id}`, 'ixo.entity.v1beta1.Query/Entity'],
    ['/impacthub/claims/claims', 'ixo.claims.v1beta1.Query/ClaimList'],
  ])('%s', async (path, method) => {
    const answer = await app.ask(path);
    expect(answer.status).toBe(200);
    expect(answer.headers['deprecation']).toBeUndefined();
    expect(chain.calls.at(-1)).toBe(`/${method}`);
  });

  it.each([
    ['/ixo/claim', 'ixo.claims.v1beta1.Query/ClaimList'],
    ['/ixo/claim/claim-open-1', 'ixo.claims.v1beta1.Query/Claim'],
    ['/ixo/collection', 'ixo.claims.v1beta1.Query/CollectionList'],
    ['/ixo/collection/12', 'ixo.claims.v1beta1.Query/Collection'],
    ['/ixo/dispute', 'ixo.claims.v1beta1.Query/DisputeList'],
    ['/ixo/dispute/bafyproof', 'ixo.claims.v1beta1.Query/Dispute'],
    ['/ixo/token/config', 'ixo.token.v1beta1.Query/Params'],
    ['/ixo/token/ixo1minter', 'ixo.token.v1beta1.Query/TokenList'],
    ['/ixo/token/ixo1minter/ixo1contract', 'ixo.token.v1beta1.Query/TokenDoc'],
    ['/ixo/allDidDocs', 'ixo.iid.v1beta1.Query/IidDocuments'],
    [`/ixo/did/${id}`, 'ixo.iid.v1beta1.Query/IidDocument'],
    ['/impacthub/claim', 'ixo.claims.v1beta1.Query/ClaimList'],
  ])('%s, of an earlier release, still answers and says that it is old', async (path, method) => {
    const answer = await app.ask(path);
    expect(answer.status).toBe(200);
    expect(answer.headers['deprecation']).toBe('true');
    expect(chain.calls.at(-1)).toBe(`/${method}`);
  });
});

const NOWHERE = [
  '/ixo/nothing',
  '/ixo/Entity/params',
  '/ixo/entity/a/b/c',
  '/ixo/claims/claims/',
  '/ixo/token/params:foo',
  '/ixo/',
  '/fixture/write',
  '/fixture/tree/shelves/1/books',
  '/fixture/tree/shelves/1/books/2/3',
  '/fixture/ECHO',
  '/fixture/echo/',
  '/fixture/kinds',
];

describe('a path with an empty segment', () => {
  it.each([
    ['/ixo//entity', '/ixo/entity'],
    ['/ixo///entity//x?json=protojson', '/ixo/entity/x?json=protojson'],
    ['/ixo//', '/ixo/'],
  ])('%s is found at %s, as with a node', async (path, clean) => {
    const answer = await app.ask(path);
    expect([answer.status, answer.headers['location']]).toEqual([301, clean]);
  });

  it.each(['//ixo/cosmos/tx/v1beta1/simulate', '/ixo//cosmos/tx/v1beta1/simulate'])(
    'keep what is sent with a body, where a node would make a GET of it: %s',
    async (path) => {
      const answer = await app.ask(path, { method: 'POST' });
      expect([answer.status, answer.headers['location']]).toEqual([308, '/ixo/cosmos/tx/v1beta1/simulate']);
    },
  );
});

describe('segments behind **', () => {
  const index = new PathIndex<string>();
  for (const text of ['/d/{x=**}', '/d/{x=**}/total', '/d/{x=**}/{y}/of/{z=*}', '/d/all']) {
    index.add(parseTemplate(text), text);
  }
  it.each([
    ['/d/ibc/A/total', '/d/{x=**}/total', ['ibc/A']],
    ['/d/total', '/d/{x=**}/total', ['']],
    ['/d/a/b/c', '/d/{x=**}', ['a/b/c']],
    ['/d/a/b/c/of/d', '/d/{x=**}/{y}/of/{z=*}', ['a/b', 'c', 'd']],
    ['/d/all', '/d/all', []],
    ['/d', '/d/{x=**}', ['']],
  ])('%s is %s', (path, template, values) => {
    const found = index.find(path.slice(1).split('/'));
    expect([found?.value, found?.values]).toEqual([template, values]);
  });
});

describe('a path that is no query', () => {
  it.each(NOWHERE)('%s is 404 and named', async (path) => {
    const answer = await app.ask(path);
    expect(answer.status).toBe(404);
    expect(answer.json).toEqual({
      code: 5,
      message: `no query of the chain has the path ${path}`,
      details: [],
    });
  });

  it.each(NOWHERE)('%s is 501 where the gateway stands in for a node', async (path) => {
    const answer = await dropIn.ask(path);
    expect(answer.status).toBe(501);
    expect(answer.text).toBe('{"code":12,"message":"Not Implemented","details":[]}');
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s is no query either', async (method) => {
    const [ours, theirs] = await Promise.all([
      app.ask('/ixo/entity', { method }),
      dropIn.ask('/ixo/entity', { method }),
    ]);
    expect([ours.status, ours.json['code']]).toEqual([405, 12]);
    expect([theirs.status, theirs.json['code']]).toEqual([501, 12]);
  });

  it('is told from a query that the node does not have', async () => {
    const answer = await app.ask('/fixture/absent');
    expect([answer.status, answer.json['code']]).toEqual([501, 12]);
  });
});

describe('a template', () => {
  it.each(['a', '/{a', '/{a}b', '/**/a/**', '/a*', '/{1}', '/{a=b=c}', '/a:', '/{a.}'])(
    '%j is refused',
    (text) => {
      expect(() => parseTemplate(text)).toThrow(/^the template /);
    },
  );
});
