import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { create, fromJson, type JsonObject, toBinary } from '@bufbuild/protobuf';
import { AnySchema } from '@bufbuild/protobuf/wkt';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSet } from './schema/read-set.js';
import { Schema } from './schema/schema.js';
import { type CannedNode, startCannedNode } from './testing/canned-node.js';
import { type GatewayApp, startGatewayApp } from './testing/gateway-app.js';
import type { GoPeer } from './testing/go-peer.js';
import { buildSdkRest } from './testing/sdk-rest.js';

// cosmpy is a client of the REST servers of Cosmos chains, in Python, that knows nothing of this gateway. It is told the
// gateway's address in the place of a node's, and must see what it sees there.
const run = promisify(execFile);
const PEER = fileURLToPath(new URL('../../bench/peers/cosmpy/', import.meta.url));
const PLACE = fileURLToPath(new URL('../../.cache/cosmpy', import.meta.url));
const ADDRESS = 'ixo19rl4cm2hmr8afy4kldpxz3fka4jguq0ar4n0mx';
const VALIDATOR = 'ixovaloper19rl4cm2hmr8afy4kldpxz3fka4jguq0af5r7rr';
const BROADCAST = '/cosmos.tx.v1beta1.Service/BroadcastTx';

const sdk = await buildSdkRest();
const { files } = readSet(sdk.described.file);
const schema = new Schema(files);
const coin = (amount: string) => ({ denom: 'uixo', amount });

/** What the node says, by the method that is asked. */
const ANSWERS: Readonly<Record<string, JsonObject>> = {
  'cosmos.bank.v1beta1.Query/Balance': { balance: coin('340282366920938463463') },
  'cosmos.bank.v1beta1.Query/AllBalances': {
    balances: [{ denom: 'ibc/27394FB0', amount: '7' }, coin('340282366920938463463')],
    pagination: {},
  },
  'cosmos.staking.v1beta1.Query/Validators': {
    validators: [
      {
        operator_address: VALIDATOR,
        status: 'BOND_STATUS_BONDED',
        tokens: '1000',
        delegator_shares: '1000000000000000000000',
        description: { moniker: 'one' },
        unbonding_time: '1970-01-01T00:00:00Z',
        commission: { commission_rates: { rate: '50000000000000000' }, update_time: '2024-01-01T00:00:00Z' },
        min_self_delegation: '1',
      },
    ],
  },
  'cosmos.staking.v1beta1.Query/DelegatorDelegations': {
    delegation_responses: [
      {
        delegation: {
          delegator_address: ADDRESS,
          validator_address: VALIDATOR,
          shares: '40000000000000000000',
        },
        balance: coin('40'),
      },
    ],
    pagination: {},
  },
  'cosmos.staking.v1beta1.Query/DelegatorUnbondingDelegations': {
    unbonding_responses: [
      {
        delegator_address: ADDRESS,
        validator_address: VALIDATOR,
        entries: [
          {
            creation_height: '9',
            completion_time: '2026-01-01T00:00:00Z',
            initial_balance: '8',
            balance: '8',
            unbonding_id: '1',
          },
        ],
      },
    ],
    pagination: {},
  },
  'cosmos.distribution.v1beta1.Query/DelegationRewards': {
    rewards: [{ denom: 'uixo', amount: '3500000000000000000' }],
  },
  'cosmos.base.tendermint.v1beta1.Service/GetLatestBlock': {
    block_id: { hash: 'AQI=', part_set_header: { total: 1, hash: 'AQI=' } },
    block: {
      header: {
        version: { block: '11' },
        chain_id: 'devnet-1',
        height: '4242',
        time: '2024-01-01T00:00:00Z',
      },
      data: {},
      evidence: {},
      last_commit: { height: '4241' },
    },
  },
  'cosmos.consensus.v1.Query/Params': {
    params: { block: { max_bytes: '22020096', max_gas: '100000000' }, evidence: { max_age_duration: '1s' } },
  },
  // RawContractMessage: the bytes are JSON, and printed as that.
  'cosmwasm.wasm.v1.Query/SmartContractState': {
    data: Buffer.from('{"name":"Carbon","decimals":6,"total_supply":"18446744073709551616"}').toString(
      'base64',
    ),
  },
  'cosmos.tx.v1beta1.Service/Simulate': {
    gas_info: { gas_wanted: '200000', gas_used: '81234' },
    result: {},
  },
  'cosmos.tx.v1beta1.Service/BroadcastTx': { tx_response: { txhash: 'AB12', height: '0' } },
};

