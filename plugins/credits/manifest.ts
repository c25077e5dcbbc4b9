import type { Manifest } from 'oracle-runtime/plugin';

export const manifest: Manifest = {
  title: 'Credits',
  summary: 'What answers of language models cost, what is left of a budget, and a quote before an answer.',
  whenToUse: [
    'Someone asks what this conversation or an answer cost',
    'Someone asks how much they have spent or how much is left this month',
    'Someone wants to know beforehand what a question will cost',
  ],
  whenNotToUse: ['Balances of an address on the chain: that is the gateway'],
  examples: [
    { user: 'What did this cost?', tool: 'list_costs', args: {} },
    { user: 'How much is left this month?', tool: 'get_credits', args: {} },
    { user: 'Show my credits', tool: 'get_credits', args: {} },
  ],
  tags: [
    'credits',
    'cost',
    'costs',
    'price',
    'budget',
    'spent',
    'spending',
    'left',
    'money',
    'tokens',
    'usage',
  ],
  category: 'operations',
  loading: 'on-demand',
  stability: 'experimental',
};
