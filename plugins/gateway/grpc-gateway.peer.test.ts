import { Agent } from 'node:http';
import { type DescMessage, toBinary } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FixtureChain, startFixtureChain } from './testing/fixture-chain.js';
import { type Answer, type Ask, askAt, type GatewayApp, startGatewayApp } from './testing/gateway-app.js';
import type { GoPeer } from './testing/go-peer.js';
import { INTENDED_DIFFERENCES } from './testing/intended-differences.js';
import { startNodeGateway } from './testing/node-gateway.js';
import { anyMessage, fixtureSource } from './testing/random-messages.js';
import { anyPath, anyQuery } from './testing/random-requests.js';

// Against the HTTP gateway of a Cosmos node: grpc-gateway v1.16 with the SDK's settings and the JSON writer of its
// generated code, over the same upstream.
let chain: FixtureChain;
let app: GatewayApp;
let node: GoPeer;
const agent = new Agent({ keepAlive: true });
beforeAll(async () => {
  chain = await startFixtureChain();
  node = await startNodeGateway(chain.url);
  app = await startGatewayApp({
    CHAIN_GRPC_URL: chain.url,
    GATEWAY_PREFIX: 'ixo,fixture',
    GATEWAY_UNMATCHED: '501',
  });
  await app.loaded();
}, 300_000);
afterAll(async () => {
  agent.destroy();
  await app?.close();
  await node?.close();
  await chain?.close();
});

async function askBoth(path: string, options: Ask = {}): Promise<{ ours: Answer; theirs: Answer }> {
  const [ours, theirs] = await Promise.all([
    askAt(app.url, path, { agent, ...options }),
    askAt(node.url, path, { agent, ...options }),
  ]);
  return { ours, theirs };
}

/** What a client makes of an answer: its status, its JSON, the headers that mean something. */
function meaning({ status, headers, text }: Answer): unknown {
  const body: unknown = JSON.parse(text);
  return {
    status,
    type: headers['content-type'],
    height: headers['x-cosmos-block-height'],
    metadata: headers['grpc-metadata-x-cosmos-block-height'],
    body: status === 200 ? told(body) : faultOf(body),
  };
}

/** Each gateway says what a request lacks in words of its own. */
function faultOf(body: unknown): unknown {
  const { code, message, details } = body as { code: number; message: string; details: unknown };
  return [3, 4, 14].includes(code) ? { code, details } : { code, message, details };
}

/** Each gateway presents itself to the node with headers of its own, and only ours knows `optional`. */
function told(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  const { metadata: _metadata, ...rest } = body as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(rest).filter(([name, value]) => !(['note', 'rank'].includes(name) && value === null)),
  );
}

function typeNamed(name: string): DescMessage {
  const desc = chain.types.getMessage(name);
  if (desc === undefined) throw new Error(`no type ${name}`);
  return desc;
}

