import { afterEach, describe, expect, it, vi } from 'vitest';
import { blackHole, freePort, httpPort, relay } from './testing/bad-nodes.js';
import { type FixtureChain, startFixtureChain } from './testing/fixture-chain.js';
import { type GatewayApp, startGatewayApp } from './testing/gateway-app.js';
import { headersFrame, puppetNode } from './testing/puppet-node.js';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close();
});

async function chainOf(...options: Parameters<typeof startFixtureChain>): Promise<FixtureChain> {
  const chain = await startFixtureChain(...options);
  opened.push(chain);
  return chain;
}

async function appOf(
  urls: readonly string[],
  section: unknown = {},
  env: Record<string, string> = {},
): Promise<GatewayApp> {
  const app = await startGatewayApp(
    { GATEWAY_PREFIX: 'ixo,fixture', CHAIN_GRPC_URL: urls.join(','), ...env },
    section,
  );
  opened.push(app);
  return app;
}

const PARAMS = '/ixo.token.v1beta1.Query/Params';
const healthOf = (app: GatewayApp) => async () => (await app.ask('/health/plugins')).text;

describe('several nodes', () => {
  it('are asked in their order: the first that is well, and again the first when it is back', async () => {
    const first = await chainOf({ chainId: 'devnet-1' });
    const second = await chainOf({ chainId: 'devnet-1' });
    const app = await appOf([first.url, second.url]);
    await app.loaded();
    const ask = async () => (await app.ask('/ixo/token/params')).status;
    expect(await ask()).toBe(200);
    expect(second.calls).not.toContain(PARAMS);
    await first.close();
    // Not one query fails.
    expect(await Promise.all(Array.from({ length: 20 }, ask))).toEqual(Array(20).fill(200));
    expect(second.calls).toContain(PARAMS);
    await expect.poll(healthOf(app), { timeout: 8_000 }).toContain('the chain node 1 of 2 cannot be reached');
    const back = await chainOf({ port: first.port, chainId: 'devnet-1' });
    await expect
      .poll(
        async () => {
          await ask();
          return back.calls.includes(PARAMS);
        },
        { timeout: 8_000 },
      )
      .toBe(true);
    await expect.poll(healthOf(app), { timeout: 5_000 }).toContain('"health":{"status":"ok"}');
  });

  it('go on when the first falls silent', async () => {
    const { url } = await blackHole(opened);
    const second = await chainOf();
    const app = await appOf([url, second.url], { timeoutMs: 2_000 });
    await expect.poll(async () => (await app.ask('/ixo/token/params')).status, { timeout: 8_000 }).toBe(200);
    await expect.poll(healthOf(app), { timeout: 8_000 }).toContain('the chain node 1 of 2 does not answer');
  });

  it('make nobody wait for the first when it hangs from the start', async () => {
    const { url } = await blackHole(opened);
    const second = await chainOf();
    const app = await appOf([url, second.url]);
    const started = performance.now();
    const first = app.ask('/ixo/token/params');
    await app.loaded();
    expect((await first).status).toBe(200);
    // What a look takes, and no deadline of a call, which is 10 s.
    expect(performance.now() - started).toBeLessThan(6_000);
  });

  it('answer in place of one that falls silent, also what it was asked already', async () => {
    const first = await chainOf();
    const second = await chainOf();
    const { url, swallow } = await relay(first.port, opened);
    const app = await appOf([url, second.url]);
    await app.loaded();
    expect((await app.ask('/ixo/token/params')).status).toBe(200);
    swallow(true);
    const answers = await Promise.all(Array.from({ length: 5 }, () => app.ask('/ixo/token/params')));
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
    await expect.poll(healthOf(app)).toContain('the chain node 1 of 2 does not answer');
  });

  it.each([
    ['is what the first says, however late', 600, 'devnet-1'],
    ['is what the second says where the first is away', undefined, 'pandora-8'],
  ])('of two chains: the chain %s', async (_what, late, chainId) => {
    const first = await chainOf({ chainId: 'devnet-1', ...(late === undefined ? {} : { late }) });
    const other = await chainOf({ chainId: 'pandora-8' });
    if (late === undefined) await first.close();
    const app = await appOf([first.url, other.url]);
    await app.loaded();
    const words =
      chainId === 'devnet-1' ? 'is of the chain pandora-8, another than devnet-1' : 'node 1 of 2 cannot';
    await expect.poll(healthOf(app), { timeout: 8_000 }).toContain(words);
    expect((await app.ask('/ixo/token/params')).status).toBe(200);
    expect(other.calls.includes(PARAMS)).toBe(chainId === 'pandora-8');
  });

  it.each([0, 1])('of two chains: the one that NETWORK means, as number %i', async (at) => {
    const meant = await chainOf({ chainId: 'pandora-8', late: 300 });
    const other = await chainOf({ chainId: 'devnet-1' });
    const urls = at === 0 ? [meant.url, other.url] : [other.url, meant.url];
    const app = await appOf(urls, {}, { NETWORK: 'testnet' });
    await app.loaded();
    expect((await app.ask('/ixo/token/params')).status).toBe(200);
    expect(meant.calls).toContain(PARAMS);
    await expect
      .poll(healthOf(app), { timeout: 8_000 })
      .toContain(`the chain node ${2 - at} of 2 is of the chain devnet-1, another than pandora-8`);
  });

  it('of which one comes back as another chain: not one answer is of that', async () => {
    const first = await chainOf({ chainId: 'devnet-1' });
    const app = await appOf([first.url]);
    await app.loaded();
    expect((await app.ask('/ixo/token/params')).status).toBe(200);
    await first.close();
    // Nobody asked while it was away.
    await chainOf({ port: first.port, chainId: 'pandora-8' });
    const answers = await Promise.all(Array.from({ length: 5 }, () => app.ask('/ixo/token/params')));
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(503));
    expect(answers[0]?.json['message']).toBe(
      'the chain node is of the chain pandora-8, another than devnet-1',
    );
  });

  it('behind one living connection become another chain: it is seen within a minute of asking', async () => {
    let chainId = 'devnet-1';
    const proxied = await chainOf({ chainId: () => chainId });
    const app = await appOf([proxied.url]);
    await app.loaded();
    const ask = async () => (await app.ask('/ixo/token/params')).status;
    expect(await ask()).toBe(200);
    chainId = 'pandora-8';
    const now = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => now() + 61_000);
    await expect.poll(ask).toBe(503);
    await expect.poll(healthOf(app)).toContain('is of the chain pandora-8, another than devnet-1');
  });

  it('are never mixed: one of another chain is not asked', async () => {
    const first = await chainOf({ chainId: 'devnet-1' });
    const other = await chainOf({ chainId: 'pandora-8' });
    const app = await appOf([first.url, other.url]);
    await app.loaded();
    await expect
      .poll(healthOf(app), { timeout: 5_000 })
      .toContain('the chain node 2 of 2 is of the chain pandora-8, another than devnet-1');
    await first.close();
    expect((await app.ask('/ixo/token/params')).status).toBe(503);
    expect(other.calls).not.toContain(PARAMS);
  });
});

