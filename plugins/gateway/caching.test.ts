import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FixtureChain, startFixtureChain } from './testing/fixture-chain.js';
import { type GatewayApp, startGatewayApp } from './testing/gateway-app.js';

const PAGE_ORIGIN = 'https://app.example.org';
let chain: FixtureChain;
let app: GatewayApp;
beforeAll(async () => {
  chain = await startFixtureChain({ height: 4242 });
  app = await startGatewayApp({
    CHAIN_GRPC_URL: chain.url,
    GATEWAY_PREFIX: 'ixo,fixture,cosmos',
    CORS_ORIGINS: PAGE_ORIGIN,
  });
  await app.loaded();
});
afterAll(async () => {
  await app.close();
  await chain.close();
});

const at = (height: string, more: Record<string, string> = {}) => ({
  headers: { 'x-cosmos-block-height': height, ...more },
});

describe('an answer at a height', () => {
  it('may be kept, and is not sent again to whoever has it', async () => {
    const first = await app.ask('/ixo/token/params', at('7'));
    expect(first.headers['cache-control']).toBe('public, max-age=86400');
    const tag = String(first.headers['etag']);
    expect(tag).toMatch(/^W\/"[\w-]{22}"$/);
    expect(first.headers['vary']).toContain('X-Cosmos-Block-Height');
    for (const known of [tag, tag.replace('W/', ''), `"other", ${tag}`, '*']) {
      const again = await app.ask('/ixo/token/params', at('7', { 'if-none-match': known }));
      expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', tag]);
      expect(again.headers['x-cosmos-block-height']).toBe('7');
    }
    const other = await app.ask('/ixo/token/params', at('7', { 'if-none-match': '"other"' }));
    expect([other.status, other.text]).toEqual([200, first.text]);
  });

  it('is one per origin, too', async () => {
    const { headers } = await app.ask('/ixo/token/params', at('7', { origin: PAGE_ORIGIN }));
    expect(headers['vary']).toMatch(/Origin/);
    expect(headers['vary']).toMatch(/X-Cosmos-Block-Height/);
  });

  it.each([
    ['of the latest block', '/ixo/token/params', {}],
    ['of height 0, which is the latest', '/ixo/token/params', at('0')],
    ['of a service that tells of the node and not of state', '/cosmos/tx/v1beta1/txs?query=a', at('7')],
    ['that other metadata may have shaped', '/ixo/token/params', at('7', { 'grpc-metadata-x-a': 'b' })],
    ['that is a fault', '/ixo/claims/claim/none', at('7')],
  ])('is not kept when it is one %s', async (_, path, ask) => {
    const { headers } = await app.ask(path, ask);
    expect([headers['cache-control'], headers['etag']]).toEqual(['no-store', undefined]);
  });

  it('is not kept when the node answered for another', async () => {
    const stubborn = await startFixtureChain({ height: 99, onlyLatest: true });
    const gateway = await startGatewayApp({ CHAIN_GRPC_URL: stubborn.url });
    await gateway.loaded();
    const { headers } = await gateway.ask('/ixo/token/params', at('7'));
    expect(headers['cache-control']).toBe('no-store');
    await gateway.close();
    await stubborn.close();
  });

  it('is kept by its reader alone where reading takes a credential', async () => {
    const gateway = await startGatewayApp({ CHAIN_GRPC_URL: chain.url, GATEWAY_AUTH: 'ucan' });
    await gateway.loaded();
    const reader = gateway.as(['gateway/query']);
    const { headers } = await reader.get('/ixo/token/params', { 'x-cosmos-block-height': '7' });
    expect(headers.get('cache-control')).toBe('private, max-age=86400');
    await gateway.close();
  });
});

describe('gzip', () => {
  it.each(['gzip', 'br, gzip;q=0.5', '*', 'GZIP'])('is what a client with %j gets', async (accepted) => {
    const plain = await app.ask('/ixo/entity?pagination.limit=5');
    const packed = await app.ask('/ixo/entity?pagination.limit=5', {
      headers: { 'accept-encoding': accepted },
    });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2);
    expect(gunzipSync(packed.bytes).toString()).toBe(plain.text);
    expect(packed.headers['content-length']).toBe(String(packed.bytes.length));
  });

  it.each(['', 'br', 'gzip;q=0', 'identity, gzip;q=0, *'])('is not sent to one with %j', async (accepted) => {
    const { headers } = await app.ask('/ixo/entity', { headers: { 'accept-encoding': accepted } });
    expect(headers['content-encoding']).toBeUndefined();
  });

  it('is not worth it for a few bytes', async () => {
    const { headers } = await app.ask('/ixo/token/params', { headers: { 'accept-encoding': 'gzip' } });
    expect(headers['content-encoding']).toBeUndefined();
  });

  it('has the tag of the plain answer', async () => {
    const [plain, packed] = await Promise.all(
      [{}, { 'accept-encoding': 'gzip' }].map((more) => app.ask('/ixo/entity', at('7', more))),
    );
    expect(packed?.headers['content-encoding']).toBe('gzip');
    expect(packed?.headers['etag']).toBe(plain?.headers['etag']);
  });
});

describe('slashes before a path', () => {
  it.each([
    ['//ixo/token/params', '/ixo/token/params'],
    ['//cosmos/bank/v1beta1/supply?pagination.limit=1', '/cosmos/bank/v1beta1/supply?pagination.limit=1'],
    ['///ixo/nothing//x', '/ixo/nothing//x'],
  ])('%s is moved to %s', async (path, to) => {
    const answer = await app.ask(path);
    expect([answer.status, answer.headers.location, answer.text]).toEqual([301, to, '']);
  });

  it.each(['//elsewhere/ixo/token/params', '//\\ixo/token', '//health', '//'])(
    '%s is moved nowhere',
    async (path) => {
      const answer = await app.ask(path);
      expect(answer.headers.location).toBeUndefined();
    },
  );
});
