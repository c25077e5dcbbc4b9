import type { Manifest } from 'oracle-runtime/plugin';

export const manifest: Manifest = {
  title: 'Chain gateway',
  summary:
    'Reads anything that the blockchain answers: balances, validators, supply, inflation, parameters, transactions.',
  whenToUse: [
    'Someone asks for a balance, validators, supply, inflation, parameters of a module or transactions of an address',
    'Someone asks for data of the chain that no other capability covers',
    'Someone asks which queries the chain or its modules answer',
  ],
  whenNotToUse: [
    'Writing to the chain: this only reads',
    'Entities, DIDs, claims, collections and disputes: see entities',
  ],
  examples: [
    {
      user: 'Balance of ixo19rl4cm2hmr8afy4kldpxz3fka4jguq0ar4n0mx',
      tool: 'chain_balance',
      args: { address: 'ixo19rl4cm2hmr8afy4kldpxz3fka4jguq0ar4n0mx' },
    },
    {
      user: 'Transactions of ixo19rl4cm2hmr8afy4kldpxz3fka4jguq0ar4n0mx',
      tool: 'chain_transactions',
      args: { address: 'ixo19rl4cm2hmr8afy4kldpxz3fka4jguq0ar4n0mx' },
    },
    {
      user: 'Balance of ixo19rl4cm2hmr8afy4kldpxz3fka4jguq0ar4n0mx in uusdc',
      tool: 'chain_balance',
      args: { address: 'ixo19rl4cm2hmr8afy4kldpxz3fka4jguq0ar4n0mx', denom: 'uusdc' },
    },
    {
      user: 'What was transaction F7BC9EEA4E48D79DFDF295053BD0FA5739046C620AC89F832E560E84F398B572?',
      tool: 'chain_transaction',
      args: { hash: 'F7BC9EEA4E48D79DFDF295053BD0FA5739046C620AC89F832E560E84F398B572' },
    },
    { user: 'List the validators', tool: 'chain_validators', args: {} },
    { user: 'Which validators are jailed?', tool: 'chain_validators', args: { state: 'jailed' } },
    { user: 'What is the total supply?', tool: 'chain_supply', args: {} },
    { user: 'What is the inflation of the chain?', tool: 'chain_inflation', args: {} },
    {
      user: 'Parameters of the staking module',
      tool: 'chain_module_params',
      args: { module: 'staking' },
    },
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
    'balance',
    'validators',
    'supply',
    'inflation',
    'transactions',
  ],
  category: 'chain',
  loading: 'on-demand',
  stability: 'stable',
};
