import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { create, toBinary } from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';
import { afterEach, describe, expect, it } from 'vitest';
import { blackHole, freePort, relay, stuckOnce } from './testing/bad-nodes.js';
import { type FixtureChain, fixtureDescriptorSet, startFixtureChain } from './testing/fixture-chain.js';
import { fixtureSet } from './testing/fixture-files.js';
import { type GatewayApp, startGatewayApp } from './testing/gateway-app.js';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close();
});

async function chainOf(...options: Parameters<typeof startFixtureChain>): Promise<FixtureChain> {
  const chain = await startFixtureChain(...options);
  opened.push(chain);
  return chain;
}

async function appOf(env: Record<string, string>, section: unknown = {}): Promise<GatewayApp> {
  const app = await startGatewayApp({ GATEWAY_PREFIX: 'ixo,fixture', ...env }, section);
  opened.push(app);
  return app;
}

/** How long until a query succeeds, in ms. */
async function recovery(app: GatewayApp, path = '/ixo/token/params'): Promise<number> {
  const started = performance.now();
  while (performance.now() - started < 10_000) {
    if ((await app.ask(path)).status === 200) return performance.now() - started;
  }
  throw new Error('it did not recover');
}

/** Some of what the chain describes, in wire format. */
function fixtureFiles(wanted: (name: string) => boolean): Uint8Array[] {
  const some = fixtureSet().file.filter(({ name }) => wanted(name));
  return some.map((proto) => toBinary(FileDescriptorProtoSchema, proto));
}

describe('a node that is not there at boot', () => {
  it('leaves every route at 503, also those that only it knows, and is found when it comes', async () => {
    const port = await freePort();
    const app = await appOf({ CHAIN_GRPC_URL: `http://127.0.0.1:${port}` });
    const known = await app.ask('/ixo/entity/did:ixo:entity:abc');
    expect(known.status).toBe(503);
    expect(known.json).toEqual({ code: 14, message: 'the chain node cannot be reached', details: [] });
    expect(known.headers['retry-after']).toBe('1');
    for (const path of ['/ixo/claims/claims', '/ixo/token/params'])
      expect((await app.ask(path)).status).toBe(503);
    // A wallet takes 404 as "no such account".
    for (const [method, path] of [
      ['GET', '/fixture/echo'],
      ['GET', '/ixo/cosmos/auth/v1beta1/accounts/ixo1a'],
      ['POST', '/ixo/cosmos/tx/v1beta1/simulate'],
    ] as const) {
      const unread = await app.ask(path, { method });
      expect([unread.status, unread.json['code'], unread.headers['retry-after']]).toEqual([503, 14, '1']);
    }
    expect((await app.ask('/ixo/openapi.json')).status).toBe(200);
    expect((await app.ask('/health')).status).toBe(200);
    expect((await app.ask('/health/plugins')).text).toContain('"state":"pending"');
    await chainOf({ port });
    expect(await recovery(app)).toBeLessThan(3_000);
    await app.loaded();
    expect((await app.ask('/fixture/echo?text=x')).status).toBe(200);
    expect((await app.ask('/fixture/nothing')).status).toBe(404);
  });

  it('is named when none is configured', async () => {
    const app = await appOf({});
    const answer = await app.ask('/ixo/token/params');
    expect(answer.status).toBe(503);
    expect(answer.json['message']).toBe(
      'no chain is configured: set CHAIN_GRPC_URL to the gRPC port of a node',
    );
    expect((await app.ask('/ixo/nothing')).status).toBe(404);
    await app.loaded();
  });
});

