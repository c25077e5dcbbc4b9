import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { DidDocument, Signer } from '../../plugin/index.js';
import { ownDidDocument } from '../did/own-document.js';
import { alice, bob, carol, FILES, NOW, on, oracle, testVerifier, tokenOf } from './test-tokens.js';

const documentOf = (did: string, { did: key }: Signer): DidDocument => ({
  ...(ownDidDocument(key, undefined) as unknown as DidDocument),
  id: did,
});

/** A delegation of Alice's key in the name of `did`, and invocations that derive from it. */
async function chainFrom(did: string) {
  const grants = [on('fs/read', FILES)];
  const proof = await tokenOf({ from: { ...alice, did }, to: bob, grants, expiration: NOW + 86_400 });
  let count = 0;
  return (now: number) =>
    tokenOf({
      from: bob,
      to: oracle,
      grants,
      proofs: [proof],
      expiration: now + 60,
      facts: [{ nonce: String(count++) }],
    });
}

describe('a delegation whose signature held once', () => {
  it('holds no more when its did:ixo has another key on the chain', async () => {
    const did = 'did:ixo:ixo1alice';
    let signer = alice;
    const documents = { methods: ['ixo'], resolve: async () => documentOf(did, signer) };
    const verifier = testVerifier({ documents });
    const next = await chainFrom(did);
    for (const _ of ['first', 'again'])
      await expect(verifier.invocation(await next(NOW))).resolves.toMatchObject({ grants: [{ owner: did }] });
    signer = carol;
    await expect(verifier.invocation(await next(NOW))).rejects.toThrow(/signature/);
  });

  it('holds no more than five minutes when its did:web has another key', async () => {
    let signer = alice;
    let did = '';
    const server = createServer((_, response) => response.end(JSON.stringify(documentOf(did, signer))));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      did = `did:web:127.0.0.1%3A${(server.address() as AddressInfo).port}`;
      const verifier = testVerifier({ local: true });
      const next = await chainFrom(did);
      await expect(verifier.invocation(await next(NOW))).resolves.toMatchObject({ grants: [{ owner: did }] });
      signer = carol;
      verifier.now += 301;
      await expect(verifier.invocation(await next(verifier.now))).rejects.toThrow(/signature/);
    } finally {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    }
  });
});