describe('a setting that is wrong is told, without the address', () => {
  it.each([
    ['NETWORK', 'pandora-8', 'mainnet', 'the chain is pandora-8, which is testnet, and NETWORK says mainnet'],
    ['NETWORK', 'osmosis-1', 'testnet', 'the chain is osmosis-1, and NETWORK says testnet'],
  ])('%s: %s on %s', async (_name, chainId, network, words) => {
    const chain = await chainOf({ chainId });
    const app = await appOf([chain.url], {}, { NETWORK: network });
    await app.loaded();
    await expect.poll(healthOf(app), { timeout: 5_000 }).toContain(words);
    expect((await app.ask('/ixo/token/params')).status).toBe(200);
  });

  it.each([
    ['devnet', 'some-local-1'],
    ['mainnet', 'ixo-5'],
  ])('a chain of %s may be %s', async (network, chainId) => {
    const chain = await chainOf({ chainId });
    const app = await appOf([chain.url], {}, { NETWORK: network });
    await app.loaded();
    expect(await healthOf(app)()).toContain('"health":{"status":"ok"}');
  });

  const told = async (url: string, words: string) => {
    const app = await appOf([url], { timeoutMs: 300 });
    await expect.poll(healthOf(app), { timeout: 10_000 }).toContain(words);
    const answer = await app.ask('/ixo/token/params');
    expect(answer.status).toBe(503);
    expect(answer.json['message']).toContain(words);
    expect(answer.text + (await healthOf(app)())).not.toContain(new URL(url).host);
  };

  it('http before a port that speaks TLS', async () => {
    const chain = await chainOf({ tls: true });
    await told(
      `http://127.0.0.1:${chain.port}`,
      'it speaks TLS and CHAIN_GRPC_URL says http: write https://',
    );
  });

  it('https before one that does not', async () => {
    const chain = await chainOf();
    await told(
      `https://127.0.0.1:${chain.port}`,
      'it speaks no TLS and CHAIN_GRPC_URL says https: write http://',
    );
  });

  it('a certificate that nobody trusts', async () => {
    const chain = await chainOf({ tls: true });
    await told(chain.url, 'its certificate is not trusted');
  });

  it('the REST port', async () => {
    const { url } = await httpPort('{"code":12,"message":"Not Implemented","details":[]}', opened);
    await told(url, "CHAIN_GRPC_URL names a node's REST port (1317 as a rule)");
  });

  it('the RPC port', async () => {
    const { url } = await httpPort('<a href="//x/abci_info?">//x/abci_info?</a>', opened);
    await told(url, "CHAIN_GRPC_URL names a node's RPC port (26657 as a rule)");
  });

  it('some other server', async () => {
    const { url } = await httpPort('<h1>Welcome</h1>', opened);
    await told(url, 'what CHAIN_GRPC_URL names speaks HTTP and no gRPC');
  });

  it('a server of HTTP/2 without gRPC', async () => {
    const node = await puppetNode(({ stream, say }) =>
      say(headersFrame(stream, { ':status': '404', 'content-type': 'text/html' }, true)),
    );
    opened.push({ close: async () => node.close() });
    await told(node.url, 'speaks no gRPC (HTTP status 404)');
  });

  it('a port where nobody listens', async () => {
    const app = await appOf([`http://127.0.0.1:${await freePort()}`]);
    await expect.poll(healthOf(app), { timeout: 8_000 }).toContain('cannot be reached: nobody listens there');
  });
});