let node: CannedNode;
let rest: GoPeer;
let app: GatewayApp;
beforeAll(async () => {
  const python = `${PLACE}/bin/python`;
  if (!existsSync(python)) await run('python3', ['-m', 'venv', PLACE]);
  await run(python, ['-m', 'pip', 'install', '-q', '-r', `${PEER}requirements.txt`]);
  node = await startCannedNode(
    sdk.described,
    files.flatMap((file) => file.services).filter(({ typeName }) => !/\breflection\b/.test(typeName)),
  );
  for (const [name, answer] of Object.entries(ANSWERS)) node.answers.set(`/${name}`, bytesOf(name, answer));
  node.answers.set('/cosmos.auth.v1beta1.Query/Account', account());
  rest = await sdk.start(node.url);
  app = await startGatewayApp({
    CHAIN_GRPC_URL: node.url,
    GATEWAY_PREFIX: 'cosmos,cosmwasm',
    GATEWAY_BROADCAST: 'true',
  });
  await app.loaded();
}, 300_000);
afterAll(async () => {
  await app?.close();
  await rest?.close();
  node?.close();
});

function bytesOf(name: string, answer: JsonObject): Uint8Array {
  const [service = '', method] = name.split('/');
  const desc = schema.registry.getService(service)?.methods.find((each) => each.name === method)?.output;
  if (desc === undefined) throw new Error(`no ${name}`);
  return toBinary(desc, fromJson(desc, answer, { registry: schema.registry }));
}

/** Its type is named as chains name it, which the library would not. */
function account(): Uint8Array {
  const desc = schema.getMessage('cosmos.auth.v1beta1.BaseAccount');
  const response = schema.getMessage('cosmos.auth.v1beta1.QueryAccountResponse');
  if (desc === undefined || response === undefined) throw new Error('no account');
  const value = toBinary(desc, fromJson(desc, { address: ADDRESS, account_number: '12', sequence: '7' }));
  const any = create(AnySchema, { typeUrl: `/${desc.typeName}`, value });
  return toBinary(response, create(response, { account: any }));
}

async function seenAt(url: string): Promise<unknown> {
  const args = [`${PEER}check.py`, url, ADDRESS, ADDRESS];
  return JSON.parse((await run(`${PLACE}/bin/python`, args)).stdout);
}

it('a client in Python reads and sends through the gateway as at a node', async () => {
  const ours = await seenAt(app.url);
  expect(ours).toEqual({
    // Larger than any double holds; Python's numbers have no end.
    balance: expect.any(Number),
    balances: [
      ['ibc/27394FB0', '7'],
      ['uixo', '340282366920938463463'],
    ],
    account: [12, 7],
    validators: [[VALIDATOR, 'one']],
    staked: 40,
    rewards: 3,
    unbonding: 8,
    height: 4242,
    chain: 'devnet-1',
    contract: { name: 'Carbon', decimals: 6, total_supply: '18446744073709551616' },
    sent: 'AB12',
  });
  expect(await seenAt(rest.url)).toEqual(ours);
  // Both have sent the same transaction, but for its signature (64 bytes before the mode), which is another each time.
  const [through, direct] = (node.asked.get(BROADCAST) ?? []).map((sent) =>
    Buffer.from(sent).subarray(0, -66).toString('hex'),
  );
  expect(through?.length).toBeGreaterThan(200);
  expect(through).toBe(direct);
}, 120_000);
