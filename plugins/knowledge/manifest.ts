import type { Manifest } from 'oracle-runtime/plugin';

export const manifest: Manifest = {
  title: 'Knowledge',
  summary:
    'Says what documents say, with exact quotes: handbooks, methodologies, sampling rules, a person’s own files.',
  whenToUse: [
    'Someone asks what a document, handbook, methodology or guideline says, or wants a quote or a source for a rule',
    'Someone asks which documents are known, or whether a quote is right',
  ],
  whenNotToUse: ['Finding, moving or changing files: see vfs', 'Calculating a sample: see sampling'],
  examples: [
    {
      user: 'What do the documents say about replacement households?',
      tool: 'search_knowledge',
      args: { question: 'replacement households' },
    },
    {
      user: 'Quote what the handbook says about dropout',
      tool: 'search_knowledge',
      args: { question: 'dropout', document: 'handbook' },
    },
    {
      user: 'Quote the rule about minimum sample size',
      tool: 'search_knowledge',
      args: { question: 'minimum sample size' },
    },
    { user: 'Which documents do you know?', tool: 'list_knowledge', args: {} },
    {
      user: 'Check the quote "at least 30 households"',
      tool: 'check_quote',
      args: { quote: 'at least 30 households' },
    },
  ],
  tags: [
    'knowledge',
    'document',
    'documents',
    'handbook',
    'guideline',
    'methodology',
    'manual',
    'rule',
    'source',
    'quote',
    'cite',
    'citation',
    'passage',
    'says',
  ],
  category: 'knowledge',
  loading: 'on-demand',
  stability: 'stable',
};
