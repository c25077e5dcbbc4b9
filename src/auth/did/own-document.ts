import { webDidOf } from './web-did.js';

/** The DID document of an oracle: of its `did:web` when it has a public origin, else of its `did:key`. */
export function ownDidDocument(
  did: string,
  publicUrl: string | undefined,
): Readonly<Record<string, unknown>> {
  const multibase = did.slice('did:key:'.length);
  const id = publicUrl === undefined ? did : webDidOf(publicUrl);
  const method = `${id}#${publicUrl === undefined ? multibase : 'key-1'}`;
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'],
    id,
    ...(publicUrl === undefined ? {} : { alsoKnownAs: [did] }),
    verificationMethod: [{ id: method, type: 'Multikey', controller: id, publicKeyMultibase: multibase }],
    authentication: [method],
    assertionMethod: [method],
    capabilityInvocation: [method],
    capabilityDelegation: [method],
  };
}
