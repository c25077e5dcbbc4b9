import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import vfs from '../vfs/index.js';
import gateway from './index.js';
import { type FixtureChain, startFixtureChain } from './testing/fixture-chain.js';
import { type GatewayApp, startGatewayApp } from './testing/gateway-app.js';
import { AUTHORITY } from './testing/tls.js';

let chain: FixtureChain;
const opened: { close(): Promise<void> }[] = [];
beforeAll(async () => {
  chain = await startFixtureChain();
});
afterAll(() => chain.close());
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close();
});

async function appOf(env: Record<string, string>): Promise<GatewayApp> {
  const all = { CHAIN_GRPC_URL: chain.url, GATEWAY_PREFIX: 'ixo,fixture', ...env };
  // With files, so that a UCAN may be about something else than this oracle.
  const app = await startGatewayApp(all, {}, [gateway, vfs]);
  opened.push(app);
  await app.loaded();
  return app;
}

const keyOf = (app: GatewayApp, ...scopes: string[]) => app.as(scopes).credential();

/** A UCAN of the owner's for one request. */
const ucanOf = (app: GatewayApp, can: string, resource: string) =>
  app.ucan({ can, with: resource }).credential();

describe('GATEWAY_AUTH', () => {
  it('public asks for nothing', async () => {
    const app = await appOf({});
    expect((await app.ask('/ixo/token/params')).status).toBe(200);
  });

  it('api-key lets keys in, and refuses the rest in the shape of the gateway', async () => {
    const app = await appOf({ GATEWAY_AUTH: 'api-key' });
    for (const headers of [{}, { Authorization: 'Bearer nonsense' }]) {
      const answer = await app.ask('/ixo/token/params', { headers });
      expect(answer.status).toBe(401);
      expect(answer.json).toMatchObject({ code: 16, details: [] });
      expect(answer.headers['content-type']).toMatch(/^application\/json/);
    }
    const headers = await keyOf(app);
    const answer = await app.ask('/ixo/entity/did%3Aixo%3Aentity%3Aabc', { headers });
    expect([answer.status, answer.json['entity']?.['id']]).toEqual([200, 'did:ixo:entity:abc']);
    // The path reaches the query as it was sent, whoever asks.
    const { json } = await app.ask('/fixture/items/a%252Fb', { headers });
    expect(json['request']?.['text']).toBe('a%2Fb');
    expect((await app.ask('/fixture/items/%zz', { headers })).json).toMatchObject({ code: 3 });
  });

  it('ucan lets in who may gateway/query, once a token', async () => {
    const app = await appOf({ GATEWAY_AUTH: 'ucan' });
    expect((await app.ask('/ixo/token/params')).json).toMatchObject({ code: 16, details: [] });
    const headers = await ucanOf(app, 'gateway/query', 'ixo:oracle');
    const answer = await app.ask('/ixo/token/params', { headers });
    expect([answer.status, answer.json['params']?.['ixo1155_contract_code']]).toEqual([200, '25']);
    expect((await app.ask('/ixo/token/params', { headers })).json).toMatchObject({ code: 16 });
  });

  it.each([
    ['gateway/other', 'ixo:oracle'],
    ['gateway/query', 'ixo:filesystem'],
  ] as const)('ucan refuses %s on %s', async (can, resource) => {
    const app = await appOf({ GATEWAY_AUTH: 'ucan' });
    const answer = await app.ask('/ixo/token/params', { headers: await ucanOf(app, can, resource) });
    expect(answer.status).toBe(403);
    expect(answer.json).toMatchObject({ code: 7, details: [] });
  });

  it('ucan lets in a key with the scope, and no other key', async () => {
    const app = await appOf({ GATEWAY_AUTH: 'ucan' });
    const ask = async (...scopes: string[]) =>
      (await app.ask('/ixo/token/params', { headers: await keyOf(app, ...scopes) })).status;
    expect(await ask('gateway/query')).toBe(200);
    expect(await ask('gateway-metrics')).toBe(403);
  });
});

describe('metrics', () => {
  it('count queries by method and code, for who may read them', async () => {
    const app = await appOf({});
    await app.ask('/ixo/token/params');
    await app.ask('/ixo/token/params');
    await app.ask('/ixo/entity/none');
    await app.ask('/ixo/nothing/at/all');
    expect((await app.ask('/gateway/metrics')).status).toBe(401);
    const denied = await app.ask('/gateway/metrics', { headers: await keyOf(app, 'gateway/query') });
    expect(denied.status).toBe(403);
    const answer = await app.ask('/gateway/metrics', { headers: await keyOf(app, 'gateway-metrics') });
    expect(answer.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    const lines = answer.text.split('\n');
    expect(lines).toContain('gateway_queries_in_flight 0');
    expect(lines).toContain('# TYPE gateway_query_seconds summary');
    const counts = lines.filter((line) => line.startsWith('gateway_query_seconds_count'));
    expect(counts).toEqual([
      'gateway_query_seconds_count{method="ixo.token.v1beta1.Query/Params",code="0"} 2',
      'gateway_query_seconds_count{method="ixo.entity.v1beta1.Query/Entity",code="5"} 1',
    ]);
    const [sum] = lines.filter((line) => line.startsWith('gateway_query_seconds_sum{method="ixo.token'));
    expect(Number(sum?.split(' ')[1])).toBeGreaterThan(0);
    expect(answer.text.endsWith('\n')).toBe(true);
  });
});

describe('TLS', () => {
  async function certificateFile(text: string): Promise<string> {
    const dir = await mkdtemp(join(tmpdir(), 'authority-'));
    opened.push({ close: () => rm(dir, { recursive: true }) });
    await writeFile(join(dir, 'ca.pem'), text);
    return join(dir, 'ca.pem');
  }

  it('trusts the authority of CHAIN_GRPC_CA', async () => {
    const secure = await startFixtureChain({ tls: true });
    opened.push(secure);
    const app = await appOf({
      CHAIN_GRPC_URL: secure.url,
      CHAIN_GRPC_CA: await certificateFile(AUTHORITY),
    });
    expect((await app.ask('/fixture/echo?text=x')).json['request']?.['text']).toBe('x');
  });

  it('trusts nobody else, and a node without TLS is none with it', async () => {
    const secure = await startFixtureChain({ tls: true });
    opened.push(secure);
    for (const url of [secure.url, chain.url.replace('http://127.0.0.1', 'https://localhost')]) {
      const app = await startGatewayApp({ CHAIN_GRPC_URL: url });
      opened.push(app);
      const answer = await app.ask('/ixo/token/params', { headers: { 'Grpc-Timeout': '2S' } });
      expect(answer.status).toBeGreaterThanOrEqual(503);
      expect(secure.calls).toEqual([]);
    }
  });

  it.each([
    ['/nowhere/ca.pem', /CHAIN_GRPC_CA/],
    [import.meta.filename, /CHAIN_GRPC_CA.*no certificate/s],
  ])('names a file that is none: %s', async (path, message) => {
    await expect(startGatewayApp({ CHAIN_GRPC_CA: path })).rejects.toThrow(message);
  });
});

describe('a setting that cannot be', () => {
  it.each([
    ['CHAIN_GRPC_URL', 'ftp://x'],
    ['CHAIN_GRPC_URL', 'http://host:99999'],
    ['GATEWAY_PREFIX', 'a/b'],
    ['GATEWAY_AUTH', 'nobody'],
    ['GATEWAY_UNMATCHED', '500'],
  ])('%s=%s ends the boot by its name', async (name, value) => {
    await expect(startGatewayApp({ [name]: value })).rejects.toThrow(name);
  });
});