describe('the same as a node, for anything that may come:', () => {
  it('queries', async () => {
    const query = anyQuery(typeNamed('fixture.EchoRequest'));
    await fc.assert(
      fc.asyncProperty(query, async (text) => {
        const { ours, theirs } = await askBoth(`/fixture/echo?${text}`);
        expect(meaning(ours)).toEqual(meaning(theirs));
      }),
      { numRuns: 2_000 },
    );
  }, 120_000);

  it('paths', async () => {
    await fc.assert(
      fc.asyncProperty(anyPath(typeNamed('fixture.EchoRequest')), async (path) => {
        const { ours, theirs } = await askBoth(path);
        expect(meaning(ours)).toEqual(meaning(theirs));
      }),
      { numRuns: 1_500 },
    );
  }, 120_000);

  it('heights', async () => {
    await fc.assert(
      fc.asyncProperty(fc.bigInt(0n, 2n ** 63n - 1n), async (height) => {
        const headers = { 'x-cosmos-block-height': String(height) };
        const { ours, theirs } = await askBoth('/ixo/token/params', { headers });
        expect(meaning(ours)).toEqual(meaning(theirs));
      }),
      { numRuns: 50 },
    );
  });

  it('statuses of the chain', async () => {
    const code = fc.integer({ min: 1, max: 20 });
    const message = fc.string({ unit: 'grapheme-ascii', maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(code, message, async (number, words) => {
        const path = `/fixture/fail/${number}?message=${encodeURIComponent(words)}`;
        const { ours, theirs } = await askBoth(path);
        expect(meaning(ours)).toEqual(meaning(theirs));
      }),
      { numRuns: 200 },
    );
  });

  it('messages with every kind of field', async () => {
    const desc = typeNamed('fixture.KindsResponse');
    await fc.assert(
      fc.asyncProperty(anyMessage(fixtureSource(chain.types), desc), async (message) => {
        chain.state.kinds.set('any', toBinary(desc, message.message));
        const { ours, theirs } = await askBoth('/fixture/kinds/any');
        expect(meaning(ours)).toEqual(meaning(theirs));
      }),
      { numRuns: 600 },
    );
  }, 120_000);

  it.each([
    ['/ixo/entity/params', 'entity', 'Params'],
    ['/ixo/entity/x', 'entity', 'Entity'],
    ['/ixo/entity/x/metadata', 'entity', 'EntityMetaData'],
    ['/ixo/entity/x/iiddocument', 'entity', 'EntityIidDocument'],
    ['/ixo/entity/x/verified', 'entity', 'EntityVerified'],
    ['/ixo/entity', 'entity', 'EntityList'],
    ['/ixo/claims/params', 'claims', 'Params'],
    ['/ixo/claims/collection/x', 'claims', 'Collection'],
    ['/ixo/claims/collections', 'claims', 'CollectionList'],
    ['/ixo/claims/claim/x', 'claims', 'Claim'],
    ['/ixo/claims/claims', 'claims', 'ClaimList'],
    ['/ixo/claims/dispute/x', 'claims', 'Dispute'],
    ['/ixo/claims/disputes', 'claims', 'DisputeList'],
    ['/ixo/token/params', 'token', 'Params'],
    ['/ixo/token/metadata/x', 'token', 'TokenMetadata'],
    ['/ixo/token/minter/x', 'token', 'TokenList'],
    ['/ixo/token/minter/x/y', 'token', 'TokenDoc'],
    ['/ixo/did/dids/x', 'iid', 'IidDocument'],
    ['/ixo/did/dids', 'iid', 'IidDocuments'],
  ])('messages of %s', async (path, module, method) => {
    const service = `ixo.${module}.v1beta1.Query`;
    const desc = chain.types.getService(service)?.methods.find(({ name }) => name === method)?.output;
    if (desc === undefined) throw new Error(`no ${service}/${method}`);
    await fc.assert(
      fc.asyncProperty(anyMessage(fixtureSource(chain.types), desc), async (message) => {
        chain.state.canned.set(`/${service}/${method}`, toBinary(desc, message.message));
        const { ours, theirs } = await askBoth(path);
        expect(meaning(ours)).toEqual(meaning(theirs));
      }),
      { numRuns: 40 },
    );
    chain.state.canned.clear();
  });
});

describe('other than a node, on purpose:', () => {
  beforeAll(() => {
    // Field 38 is an Any of a type that nobody has.
    const any = Buffer.concat([Buffer.of(10, 13), Buffer.from('/nobody.Knows'), Buffer.of(18, 2, 1, 2)]);
    chain.state.kinds.set('unknown-any', Buffer.concat([Buffer.of(0xb2, 2, any.length), any]));
    chain.state.kinds.set('empty', new Uint8Array());
  });

  it.each(INTENDED_DIFFERENCES)('$what', async ({ path, method = 'GET', headers = {}, ours, theirs }) => {
    const answers = await askBoth(path, { method, headers });
    expect(answers.ours.status).toBe(ours.status);
    expect(answers.theirs.status).toBe(theirs.status);
    if (ours.body !== undefined) expect(answers.ours.json).toMatchObject(ours.body);
    if (theirs.body !== undefined) expect(answers.theirs.json).toMatchObject(theirs.body);
  });
});
