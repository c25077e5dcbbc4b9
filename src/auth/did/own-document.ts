import { keyAgreementOf } from './key-agreement.js';
import { webDidOf } from './web-did.js';

/** The DID document of an oracle: of its `did:web` when it has a public origin, else of its `did:key`. */
export function ownDidDocument(
  did: string,
  publicUrl: string | undefined,
): Readonly<Record<string, unknown>> {
  const multibase = did.slice('did:key:'.length);
  const id = publicUrl === undefined ? did : webDidOf(publicUrl);
  const method = `${id}#${publicUrl === undefined ? multibase : 'key-1'}`;
  // Its own name for encryption has a key of its own, which a did:key derives from the one it has.
  const agreement = publicUrl === undefined ? keyAgreementOf(did) : undefined;
  const encryption = agreement === undefined ? [] : [`${id}#${agreement}`];
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'],
    id,
    ...(publicUrl === undefined ? {} : { alsoKnownAs: [did] }),
    verificationMethod: [
      { id: method, type: 'Multikey', controller: id, publicKeyMultibase: multibase },
      ...encryption.map((each) => ({
        id: each,
        type: 'Multikey',
        controller: id,
        publicKeyMultibase: agreement,
      })),
    ],
    authentication: [method],
    assertionMethod: [method],
    capabilityInvocation: [method],
    capabilityDelegation: [method],
    ...(encryption.length === 0 ? {} : { keyAgreement: encryption }),
  };
}
