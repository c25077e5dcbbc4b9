import type { Manifest } from 'oracle-runtime/plugin';

export const manifest: Manifest = {
  title: 'Chain gateway',
  summary: 'Reads anything that the blockchain answers: entities, claims, tokens, balances, parameters.',
  whenToUse: [
    'Someone asks for data of the chain that no other capability covers',
    'Someone asks which queries the chain or its modules answer',
    'A parameter, a balance, a token or a claim has to be read from the chain itself',
  ],
  whenNotToUse: ['Writing to the chain: this only reads', 'Entities and DIDs by their id: see entities'],
  examples: [
    {
      user: 'Which queries does the chain have about claims?',
      tool: 'chain_list_queries',
      args: { search: 'claims' },
    },
    {
      user: 'Query the chain: ixo.token.v1beta1.Query/Params',
      tool: 'chain_query',
      args: { method: 'ixo.token.v1beta1.Query/Params' },
    },
  ],
  tags: [
    'chain',
    'blockchain',
    'query',
    'ixo',
    'cosmos',
    'grpc',
    'claims',
    'collection',
    'token',
    'params',
    'height',
  ],
  category: 'chain',
  loading: 'on-demand',
  stability: 'stable',
};