describe('a node that fails while it serves', () => {
  it('dies in the middle of a request, and is found again within 2 s of its return', async () => {
    const chain = await chainOf();
    const app = await appOf({ CHAIN_GRPC_URL: chain.url });
    await app.loaded();
    const slow = app.ask('/fixture/sleep/30000');
    while (!chain.calls.includes('/fixture.Query/Sleep'))
      await new Promise((resolve) => setImmediate(resolve));
    await chain.close();
    const torn = await slow;
    expect([torn.status, torn.json['code']]).toEqual([503, 14]);
    expect((await app.ask('/ixo/token/params')).status).toBe(503);
    const health = async () => (await app.ask('/health/plugins')).text;
    await expect.poll(health, { timeout: 10_000 }).toContain('the chain node cannot be reached');
    await chainOf({ port: chain.port });
    expect(await recovery(app)).toBeLessThan(2_000);
  });

  it('is a black hole: 504 at the deadline, and the process lives', async () => {
    const { url } = await blackHole(opened);
    const app = await appOf({ CHAIN_GRPC_URL: url }, { timeoutMs: 300 });
    const started = performance.now();
    const answer = await app.ask('/ixo/token/params');
    expect([answer.status, answer.json['code']]).toEqual([504, 4]);
    expect(performance.now() - started).toBeLessThan(2_000);
    expect((await app.ask('/health')).status).toBe(200);
  });

  it('falls silent while it is connected: 504, and all is well within 2 s of its return', async () => {
    const chain = await chainOf();
    const { url, swallow } = await relay(chain.port, opened);
    const app = await appOf({ CHAIN_GRPC_URL: url }, { timeoutMs: 300 });
    await app.loaded();
    swallow(true);
    const silent = await Promise.all(Array.from({ length: 5 }, () => app.ask('/ixo/token/params')));
    expect(silent.map(({ status }) => status)).toEqual([504, 504, 504, 504, 504]);
    expect((await app.ask('/ixo/openapi.json')).status).toBe(200);
    swallow(false);
    expect(await recovery(app)).toBeLessThan(2_000);
  });

  it('never takes a request on one connection: it is asked on another', async () => {
    const chain = await chainOf();
    const { url, stick } = await stuckOnce(chain.port, opened);
    const app = await appOf({ CHAIN_GRPC_URL: url }, { timeoutMs: 400 });
    await app.loaded();
    stick();
    expect((await app.ask('/ixo/token/params')).status).toBe(504);
    expect(await recovery(app)).toBeLessThan(8_000);
  });

  it('is slow for one query, which others do not notice', async () => {
    const chain = await chainOf();
    const app = await appOf({ CHAIN_GRPC_URL: chain.url }, { timeoutMs: 1_000 });
    await app.loaded();
    const slow = app.ask('/fixture/sleep/30000');
    const started = performance.now();
    const others = await Promise.all(Array.from({ length: 20 }, () => app.ask('/ixo/token/params')));
    expect(others.every(({ status }) => status === 200)).toBe(true);
    expect(performance.now() - started).toBeLessThan(900);
    expect((await slow).status).toBe(504);
  });

  it('answers with more than fits: 429, and up to the limit all of it', async () => {
    const chain = await chainOf();
    const app = await appOf({ CHAIN_GRPC_URL: chain.url });
    await app.loaded();
    const large = await app.ask('/fixture/big/8388608');
    expect(large.status).toBe(200);
    expect(large.text.length).toBeGreaterThan(8_388_608);
    const tooLarge = await app.ask('/fixture/big/20971520');
    expect([tooLarge.status, tooLarge.json['code']]).toEqual([429, 8]);
    expect((await app.ask('/ixo/token/params')).status).toBe(200);
  });

  it('is away for a moment: it is asked again, three times at most and inside the deadline', async () => {
    const chain = await chainOf();
    const app = await appOf({ CHAIN_GRPC_URL: chain.url });
    await app.loaded();
    const method = '/ixo.token.v1beta1.Query/Params';
    const callsFor = async (away: number, headers: Record<string, string> = {}) => {
      chain.state.unavailable.set(method, away);
      const before = chain.calls.length;
      const { status } = await app.ask('/ixo/token/params', { headers });
      chain.state.unavailable.clear();
      return { status, calls: chain.calls.length - before };
    };
    expect(await callsFor(2)).toEqual({ status: 200, calls: 3 });
    expect(await callsFor(9)).toEqual({ status: 503, calls: 3 });
    // The first pause alone would outlast it.
    expect((await callsFor(9, { 'Grpc-Timeout': '45m' })).calls).toBeLessThanOrEqual(1);
  });

  it.each([
    ['bytes that are no message', Uint8Array.of(10, 99, 1)],
    // field 29, a Timestamp of some 10^17 seconds
    [
      'a year that JSON cannot write',
      Uint8Array.of(0xea, 1, 9, 8, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x7f),
    ],
  ])('answers with %s: 500, and the process lives', async (_what, bytes) => {
    const chain = await chainOf();
    const app = await appOf({ CHAIN_GRPC_URL: chain.url });
    await app.loaded();
    chain.state.kinds.set('bad', bytes);
    const answer = await app.ask('/fixture/kinds/bad');
    expect([answer.status, answer.json['code']]).toEqual([500, 13]);
    expect(answer.json['message']).toMatch(/^the node's answer cannot be read: /);
    expect((await app.ask('/ixo/token/params')).status).toBe(200);
  });

  it('is asked no more than it can take: the others wait or get 503', async () => {
    const chain = await chainOf();
    const app = await appOf({ CHAIN_GRPC_URL: chain.url }, { concurrency: 2, queue: 2 });
    await app.loaded();
    const answers = await Promise.all(Array.from({ length: 12 }, () => app.ask('/fixture/sleep/200')));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(4);
    const busy = answers.filter(({ status }) => status === 503);
    expect(busy).toHaveLength(8);
    expect(busy.every(({ headers }) => headers['retry-after'] === '1')).toBe(true);
    expect((await app.ask('/ixo/token/params')).status).toBe(200);
  });

  it('whose client goes away is not waited for', async () => {
    const chain = await chainOf();
    const app = await appOf({ CHAIN_GRPC_URL: chain.url }, { concurrency: 1, queue: 0 });
    await app.loaded();
    const controller = new AbortController();
    const gone = fetch(`${app.url}/fixture/sleep/30000`, { signal: controller.signal }).catch(() => 'gone');
    while (!chain.calls.includes('/fixture.Query/Sleep'))
      await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    expect(await gone).toBe('gone');
    expect(await recovery(app)).toBeLessThan(2_000);
  });
});

describe('what a node says about itself', () => {
  it.each([['cosmos'], ['v1'], ['v1alpha']] as const)('is read by %s reflection', async (reflection) => {
    const chain = await chainOf({ reflection: [reflection] });
    const app = await appOf({ CHAIN_GRPC_URL: chain.url });
    await app.loaded();
    expect((await app.ask('/fixture/echo?text=x')).json['request']?.['text']).toBe('x');
    expect((await app.ask('/ixo/token/params')).status).toBe(200);
  });

  it('is nothing: the shipped queries still work', async () => {
    const chain = await chainOf({ reflection: [] });
    const app = await appOf({ CHAIN_GRPC_URL: chain.url });
    await app.loaded();
    expect((await app.ask('/ixo/token/params')).status).toBe(200);
    expect((await app.ask('/fixture/echo')).status).toBe(404);
  });

  it('is reflection without a service: other queries are not known to be none', async () => {
    const chain = await chainOf({ reflection: ['cosmos'], files: [] });
    const app = await appOf({ CHAIN_GRPC_URL: chain.url });
    await app.loaded();
    expect((await app.ask('/ixo/token/params')).status).toBe(200);
    const { status, json } = await app.ask('/fixture/echo');
    expect([status, json]).toEqual([
      503,
      { code: 14, message: 'the chain node has not said yet which queries it serves', details: [] },
    ]);
  });

  it.each([
    ['described nothing', []],
    ['was of an earlier release', fixtureFiles((name) => name !== 'fixture/query.proto')],
  ])('is read again at once when it %s and comes back', async (_what, files) => {
    const chain = await chainOf({ reflection: ['cosmos'], files });
    const app = await appOf({ CHAIN_GRPC_URL: chain.url });
    await app.loaded();
    expect((await app.ask('/fixture/echo')).status).not.toBe(200);
    await chain.close();
    expect((await app.ask('/ixo/token/params')).status).toBe(503);
    await chainOf({ port: chain.port, reflection: ['cosmos'] });
    expect(await recovery(app, '/fixture/echo')).toBeLessThan(8_000);
  });

  it('is read within seconds when it described nothing at first', async () => {
    const files: Uint8Array[] = [];
    const chain = await chainOf({ reflection: ['cosmos'], files });
    const app = await appOf({ CHAIN_GRPC_URL: chain.url });
    await app.loaded();
    expect((await app.ask('/fixture/echo')).status).toBe(503);
    files.push(...fixtureFiles(() => true));
    expect(await recovery(app, '/fixture/echo')).toBeLessThan(8_000);
  });

  it.each([['cosmos'], ['v1']] as const)('is broken (%s): the rest is kept', async (reflection) => {
    const { file } = fixtureSet();
    const files = file
      // out of order, with imports missing, one of them under another name, and one file that is none
      .filter(({ name }) => name !== 'cosmos_proto/cosmos.proto' && !name.startsWith('google/protobuf/'))
      .reverse()
      .map((proto) => {
        if (proto.name === 'gogoproto/gogo.proto') proto.name = 'gogo.proto';
        if (proto.name === 'ixo/token/v1beta1/token.proto') proto.dependency.push('not/there.proto');
        return toBinary(FileDescriptorProtoSchema, proto);
      });
    const lost = create(FileDescriptorProtoSchema, {
      name: 'lost.proto',
      package: 'lost',
      syntax: 'proto3',
      messageType: [{ name: 'Lost', field: [{ name: 'a', number: 1, type: 11, typeName: '.no.Such' }] }],
    });
    files.push(toBinary(FileDescriptorProtoSchema, lost));
    if (reflection === 'cosmos') files.push(Uint8Array.of(255, 255, 255));
    const chain = await chainOf({ reflection: [reflection], files });
    const app = await appOf({ CHAIN_GRPC_URL: chain.url });
    await app.loaded();
    expect((await app.ask('/fixture/echo?text=x')).json['request']?.['text']).toBe('x');
    const { json } = await app.ask('/ixo/claims/params');
    expect(json['params']?.['network_fee_percentage']).toBe('0.547945205479452055');
    expect((await app.ask('/ixo/token/minter/ixo1minter')).json['tokenDocs']?.[0]?.['supply']).toBe(
      '18446744073709551615',
    );
  });

  it('can come from a file instead, also while the node is away', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'descriptors-'));
    opened.push({ close: () => rm(dir, { recursive: true }) });
    await writeFile(join(dir, 'chain.binpb'), fixtureDescriptorSet());
    const port = await freePort();
    const app = await appOf({
      CHAIN_GRPC_URL: `http://127.0.0.1:${port}`,
      CHAIN_DESCRIPTORS: join(dir, 'chain.binpb'),
    });
    await app.loaded();
    expect((await app.ask('/fixture/echo')).status).toBe(503);
    await chainOf({ port, reflection: [] });
    expect(await recovery(app, '/fixture/echo')).toBeLessThan(2_000);
  });

  it('is asked for when the file is no set of descriptors', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'descriptors-'));
    opened.push({ close: () => rm(dir, { recursive: true }) });
    await writeFile(join(dir, 'chain.binpb'), 'nonsense');
    const chain = await chainOf();
    const app = await appOf({ CHAIN_GRPC_URL: chain.url, CHAIN_DESCRIPTORS: join(dir, 'chain.binpb') });
    await app.loaded();
    expect((await app.ask('/fixture/echo')).status).toBe(200);
  });
});
