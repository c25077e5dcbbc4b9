import { afterEach, describe, expect, it } from 'vitest';
import { type FixtureChainOptions, startFixtureChain } from './testing/fixture-chain.js';
import { startGatewayApp } from './testing/gateway-app.js';
import { openQueries } from './testing/open-queries.js';
import { validate } from './testing/validate-openapi.js';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close();
});

/** Its files describe what is linked into it; of that these services do not run. */
const LINKED = ['cosmos.mint.v1beta1.Query', 'ixo.token.v1beta1.Query'];
const PATHS = ['/ixo/cosmos/mint/v1beta1/inflation', '/ixo/token/params'];

async function appOf(options: FixtureChainOptions, env: Record<string, string> = {}) {
  const chain = await startFixtureChain(options);
  opened.push(chain);
  const app = await startGatewayApp({ CHAIN_GRPC_URL: chain.url, ...env });
  opened.push(app);
  await app.loaded();
  return { app, chain };
}

describe('what is linked into a node and does not run', () => {
  it.each([
    ['both ways of asking', ['cosmos', 'v1', 'v1alpha']],
    ['the older way', ['cosmos', 'v1alpha']],
    ['what runs alone', ['v1']],
  ] as const)('is in no route and in no description, by %s', async (_, reflection) => {
    const { app, chain } = await appOf({ absent: LINKED, reflection });
    const { json } = await app.ask('/ixo/openapi.json');
    const paths = Object.keys(json['paths'] ?? {});
    expect(paths).toContain('/ixo/cosmos/staking/v1beta1/validators');
    expect(paths.filter((path) => /\/mint\/|\/token\//.test(path))).toEqual(
      // Another mint module of the chain runs.
      paths.filter((path) => path.startsWith('/ixo/mint/')),
    );
    for (const path of PATHS) expect([path, (await app.ask(path)).status]).toEqual([path, 404]);
    expect(chain.calls.filter((call) => LINKED.includes(call.split('/')[1] ?? ''))).toEqual([]);
  });

  it('is no query for agents', async () => {
    const open = await openQueries({ absent: LINKED });
    opened.push(open);
    const methods = (await open.queries.list()).map(({ method }) => method);
    expect(methods).toContain('cosmos.staking.v1beta1.Query/Validators');
    expect(methods.filter((method) => LINKED.includes(method.split('/')[0] ?? ''))).toEqual([]);
    const { signal } = new AbortController();
    await expect(open.queries.query('ixo.token.v1beta1.Query/Params', {}, signal)).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });
});

describe('the API document', () => {
  const TXS = '/ixo/cosmos/tx/v1beta1/txs';

  it('has what is asked with a body, and the sending of transactions where that is allowed', async () => {
    const { app } = await appOf({}, { GATEWAY_BROADCAST: 'true' });
    const { json } = await app.ask('/ixo/openapi.json');
    const path = json['paths']?.[TXS];
    expect(path?.['get']?.['operationId']).toBe('cosmos.tx.v1beta1.Service.GetTxsEvent');
    expect(path?.['post']?.['requestBody']?.['content']?.['application/json']?.['schema']).toEqual({
      $ref: '#/components/schemas/cosmos.tx.v1beta1.BroadcastTxRequest',
    });
    expect(await validate(json)).toEqual([]);
    const other = await appOf({});
    expect((await other.app.ask('/ixo/openapi.json')).json['paths']?.[TXS]).not.toHaveProperty('post');
  });
});

describe('a transaction', () => {
  const PATH = '/cosmos.tx.v1beta1.Service/BroadcastTx';

  it('that may have been taken is told so, and sent to no other node', async () => {
    const second = await startFixtureChain();
    opened.push(second);
    const first = await startFixtureChain();
    opened.push(first);
    first.state.unavailable.set(PATH, 1);
    const app = await startGatewayApp({
      CHAIN_GRPC_URL: `${first.url},${second.url}`,
      GATEWAY_BROADCAST: 'true',
    });
    opened.push(app);
    await app.loaded();
    const send = () =>
      fetch(`${app.url}/ixo/cosmos/tx/v1beta1/txs`, {
        method: 'POST',
        body: '{"tx_bytes":"AQI=","new":{"a":1}}',
      });
    const answer = await send();
    expect(answer.status).toBe(503);
    expect(await answer.text()).toContain('whether it took the transaction is not known');
    expect(second.calls).not.toContain(PATH);
    await first.close();
    expect((await send()).status).toBe(200);
    expect(second.calls).toContain(PATH);
  });
});
