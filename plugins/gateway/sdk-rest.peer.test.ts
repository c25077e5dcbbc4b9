import { Agent } from 'node:http';
import { type DescMethod, toBinary } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MessagePrinter } from './printing/message-printer.js';
import { readSet } from './schema/read-set.js';
import { Schema } from './schema/schema.js';
import { type CannedNode, startCannedNode } from './testing/canned-node.js';
import { askAt, type GatewayApp, startGatewayApp } from './testing/gateway-app.js';
import type { GoPeer } from './testing/go-peer.js';
import { anyMessage } from './testing/random-messages.js';
import { sdkSource } from './testing/sdk-messages.js';
import { buildSdkRest } from './testing/sdk-rest.js';
import { encodeMessage } from './transactions/wire.js';

// Beside the REST side of a Cosmos SDK node (SDK 0.50.11, wasmd 0.50.0, ibc-go 8.7.0) over one upstream: every response
// type of every module that it serves, each field filled once, and random messages besides.
const sdk = await buildSdkRest();
const { files } = readSet(sdk.described.file);
const schema = new Schema(files);
/** Services that the SDK has without a REST side. */
const UNSERVED =
  /^(?:cosmos\.(?:app|autocli|reflection|base\.reflection|store)\b|ixo\.|testpb\.|tendermint\.)/;
/** A query whose path another has, declared before it, is never reached over HTTP. */
const methods = [...schema.queries.values()].filter((query) => {
  const path = pathOf(query.templates[0]?.text ?? '', query.method);
  return !UNSERVED.test(query.name) && schema.find(path.slice(1).split('/'))?.query === query;
});

/** The first of the test vectors that cosmjs publishes (`packages/proto-signing/src/testutils.ts`), signed by the SDK's `simd`. */
const SIGNED = Buffer.from(
  '0a93010a90010a1c2f636f736d6f732e62616e6b2e763162657461312e4d736753656e6412700a2d636f736d6f7331706b707472653766646b6c366766727a' +
    '6c65736a6a766878686c63337234676d6d6b38727336122d636f736d6f7331717970717870713971637273737a673270767871367273307a71673379796335' +
    '6c7a763778751a100a0575636f736d12073132333435363712650a4e0a460a1f2f636f736d6f732e63727970746f2e736563703235366b312e5075624b6579' +
    '12230a21034f04181eeba35391b858633a765c4a0c189697b40d216354d50890d350c7029012040a02080112130a0d0a0575636f736d12043230303010c09a' +
    '0c1a40c9dd20e07464d3a688ff4b710b1fbc027e495e797cfa0b4804da2ed117959227772de059808f765aa29b8f92edf30f4c2c5a438e30d3fe6897daa714' +
    '1e3ce6f9',
  'hex',
);

let node: CannedNode;
let rest: GoPeer;
let app: GatewayApp;
const agent = new Agent({ keepAlive: true });
beforeAll(async () => {
  const services = files.flatMap((file) => file.services).filter(({ typeName }) => !UNSERVED.test(typeName));
  node = await startCannedNode(sdk.described, services);
  rest = await sdk.start(node.url);
  app = await startGatewayApp({
    CHAIN_GRPC_URL: node.url,
    GATEWAY_UNMATCHED: '501',
    GATEWAY_PREFIX: 'ixo,cosmos,cosmwasm,ibc',
  });
  await app.loaded();
}, 60_000);
afterAll(async () => {
  agent.destroy();
  await app?.close();
  await rest?.close();
  node?.close();
});

/** The path of a template with a value in each variable that its field takes. */
function pathOf(template: string, method: DescMethod): string {
  return template.replaceAll(/\{([^}=]+)(?:=[^}]*)?\}/g, (_all, field: string) => {
    const desc = method.input.fields.find(({ name }) => name === field);
    return desc?.fieldKind === 'scalar' && desc.scalar === 9 ? 'x' : desc?.scalar === 12 ? 'eA==' : '1';
  });
}

