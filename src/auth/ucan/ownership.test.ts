import { describe, expect, it } from 'vitest';
import { type DidDocument, OracleError } from '../../plugin/index.js';
import {
  alice,
  bob,
  carol,
  DAY,
  delegated,
  FILES,
  invocation,
  NOW,
  on,
  oracle,
  testVerifier,
  tokenOf,
} from './test-tokens.js';
import { InvalidUcan, UngrantedUcan } from './verify.js';

describe('whose resource it is', () => {
  const entity = 'did:ixo:entity:abc';
  const documents = (document: Partial<DidDocument>) => ({
    methods: ['ixo'],
    resolve: async (did: string) => (did === entity ? { id: did, ...document } : undefined),
  });

  it('root issuer == namespace owner: an entity’s files are for its controllers', async () => {
    const token = () => invocation({ grants: [on('fs/read', `${FILES}/${entity}/docs`)] });
    const controlled = testVerifier({ documents: documents({ controller: [carol.did, alice.did] }) });
    await expect(controlled.invocation(await token())).resolves.toMatchObject({
      grants: [{ owner: alice.did, with: `${FILES}/${entity}/docs` }],
    });
    for (const document of [{}, { controller: carol.did }, { controller: `${alice.did}x` }]) {
      await expect(
        testVerifier({ documents: documents(document) }).invocation(await token()),
      ).rejects.toThrow(UngrantedUcan);
    }
  });

  it('a chain that is down says so; any other failure of a look-up is no defect of ours', async () => {
    const failing = (error: Error) =>
      testVerifier({ documents: { methods: ['ixo'], resolve: () => Promise.reject(error) } });
    const token = () => invocation({ grants: [on('fs/read', `${FILES}/${entity}`)] });
    const down = new OracleError('unavailable', { detail: 'The chain cannot be reached.' });
    await expect(failing(down).invocation(await token())).rejects.toBe(down);
    await expect(failing(new Error('boom')).invocation(await token())).rejects.toThrow(InvalidUcan);
    const far = invocation({ from: { ...alice, did: 'did:ixo:ixo1alice' } });
    await expect(failing(new Error('boom')).invocation(await far)).rejects.toThrow(InvalidUcan);
  });

  it('root issuer == namespace owner: a DID’s own namespace is its own', async () => {
    const own = await invocation({ grants: [on('fs/read', `${FILES}/${alice.did}`)] });
    await expect(testVerifier().invocation(own)).resolves.toMatchObject({ issuer: alice.did });
    const foreign = await invocation({ grants: [on('fs/read', `${FILES}/${bob.did}`)] });
    await expect(testVerifier().invocation(foreign)).rejects.toThrow(UngrantedUcan);
  });

  it.each<[string, readonly string[], boolean]>([
    ['nobody', [], false],
    ['anybody', ['*'], true],
    ['her', [bob.did, alice.did], true],
    ['others', [bob.did, `${alice.did}x`, 'did:web:*'], false],
    ['her method', ['did:key:*'], true],
  ])('root issuer must be served here: %s', async (_, users, served) => {
    const verifier = testVerifier({ users });
    const own = verifier.invocation(await invocation());
    const passed = verifier.invocation(await delegated({}, {}));
    for (const result of [own, passed]) {
      if (served) await expect(result).resolves.toBeDefined();
      else await expect(result).rejects.toThrow(UngrantedUcan);
    }
    // The oracle's own files are always served, also to those that it lets in.
    const proof = await tokenOf({ from: oracle, to: bob, grants: [on('fs/read', FILES)], expiration: null });
    const guest = await tokenOf({ from: bob, to: oracle, grants: [on('fs/read', FILES)], proofs: [proof] });
    await expect(verifier.invocation(guest)).resolves.toMatchObject({ grants: [{ owner: oracle.did }] });
  });

  it('root issuer must be served here: an entity, or who controls it', async () => {
    const documentsOf = documents({ controller: alice.did });
    const token = () => invocation({ grants: [on('fs/read', `${FILES}/${entity}`)] });
    for (const users of [[entity], [alice.did], ['did:ixo:*']])
      await expect(
        testVerifier({ documents: documentsOf, users }).invocation(await token()),
        users[0],
      ).resolves.toBeDefined();
    for (const users of [[], [bob.did, `${entity}d`]])
      await expect(testVerifier({ documents: documentsOf, users }).invocation(await token())).rejects.toThrow(
        UngrantedUcan,
      );
  });

  it('root issuer == namespace owner: ixo:oracle is the oracle’s', async () => {
    const stranger = await invocation({ grants: [on('oracle/chat', 'ixo:oracle')] });
    await expect(testVerifier().invocation(stranger)).rejects.toThrow(UngrantedUcan);
    const proof = await tokenOf({
      from: oracle,
      to: bob,
      grants: [on('oracle/chat', 'ixo:oracle')],
      expiration: null,
    });
    const token = await tokenOf({
      from: bob,
      to: oracle,
      grants: [on('oracle/chat', 'ixo:oracle')],
      proofs: [proof],
    });
    await expect(testVerifier().invocation(token)).resolves.toMatchObject({
      grants: [{ owner: oracle.did }],
    });
  });

  it('a link with proofs does not speak for itself', async () => {
    const unrelated = await tokenOf({
      from: alice,
      to: bob,
      grants: [on('fs/read', `${FILES}/docs`)],
      expiration: NOW + DAY,
    });
    const token = await tokenOf({
      from: bob,
      to: oracle,
      grants: [on('fs/read', FILES)],
      proofs: [unrelated],
    });
    await expect(testVerifier().invocation(token)).rejects.toThrow(UngrantedUcan);
  });
});
