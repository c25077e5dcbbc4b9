import { toBinary } from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';
import { afterEach, describe, expect, it } from 'vitest';
import { ChainGateway } from './chain/chain-gateway.js';
import { startFixtureChain } from './testing/fixture-chain.js';
import { fixtureSet } from './testing/fixture-files.js';
import { parseChainAddresses } from './upstream/chain-address.js';

let warnings = 0;
const logger = { debug() {}, info() {}, warn: () => void warnings++, error() {}, child: () => logger };
const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A gateway that asks its node again every few milliseconds. */
async function gatewayOf(url: string): Promise<ChainGateway> {
  const gateway = new ChainGateway({
    addresses: parseChainAddresses(url),
    network: 'devnet',
    descriptors: undefined,
    timeoutMs: 5_000,
    longestTimeoutMs: 5_000,
    refreshMs: 20,
    concurrency: 10,
    queue: 10,
    maxAnswerBytes: 1_000_000,
    logger,
  });
  const controller = new AbortController();
  await gateway.ready(controller.signal);
  const refreshing = gateway.refresh(controller.signal);
  closing.push(async () => {
    controller.abort();
    await refreshing;
    gateway.close();
  });
  return gateway;
}

const fileNamed = (name: string) => name === 'fixture/query.proto';
const encoded = fixtureSet().file.map((proto) => ({
  name: proto.name,
  bytes: toBinary(FileDescriptorProtoSchema, proto),
}));

describe('the schema', () => {
  it('follows an upgrade of the chain, and keeps the last one while the node is away', async () => {
    const files = encoded.filter(({ name }) => !fileNamed(name)).map(({ bytes }) => bytes);
    const chain = await startFixtureChain({ files, reflection: ['cosmos'] });
    closing.push(() => chain.close());
    const gateway = await gatewayOf(chain.url);
    const has = (name: string) => () => gateway.schema.queries.has(name);
    expect(has('ixo.token.v1beta1.Query/Params')()).toBe(true);
    expect(has('fixture.Query/Echo')()).toBe(false);

    files.push(...encoded.filter(({ name }) => fileNamed(name)).map(({ bytes }) => bytes));
    await expect.poll(has('fixture.Query/Echo'), { timeout: 5_000 }).toBe(true);
    const found = gateway.schema.find(['fixture', 'echo']);
    expect(found?.query.name).toBe('fixture.Query/Echo');

    await chain.close();
    const before = warnings;
    await expect.poll(() => warnings, { timeout: 5_000 }).toBeGreaterThan(before);
    expect(has('fixture.Query/Echo')()).toBe(true);

    // It comes back as what it was before the upgrade.
    const old = encoded.filter(({ name }) => !fileNamed(name)).map(({ bytes }) => bytes);
    const again = await startFixtureChain({ port: chain.port, files: old, reflection: ['cosmos'] });
    closing.push(() => again.close());
    await expect.poll(has('fixture.Query/Echo'), { timeout: 5_000 }).toBe(false);
  });
});