describe('the same as the SDK for', () => {
  it.each(methods.map((query) => [query.name, query] as const))(
    '%s',
    async (_name, query) => {
      const path = pathOf(query.templates[0]?.text ?? '', query.method);
      let compared = 0;
      const same = async (bytes: Uint8Array) => {
        node.answers.set(query.path, bytes);
        const [ours, theirs] = await Promise.all([
          askAt(app.url, path, { agent }),
          // Some of its types panic when a message that they hold is missing, which ends the connection.
          askAt(rest.url, path, { agent }).catch(() => undefined),
        ]);
        if (theirs?.status !== 200) {
          expect(ours.status, `${path}: ${theirs?.text}`).not.toBe(501);
          return;
        }
        compared += 1;
        expect(ours.status, ours.text.slice(0, 300)).toBe(200);
        expect(ours.json).toEqual(theirs.json);
        expect(ours.headers['grpc-metadata-x-cosmos-block-height']).toBe(
          theirs.headers['grpc-metadata-x-cosmos-block-height'],
        );
      };
      await same(new Uint8Array());
      const filled = fc.sample(anyMessage(sdkSource(schema.registry, true), query.method.output), {
        numRuns: 3,
        seed: 1,
      });
      for (const { desc, message } of filled) await same(toBinary(desc, message));
      const random = fc.sample(anyMessage(sdkSource(schema.registry, false), query.method.output), {
        numRuns: 6,
        seed: 2,
      });
      for (const { desc, message } of random) await same(toBinary(desc, message));
      expect(compared).toBeGreaterThan(1);
    },
    30_000,
  );
});

