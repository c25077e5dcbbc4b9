import type { Manifest } from 'oracle-runtime/plugin';

export const manifest: Manifest = {
  title: 'Skills',
  summary:
    'Skills: step-by-step instructions by experts for whole tasks, with checks that the oracle evaluates itself.',
  whenToUse: [
    'Someone wants guidance through a whole task: planning a sample, a kitchen performance test, closing a period',
    'Someone asks which skills there are, or names one',
    'Work is to be checked against the rules of a skill before it is called done',
  ],
  whenNotToUse: ['A single calculation or question: use the tool for it'],
  examples: [
    { user: 'Which skills do you have?', tool: 'list_skills', args: {} },
    {
      user: 'Find a skill for a kitchen performance test',
      tool: 'search_skills',
      args: { task: 'a kitchen performance test' },
    },
    { user: 'Load the skill plan-a-sample', tool: 'load_skill', args: { skill: 'plan-a-sample' } },
    {
      user: 'Read the file references/protocol.md of the skill run-a-kitchen-performance-test',
      tool: 'read_skill_file',
      args: { skill: 'run-a-kitchen-performance-test', file: 'references/protocol.md' },
    },
    {
      user: 'Check design-5c1d2e3f by the skill plan-a-sample',
      tool: 'check_skill',
      args: { skill: 'plan-a-sample', designId: 'design-5c1d2e3f' },
    },
    {
      user: 'Check /kpt/weights.csv with the skill run-a-kitchen-performance-test',
      tool: 'check_skill',
      args: { skill: 'run-a-kitchen-performance-test', file: '/kpt/weights.csv' },
    },
  ],
  tags: ['skill', 'skills', 'instructions', 'guide', 'steps', 'procedure', 'checklist', 'how to'],
  category: 'skills',
  loading: 'on-demand',
  stability: 'stable',
};
