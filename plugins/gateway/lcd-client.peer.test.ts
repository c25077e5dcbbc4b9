import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type FixtureChain, startFixtureChain } from './testing/fixture-chain.js';
import { type GatewayApp, startGatewayApp } from './testing/gateway-app.js';

// secretjs is a client of the REST servers of Cosmos chains that knows nothing of this gateway: its types and routes are
// generated from the SDK's own protos. It is installed where it is used, because it brings 80 MB.
const PEER = new URL('../../bench/peers/lcd/', import.meta.url);
const ADDRESS = 'ixo19rl4cm2hmr8afy4kldpxz3fka4jguq0ar4n0mx';
const ATOM = 'ibc/27394FB092D2ECCD56123C74F36E4C1F';

type Query = (request: object, headers?: object) => Promise<unknown>;
interface Client {
  readonly query: {
    readonly auth: { readonly account: Query };
    readonly bank: { readonly balance: Query; readonly allBalances: Query; readonly params: Query };
  };
}

let chain: FixtureChain;
let app: GatewayApp;
let client: Client;
beforeAll(async () => {
  const flags = ['--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts', '--prefer-offline'];
  await promisify(execFile)('npm', ['install', ...flags, '--loglevel=error'], { cwd: fileURLToPath(PEER) });
  const { SecretNetworkClient } = createRequire(PEER)('secretjs') as {
    SecretNetworkClient: new (options: { url: string; chainId: string }) => Client;
  };
  chain = await startFixtureChain();
  app = await startGatewayApp({ CHAIN_GRPC_URL: chain.url, GATEWAY_PREFIX: 'cosmos,ixo' });
  await app.loaded();
  client = new SecretNetworkClient({ url: app.url, chainId: 'ixo-5' });
}, 300_000);
afterAll(async () => {
  await app?.close();
  await chain?.close();
});

describe('a client of a REST server reads through the gateway', () => {
  it('an account, whose numbers do not fit into a double', async () => {
    const { account } = z
      .object({ account: z.unknown() })
      .parse(await client.query.auth.account({ address: ADDRESS }));
    expect(account).toEqual({
      '@type': '/cosmos.auth.v1beta1.BaseAccount',
      address: ADDRESS,
      pub_key: null,
      account_number: '18446744073709551615',
      sequence: '7',
    });
  });

  it('a balance of a denomination with a slash', async () => {
    expect(await client.query.bank.balance({ address: ADDRESS, denom: ATOM })).toEqual({
      balance: { denom: ATOM, amount: '340282366920938463463' },
    });
  });

  it('all balances, page by page', async () => {
    const denoms: string[] = [];
    let key = '';
    do {
      const page = z
        .object({
          balances: z.array(z.object({ denom: z.string(), amount: z.string() })),
          pagination: z.object({ next_key: z.string().nullable(), total: z.string() }),
        })
        .parse(await client.query.bank.allBalances({ address: ADDRESS, pagination: { limit: '1', key } }));
      denoms.push(...page.balances.map(({ denom }) => denom));
      key = page.pagination.next_key ?? '';
    } while (key !== '');
    expect(denoms).toEqual([ATOM, 'uixo']);
  });

  it('faults of the chain and of the request, as it expects them', async () => {
    await expect(client.query.auth.account({ address: 'ixo1nobody' })).rejects.toEqual({
      code: 5,
      message: 'account not found: ixo1nobody',
      details: [],
    });
    await expect(
      client.query.bank.allBalances({ address: ADDRESS, pagination: { limit: 'many' } }),
    ).rejects.toMatchObject({ code: 3, details: [] });
    await expect(client.query.bank.params({})).rejects.toMatchObject({ code: 5 });
  });
});