describe('a body that the SDK printed', () => {
  const types = schema.registry;
  const printer = new MessagePrinter(schema);
  const simulate = '/cosmos.tx.v1beta1.Service/Simulate';

  it.each([
    ['cosmos.tx.v1beta1.Service/TxEncode', '/cosmos/tx/v1beta1/encode'],
    ['cosmos.tx.v1beta1.Service/Simulate', '/cosmos/tx/v1beta1/simulate'],
  ])(
    'asks the node the same through either, for %s',
    async (name, path) => {
      const method = types
        .getService(name.split('/')[0] ?? '')
        ?.methods.find((each) => name.endsWith(`/${each.name}`));
      if (method === undefined) throw new Error(`no ${name}`);
      // The SDK prints a transaction; both are then given what it printed.
      const tx = types.getMessage('cosmos.tx.v1beta1.GetTxResponse');
      if (tx === undefined) throw new Error('no GetTxResponse');
      let compared = 0;
      for (const { message } of fc.sample(anyMessage(sdkSource(types, true), tx), { numRuns: 12, seed: 3 })) {
        node.answers.set('/cosmos.tx.v1beta1.Service/GetTx', toBinary(tx, message));
        const printed = await askAt(rest.url, '/cosmos/tx/v1beta1/txs/AB', { agent }).catch(() => undefined);
        if (printed?.status !== 200) continue;
        node.answers.set(`/${name}`, new Uint8Array());
        const body = JSON.stringify({ tx: printed.json['tx'] });
        const send = (url: string) =>
          fetch(`${url}${path}`, { method: 'POST', body, headers: { 'Content-Type': 'application/json' } });
        const [theirs, ours] = [await send(rest.url), await send(app.url)];
        if (theirs.status !== 200) continue;
        expect(ours.status, await ours.text()).toBe(200);
        // Raw JSON goes out with other escapes, which are the same text.
        const meant = (bytes: Uint8Array | undefined): unknown =>
          JSON.parse(printer.print(method.input, bytes ?? new Uint8Array()));
        const [a, b] = node.asked.get(`/${name}`)?.slice(-2) ?? [];
        expect(meant(b)).toEqual(meant(a));
        compared += 1;
      }
      expect(compared).toBeGreaterThan(3);
    },
    60_000,
  );

  it('that is a real transaction comes back from either as the bytes that were decoded', async () => {
    const post = async (url: string, path: string, body: unknown) => {
      const answer = await fetch(`${url}/cosmos/tx/v1beta1/${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'Content-Type': 'application/json' },
      });
      return { status: answer.status, json: (await answer.json()) as { tx?: unknown } };
    };
    // TxDecodeResponse and TxEncodeResponse hold it in their first field, written alike.
    const held = encodeMessage({ 1: SIGNED });
    for (const name of ['TxDecode', 'TxEncode', 'TxEncodeAmino'])
      node.answers.set(`/cosmos.tx.v1beta1.Service/${name}`, held);
    node.answers.set(simulate, new Uint8Array());
    const tx_bytes = SIGNED.toString('base64');
    const { tx } = (await post(rest.url, 'decode', { tx_bytes })).json;
    expect(tx).toMatchObject({
      body: { messages: [{ '@type': '/cosmos.bank.v1beta1.MsgSend', amount: [{ amount: '1234567' }] }] },
      signatures: [expect.any(String)],
    });
    for (const [path, name, body] of [
      ['decode', 'TxDecode', { tx_bytes }],
      ['encode', 'TxEncode', { tx }],
      ['simulate', 'Simulate', { tx }],
      ['simulate', 'Simulate', { tx_bytes }],
      ['encode/amino', 'TxEncodeAmino', { amino_json: '{"msg":[]}' }],
    ] as const) {
      const theirs = await post(rest.url, path, body);
      expect(theirs.status, path).toBe(200);
      expect(await post(app.url, path, body), path).toEqual(theirs);
      const [direct, through] = node.asked.get(`/cosmos.tx.v1beta1.Service/${name}`)?.slice(-2) ?? [];
      expect(through, path).toEqual(direct);
      if (path !== 'encode/amino') expect(Buffer.from(through ?? []).includes(SIGNED), path).toBe(true);
    }
  });

  it.each<[string, string]>([
    [
      'msg as it was written',
      '{"@type":"/cosmwasm.wasm.v1.MsgExecuteContract","msg":{"z":1,"a":18446744073709551616}}',
    ],
    [
      'msg with blanks and marks',
      '{"@type":"/cosmwasm.wasm.v1.MsgExecuteContract","msg":{ "a" : [ "<&>" , 1.0 ] }}',
    ],
    ['a msg that is null', '{"@type":"/cosmwasm.wasm.v1.MsgExecuteContract","msg":null}'],
    [
      'who may instantiate, as it is printed',
      '{"@type":"/cosmwasm.wasm.v1.MsgStoreCode","instantiate_permission":{"permission":"Everybody"}}',
    ],
    ['a member twice', '{"@type":"/cosmos.bank.v1beta1.MsgSend","from_address":"a","from_address":"b"}'],
  ])('gives the node the same bytes for %s', async (_what, message) => {
    const path = '/cosmos.tx.v1beta1.Service/TxEncode';
    node.answers.set(path, new Uint8Array());
    const body = `{"tx":{"body":{"messages":[${message}]},"auth_info":{"fee":{}}}}`;
    for (const url of [rest.url, app.url]) {
      const answer = await fetch(`${url}/cosmos/tx/v1beta1/encode`, { method: 'POST', body });
      expect(answer.status, await answer.text()).toBe(200);
    }
    const [theirs, ours] = node.asked.get(path)?.slice(-2) ?? [];
    expect(Buffer.from(ours ?? []).toString('latin1')).toBe(Buffer.from(theirs ?? []).toString('latin1'));
  });

  it.each([
    [
      'a number for a whole amount',
      '{"@type":"/cosmos.bank.v1beta1.MsgSend","amount":[{"denom":"a","amount":5}]}',
    ],
    ['a number for a decimal', '{"@type":"/cosmos.staking.v1beta1.MsgEditValidator","commission_rate":0.5}'],
  ])('is refused by both with %s', async (_what, message) => {
    const body = `{"tx":{"body":{"messages":[${message}]},"auth_info":{"fee":{}}}}`;
    for (const url of [rest.url, app.url]) {
      const answer = await fetch(`${url}/cosmos/tx/v1beta1/encode`, { method: 'POST', body });
      expect(answer.status).toBe(400);
    }
  });

  it('simulates signed bytes, and sends them only where the operator lets it', async () => {
    node.answers.set(simulate, new Uint8Array());
    const post = async (path: string, body: unknown) => {
      const answer = await fetch(`${app.url}${path}`, { method: 'POST', body: JSON.stringify(body) });
      return { status: answer.status, body: (await answer.json()) as { code: number } };
    };
    expect(await post('/cosmos/tx/v1beta1/simulate', { tx_bytes: 'AQI=' })).toMatchObject({ status: 200 });
    expect(Buffer.from(node.asked.get(simulate)?.at(-1) ?? [])).toEqual(Buffer.of(0x12, 2, 1, 2));
    const sent = await post('/cosmos/tx/v1beta1/txs', { tx_bytes: 'AQI=', mode: 'BROADCAST_MODE_SYNC' });
    expect(sent).toMatchObject({ status: 501, body: { code: 12 } });
    expect(node.asked.has('/cosmos.tx.v1beta1.Service/BroadcastTx')).toBe(false);
  });

  it('sends signed bytes once where the operator lets it, whatever becomes of them', async () => {
    const open = await startGatewayApp({
      CHAIN_GRPC_URL: node.url,
      GATEWAY_PREFIX: 'cosmos',
      GATEWAY_BROADCAST: 'true',
    });
    try {
      await open.loaded();
      // Nothing lies ready: the node answers with a fault.
      const answer = await fetch(`${open.url}/cosmos/tx/v1beta1/txs`, {
        method: 'POST',
        body: '{"tx_bytes":"AQI=","mode":"BROADCAST_MODE_SYNC"}',
      });
      expect(answer.status).toBe(500);
      expect(node.asked.get('/cosmos.tx.v1beta1.Service/BroadcastTx')).toEqual([
        Buffer.of(10, 2, 1, 2, 16, 2),
      ]);
    } finally {
      await open.close();
    }
  });
});
