import { describe, expect, it } from 'vitest';
import { iidDocumentSchema } from '../chain/records.js';
import { didDocumentOf, documentMetadataOf } from './ixo-document.js';

const ID = 'did:ixo:entity:abc';
/** As a node's REST server prints it: what is not set is null, empty or left out. */
const PRINTED = {
  context: [
    { key: 'ixo', val: 'https://w3id.org/ixo/NS' },
    { key: '', val: 'https://w3id.org/security/v1' },
    { key: '', val: 'https://www.w3.org/ns/did/v1' },
  ],
  id: ID,
  controller: ['did:x:zOwner'],
  verificationMethod: [
    {
      id: `${ID}#key-1`,
      type: 'CosmosAccountAddress',
      controller: ID,
      blockchainAccountID: 'ixo19rl4cm2hmr8afy4kldpxz3fka4jguq0ar4n0mx',
    },
  ],
  service: [{ id: `${ID}#api`, type: 'oracleService', serviceEndpoint: 'https://oracle.example.org' }],
  authentication: [`${ID}#key-1`],
  assertionMethod: [],
  keyAgreement: null,
  capabilityInvocation: [],
  capabilityDelegation: [],
  linkedResource: [{ id: `${ID}#profile`, type: 'Settings', description: 'Profile', proof: 'bafy' }],
  linkedClaim: [],
  accordedRight: [],
  linkedEntity: [],
  alsoKnownAs: '',
  metadata: {
    versionId: 'v1',
    created: '2024-01-01T02:00:00.123456789+02:00',
    updated: '0001-01-01T00:00:00Z',
    deactivated: false,
  },
};

describe('a document of the chain', () => {
  it('is written as DID Core writes it', () => {
    expect(didDocumentOf(iidDocumentSchema.parse(PRINTED))).toEqual({
      '@context': [
        'https://www.w3.org/ns/did/v1',
        { ixo: 'https://w3id.org/ixo/NS' },
        'https://w3id.org/security/v1',
      ],
      id: ID,
      controller: ['did:x:zOwner'],
      verificationMethod: [
        {
          id: `${ID}#key-1`,
          type: 'CosmosAccountAddress',
          controller: ID,
          blockchainAccountId: 'ixo19rl4cm2hmr8afy4kldpxz3fka4jguq0ar4n0mx',
        },
      ],
      authentication: [`${ID}#key-1`],
      service: [{ id: `${ID}#api`, type: 'oracleService', serviceEndpoint: 'https://oracle.example.org' }],
      linkedResource: [{ id: `${ID}#profile`, type: 'Settings', description: 'Profile', proof: 'bafy' }],
    });
  });

  it('has its times in UTC without fractions, and none that was never set', () => {
    expect(documentMetadataOf(iidDocumentSchema.parse(PRINTED))).toEqual({
      created: '2024-01-01T00:00:00Z',
      versionId: 'v1',
    });
  });

  it('may be nearly empty', () => {
    const bare = iidDocumentSchema.parse({ id: ID, metadata: { deactivated: true } });
    expect(didDocumentOf(bare)).toEqual({ '@context': ['https://www.w3.org/ns/did/v1'], id: ID });
    expect(documentMetadataOf(bare)).toEqual({ deactivated: true });
  });
});
