import { beforeAll, describe, expect, it } from 'vitest';
import type { KnownCapability } from '../src/planner/choosing/rank-capabilities.js';
import { META_TOOLS } from '../src/planner/testing/meta-tools.js';
import { type TalkOptions, talk, talkAndAgree } from '../src/planner/testing/talk.js';
import { loadModel } from '../src/planner/understanding/load-model.js';

/** A plugin of a project's own, of which the shipped model was taught nothing. */
const VISITS: KnownCapability = {
  name: 'visits',
  manifest: {
    title: 'Field visits',
    summary: 'Plans the visits of field officers to households.',
    whenToUse: ['Planning a visit to a household', 'Seeing which visits are planned'],
    examples: [
      {
        user: 'Plan a visit to household H-12 by Juma on 2025-04-01',
        tool: 'plan_visit',
        args: { household: 'H-12', officer: 'Juma', date: '2025-04-01' },
      },
      { user: 'Which visits are planned?', tool: 'list_visits', args: {} },
    ],
    tags: ['visit', 'household', 'field officer'],
    category: 'monitoring',
    stability: 'stable',
  },
  tools: [
    {
      name: 'plan_visit',
      title: 'Plan a visit',
      description: 'Plans a visit of a field officer to a household on a day.',
      effect: 'write',
      parameters: {
        type: 'object',
        properties: {
          household: { type: 'string', description: 'The household, such as H-12.' },
          officer: { type: 'string', description: 'Who visits, such as Juma.' },
          date: { type: 'string', format: 'date', description: 'Day of the visit.' },
        },
        required: ['household', 'officer', 'date'],
      },
    },
    {
      name: 'list_visits',
      title: 'List visits',
      description: 'Lists the visits that are planned.',
      effect: 'read',
      parameters: { type: 'object', properties: {}, required: [] },
    },
  ],
} as unknown as KnownCapability;

let options: TalkOptions;
beforeAll(async () => {
  const model = await loadModel();
  if (model === undefined) throw new Error('The shipped model is missing.');
  options = { capabilities: [VISITS], bound: [...META_TOOLS, ...VISITS.tools], model };
});

describe('a changing call of a plugin that the model never saw', () => {
  it.each([
    "Don't plan a visit to household H-12 by Juma on 2025-04-01",
    'Never plan a visit to household H-12 by Juma on 2025-04-01',
    'What would happen if I planned a visit to household H-12 by Juma on 2025-04-01?',
    'Did we plan a visit to household H-12 by Juma on 2025-04-01?',
    'Is Juma planned to visit household H-12 on 2025-04-01?',
    'Juma says he cannot visit household H-12 on 2025-04-01',
    'If it rains, plan a visit to household H-12 by Juma on 2025-04-01',
    'Plan a visit to household H-12 by Juma on 2025-04-01 if it rains',
    'Plan a visit to household H-12 by Otieno, no wait, by Juma on 2025-04-01',
    'Plan a visit to household H-12 by Juma on 2025-04-01',
  ])('is not made without a yes: %s', (said) => {
    const { calls } = talk([said], options);
    expect(calls.filter(({ name }) => name === 'plan_visit')).toEqual([]);
  });

  it('is made after a yes', () => {
    expect(talkAndAgree(['Plan a visit to household H-12 by Juma on 2025-04-01'], options).calls).toEqual([
      { name: 'plan_visit', args: { household: 'H-12', officer: 'Juma', date: '2025-04-01' } },
    ]);
  });
});
