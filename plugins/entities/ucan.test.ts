import { definePlugin, defineRoute, type Signer } from 'oracle-runtime/plugin';
import { person, startTestOracle, type TestOracle } from 'oracle-runtime/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import gateway from '../gateway/index.js';
import { type FixtureChain, startFixtureChain } from '../gateway/testing/fixture-chain.js';
import type { Json } from '../gateway/testing/fixture-data.js';
import { filesResource } from '../vfs/access/files-resource.js';
import entities from './index.js';

const ALICE = 'did:ixo:ixo1alice';
const first = person('first key');
const second = person('second key');

/** Tells a caller with a UCAN who it is. */
const mirror = definePlugin({
  name: 'mirror',
  version: '1.0.0',
  manifest: { title: 'Mirror', summary: 'Shows who asks.', whenToUse: [], loading: 'silent' },
  abilities: { 'fs/look': [] },
  resources: [{ ...filesResource, abilities: ['fs/look'] }],
  setup: () => ({
    routes: [
      defineRoute({
        method: 'get',
        path: '/mirror',
        auth: { ucan: 'fs/look' },
        summary: 'Who asks',
        responses: { 200: { description: 'The principal' } },
        handler: ({ principal }) => ({ did: principal.did, owner: principal.grant?.owner }),
      }),
    ],
  }),
});

let chain: FixtureChain;
let app: TestOracle;
beforeAll(async () => {
  chain = await startFixtureChain();
  app = await startTestOracle({
    plugins: [gateway, entities, mirror],
    config: { plugins: { entities: { rememberSeconds: 0 } } },
    env: { CHAIN_GRPC_URL: chain.url, UCAN_USERS: 'any' },
  });
});
afterAll(async () => {
  await app.close();
  await chain.close();
});

/** Alice's document on the chain, with the key of one signer. */
function publish(key: Signer, changes: Json = {}): void {
  const id = `${ALICE}#key`;
  const publicKeyMultibase = key.did.slice('did:key:'.length);
  const others = chain.state.documents.filter((each) => each['id'] !== ALICE);
  chain.state.documents = [
    ...others,
    {
      id: ALICE,
      verificationMethod: [{ id, type: 'Ed25519VerificationKey2020', controller: ALICE, publicKeyMultibase }],
      authentication: [id],
      ...changes,
    },
  ];
}

function ask(key: Signer, resource = 'ixo:filesystem', issuer = ALICE) {
  const by: Signer = { did: issuer, sign: (bytes) => key.sign(bytes) };
  return app.ucan({ can: 'fs/look', with: resource, by }).get('/mirror');
}

describe('a UCAN of a did:ixo issuer', () => {
  it('holds when a key of its document on the chain signed it', async () => {
    publish(first);
    expect(await ask(first)).toMatchObject({ status: 200, json: { did: ALICE, owner: ALICE } });
  });

  it('does not when another key did', async () => {
    publish(first);
    expect(await ask(second)).toMatchObject({ status: 401 });
  });

  it('does not once the key was rotated; the new one holds', async () => {
    publish(first);
    expect(await ask(first)).toMatchObject({ status: 200 });
    publish(second);
    expect(await ask(first)).toMatchObject({ status: 401 });
    expect(await ask(second)).toMatchObject({ status: 200 });
  });

  it('does not once the document was deactivated', async () => {
    publish(first, { metadata: { deactivated: true } });
    expect(await ask(first)).toMatchObject({ status: 401 });
  });

  it('does not with a key that is there for encryption only, or that nobody relates to', async () => {
    publish(first, { authentication: [], keyAgreement: [`${ALICE}#key`] });
    expect(await ask(first)).toMatchObject({ status: 401 });
    publish(first, { authentication: [] });
    expect(await ask(first)).toMatchObject({ status: 401 });
  });

  it('does not when the chain knows no such DID, or the method is nobody’s', async () => {
    expect(await ask(first, 'ixo:filesystem', 'did:ixo:ixo1nobody')).toMatchObject({ status: 401 });
    expect(await ask(first, 'ixo:filesystem', 'did:example:alice')).toMatchObject({
      status: 401,
      json: { detail: expect.stringContaining('did:example') },
    });
  });

  it('reaches what belongs to an entity that it controls, and only as long as it does', async () => {
    publish(first);
    const entity = 'did:ixo:entity:abc';
    const control = (controller: string) => {
      chain.state.documents = chain.state.documents.map((each) =>
        each['id'] === entity ? { ...each, controller: [controller] } : each,
      );
    };
    control(ALICE);
    expect(await ask(first, `ixo:filesystem/${entity}`)).toMatchObject({ status: 200 });
    control('did:x:zSomebodyElse');
    expect(await ask(first, `ixo:filesystem/${entity}`)).toMatchObject({ status: 403 });
  });

  it('is 503, not a guess, while the chain is away', async () => {
    publish(first);
    const { port, state } = chain;
    await chain.close();
    expect(await ask(first)).toMatchObject({ status: 503, json: { code: 'unavailable' } });
    chain = await startFixtureChain({ port, state });
    expect(await ask(first)).toMatchObject({ status: 200 });
  });
});
