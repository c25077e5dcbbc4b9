import type { Manifest } from 'oracle-runtime/plugin';

export const manifest: Manifest = {
  title: 'Entities, DIDs and claims',
  summary:
    'Looks up entities, DIDs and claims of the chain: who controls an entity, its document, which claims are open.',
  whenToUse: [
    'Someone asks who controls or owns an entity, or what an entity or a DID is',
    'A DID (did:ixo, did:x, did:key, did:web) has to be resolved to its document, keys or services',
    'Someone asks which claims are open or of another state, or what became of one; for collections or disputes',
    'An entity has to be found by words: a project, an asset, an oracle, a device',
  ],
  whenNotToUse: [
    'Other data of the chain, such as balances, tokens or parameters: see gateway',
    'Changing an entity or submitting a claim: this only reads',
  ],
  examples: [
    { user: 'Who controls did:ixo:entity:abc?', tool: 'get_entity', args: { id: 'did:ixo:entity:abc' } },
    {
      user: 'Which claims are open on collection 12?',
      tool: 'entity_claims',
      args: { collectionId: '12', state: 'open' },
    },
    { user: 'Show entity did:ixo:entity:abc', tool: 'get_entity', args: { id: 'did:ixo:entity:abc' } },
    { user: 'Is did:ixo:entity:abc verified?', tool: 'get_entity', args: { id: 'did:ixo:entity:abc' } },
    {
      user: 'Resolve did:web:example.com',
      tool: 'resolve_did',
      args: { did: 'did:web:example.com' },
    },
    {
      user: 'Show the DID document of did:ixo:entity:abc',
      tool: 'resolve_did',
      args: { did: 'did:ixo:entity:abc' },
    },
    {
      user: 'List the rejected claims of collection 7',
      tool: 'entity_claims',
      args: { collectionId: '7', state: 'rejected' },
    },
    {
      user: 'Which claims of collection 12 are flagged?',
      tool: 'entity_claims',
      args: { collectionId: '12', state: 'flagged' },
    },
    { user: 'Which claims are flagged?', tool: 'entity_claims', args: { state: 'flagged' } },
    {
      user: 'Show the claim bafkreidmshhofdjyxfpazwxyb4ln2xtrwbv5pv4tjqlvlz3qkvrtdcqm5u',
      tool: 'get_claim',
      args: { id: 'bafkreidmshhofdjyxfpazwxyb4ln2xtrwbv5pv4tjqlvlz3qkvrtdcqm5u' },
    },
    { user: 'List the claim collections', tool: 'list_collections', args: {} },
    { user: 'Show collection 12', tool: 'get_collection', args: { id: '12' } },
    { user: 'List the disputes on the chain', tool: 'list_disputes', args: {} },
    { user: 'Search entities for carbon project', tool: 'search_entities', args: { text: 'carbon project' } },
    {
      user: 'Find the entities of did:x:zQ3shOwner',
      tool: 'search_entities',
      args: { text: 'did:x:zQ3shOwner' },
    },
    { user: 'List entities', tool: 'list_entities', args: {} },
  ],
  tags: [
    'entity',
    'did',
    'identifier',
    'resolve',
    'controller',
    'controls',
    'owner',
    'claim',
    'collection',
    'dispute',
    'evaluation',
    'project',
    'asset',
    'verified',
    'document',
    'keys',
  ],
  category: 'chain',
  loading: 'on-demand',
  stability: 'stable',
};