describe('a node that hangs', () => {
  it('is told in health, without a query, and forgotten when it answers', async () => {
    const { url } = await blackHole(opened);
    const app = await appOf([url]);
    await expect.poll(healthOf(app), { timeout: 8_000 }).toContain('the chain node does not answer');
  });
});

describe('a node that answers and does not say which queries it serves', () => {
  it('is told in health, since no query has an answer', async () => {
    const app = await appOf([(await chainOf({ mute: true, chainId: 'devnet-1' })).url]);
    await expect
      .poll(healthOf(app), { timeout: 12_000 })
      .toContain('the chain node has not said yet which queries it serves');
  }, 20_000);
});

describe('a share of the node', () => {
  it('is left for others when one address asks for 130 slow queries', async () => {
    const chain = await chainOf();
    const app = await appOf([chain.url]);
    await app.loaded();
    const slow = Array.from({ length: 130 }, () => app.ask('/fixture/sleep/1500', { from: '127.0.0.2' }));
    await expect.poll(() => chain.calls.filter((path) => path.endsWith('/Sleep')).length).toBeGreaterThan(60);
    const started = performance.now();
    const others = await Promise.all(
      ['127.0.0.3', '127.0.0.4', '127.0.0.5'].map((from) => app.ask('/ixo/token/params', { from })),
    );
    expect(others.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(performance.now() - started).toBeLessThan(700);
    const statuses = (await Promise.all(slow)).map(({ status }) => status);
    expect(statuses).toEqual(Array(130).fill(200));
  }, 20_000);
});

describe('a node whose latest block is minutes old', () => {
  const MINUTE = 60_000;

  it.each([false, true])(
    'is degraded where it is alone, and answers (without a status: %s)',
    async (noStatus) => {
      const chain = await chainOf({ lag: () => 12.5 * MINUTE, noStatus, height: 77 });
      const app = await appOf([chain.url]);
      await app.loaded();
      await expect
        .poll(healthOf(app), { timeout: 5_000 })
        .toMatch(
          /"degraded","detail":"the chain node is 12 minutes behind: its latest block is 77, of \d{4}-/,
        );
      expect((await app.ask('/ixo/token/params')).status).toBe(200);
    },
  );

  it('says in the headers of an answer how old it is, from the first on, and of one that there is no such record', async () => {
    const chain = await chainOf({ lag: () => 12.5 * MINUTE, height: 77 });
    const app = await appOf([chain.url]);
    await app.loaded();
    const told = async (path: string, headers = {}) => {
      const answer = await app.ask(path, { headers });
      return [answer.status, Number(answer.headers['age']), answer.headers['warning']];
    };
    const warning = expect.stringMatching(
      /^199 - "The chain node is 12 minutes behind: its latest block is 77, of \d{4}-[^"]*Z"$/,
    );
    const age = expect.closeTo(750, -1.5);
    expect(await told('/ixo/token/params')).toEqual([200, age, warning]);
    expect(await told('/ixo/entity/did:ixo:entity:nobody')).toEqual([404, age, warning]);
    // A block that is there says what it always will.
    expect(await told('/ixo/token/params', { 'X-Cosmos-Block-Height': '70' })).toEqual([
      200,
      Number.NaN,
      undefined,
    ]);
  });

  it('says both where it is late and answers for another height than was asked for', async () => {
    const chain = await chainOf({ lag: () => 3 * MINUTE, height: 77, onlyLatest: true });
    const app = await appOf([chain.url]);
    await app.loaded();
    const { headers } = await app.ask('/ixo/token/params', { headers: { 'X-Cosmos-Block-Height': '70' } });
    expect(headers['warning']).toMatch(/asked for height 70, the node answered for 77", 199 - ".* 3 minutes/);
  });

  it('says nothing of its age where it keeps up', async () => {
    const app = await appOf([(await chainOf({ lag: () => 100_000 })).url]);
    await app.loaded();
    const { headers } = await app.ask('/ixo/token/params');
    expect(headers).not.toHaveProperty('age');
    expect(headers).not.toHaveProperty('warning');
  });

  it('is asked after those that keep up, and after those that are less so', async () => {
    const chains = await Promise.all([60, 5, 0].map((minutes) => chainOf({ lag: () => minutes * MINUTE })));
    const app = await appOf(chains.map(({ url }) => url));
    await app.loaded();
    await expect
      .poll(healthOf(app), { timeout: 5_000 })
      .toMatch(/node 1 of 3 is 60 minutes behind: .*; the chain node 2 of 3 is 5 minutes behind/);
    for (const at of [2, 1, 0]) {
      expect((await app.ask('/ixo/token/params')).status).toBe(200);
      expect(chains.map(({ calls }) => calls.includes(PARAMS))).toEqual([0, 1, 2].map((each) => each >= at));
      await chains[at]?.close();
    }
  });
});
