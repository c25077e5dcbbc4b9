import { beforeAll, describe, expect, it } from 'vitest';
import dice from '../examples/dice/index.js';
import notes from '../examples/notes/index.js';
import { shippedPlugins } from '../plugins/index.js';
import { meets } from '../src/planner/schema/validate.js';
import { type TalkOptions, talk, talkAndAgree } from '../src/planner/testing/talk.js';
import { untaughtPlanner } from './support/planner-of.js';

/** What people say to the offline planner, over the manifests and schemas of the bundled plugins. */
let options: TalkOptions;

beforeAll(async () => {
  const answer = () =>
    JSON.stringify({ designId: 'design-7', registryId: 'registry-3', selectionId: 'selection-5' });
  options = { ...(await untaughtPlanner(shippedPlugins)), answer };
});

type Args = Readonly<Record<string, unknown>>;
type Row = readonly [
  said: string | readonly string[],
  ...calls: readonly (readonly [tool: string, args: Args])[],
];

const BASE = { population: 5000, expectedMean: 0.8, expectedSD: 0.2 };
const FIRST = 'Design a sample for 5000 households, mean 0.8, sd 0.2';
const design = (args: Args): [string, Args] => ['design_sample', args];
const now = (city: string): [string, Args] => ['get_current_weather', { city }];
const forecast = (city: string, days?: number): [string, Args] => [
  'get_weather_forecast',
  days === undefined ? { city } : { city, days },
];
const strata = (...list: readonly (readonly [string, number])[]) => ({
  enabled: true,
  strata: list.map(([name, weight]) => ({ name, weight })),
});

const CALLS: readonly Row[] = [
  [
    'Design a sample for 5000 households: mean usage 0.8, sd 0.2, 15% dropout, 95/5',
    design({ ...BASE, dropoutRate: 0.15, confidence: 0.95, precision: 0.05 }),
  ],
  [
    'i need a sample size for 12.5k stoves with mean usage 0.8 ± 0.2 and fifteen percent attrition',
    design({ population: 12_500, expectedMean: 0.8, expectedSD: 0.2, dropoutRate: 0.15 }),
  ],
  ['sample size for 5.000 Haushalte mean 0,8 sd 0,2', design(BASE)],
  [
    'dsign a smaple for 5000 housholds mean .8 sd .2 and droput 10 percent',
    design({ ...BASE, dropoutRate: 0.1 }),
  ],
  ['I have 3 kids, design a sample for 5000 households with mean 0.8 and sd 0.2', design(BASE)],
  [
    'Design a sample for 2 million homes, mean 3.2 kWh, sd 1.1 kWh, non-response 12.5%',
    design({ population: 2_000_000, expectedMean: 3.2, expectedSD: 1.1, dropoutRate: 0.125 }),
  ],
  [
    'Design a sample of 5000 households (mean 0.8, sd 0.2) with 90% confidence and 10% precision',
    design({ ...BASE, confidence: 0.9, precision: 0.1 }),
  ],
  ['Sample design: 5000 households; mean 0.8; SD 0.2; dropout 15%', design({ ...BASE, dropoutRate: 0.15 })],
  [
    'Design a sample for 5000 households with a proportion of 0.8 and sd 0.2',
    design({ ...BASE, parameterType: 'proportion' }),
  ],
  [
    'I need the sample size for a proportion of 80% in 5000 households at 95/5',
    design({
      population: 5000,
      expectedMean: 0.8,
      parameterType: 'proportion',
      confidence: 0.95,
      precision: 0.05,
    }),
  ],
  [
    'How many stoves do I need to check if 70% of 8,000 are in use?',
    design({ population: 8000, expectedMean: 0.7, parameterType: 'proportion' }),
  ],
  [
    'Sample size for 5000 homes, 60% urban and 40% rural, mean 0.8 sd 0.2',
    design({ ...BASE, stratification: strata(['urban', 0.6], ['rural', 0.4]) }),
  ],
  [
    'neyman allocation for 5000 households, urban 60% rural 40%, mean .8 sd .2',
    design({ ...BASE, stratification: { ...strata(['urban', 0.6], ['rural', 0.4]), method: 'neyman' } }),
  ],
  [
    "Design a sample for 5000 households, mean 0.8, sd 0.2, don't stratify",
    design({ ...BASE, stratification: { enabled: false } }),
  ],
  [
    'Design a sample, project did:ixo:project/abc123, 5000 households, mean 0.8, sd 0.2',
    design({ ...BASE, projectId: 'did:ixo:project/abc123' }),
  ],
  [
    'sample for 20000 stoves, average 3.5, sd 2.5, profile cdm-95-10, design effect 1.5',
    design({
      population: 20_000,
      expectedMean: 3.5,
      expectedSD: 2.5,
      profile: 'cdm-95-10',
      designEffect: 1.5,
    }),
  ],
  [
    'Base sample size for a mean of 0.7 with a standard deviation of 0.3',
    ['calculate_sample_size', { mean: 0.7, sd: 0.3 }],
  ],
  [
    'Adjust a sample of 400 for a population of 6,000',
    ['calculate_sample_size', { sampleSize: 400, population: 6000 }],
  ],
  ['5% dropout on a sample of 112', ['calculate_sample_size', { sampleSize: 112, dropoutRate: 0.05 }]],
  [
    'allocate 420 to urban 60% and rural 40%',
    ['allocate_sample', { totalSize: 420, strata: strata(['urban', 0.6], ['rural', 0.4]).strata }],
  ],
  [
    'select 112 households from registry-1 with seed 42',
    ['select_households', { registryId: 'registry-1', sampleSize: 112, seed: '42' }],
  ],
  [
    'draw the sample from /registers/village.csv with seed 20240220',
    ['select_households', { registryPath: '/registers/village.csv', seed: '20240220' }],
  ],
  [
    [FIRST, 'draw the sample from /registers/village.csv with seed 42'],
    ['select_households', { registryPath: '/registers/village.csv', designId: 'design-7', seed: '42' }],
  ],
  ['Register /registers/village.csv', ['register_households', { path: '/registers/village.csv' }]],
  [
    'Analyse the first quarter of 2024 of design-1 from the readings in /readings/q1.csv',
    ['analyse_period', { designId: 'design-1', monitoringPeriod: '2024-Q1', path: '/readings/q1.csv' }],
  ],
  [
    'Verify the record /sampling/design-1/selection-2/record.json with /registers/village.csv',
    [
      'validate_randomness',
      {
        recordPath: '/sampling/design-1/selection-2/record.json',
        registryPath: '/registers/village.csv',
      },
    ],
  ],
  [
    'Plan the change from 112 to 175 households on 1 April 2024',
    ['plan_adjustment', { currentSize: 112, requiredSize: 175, implementationDate: '2024-04-01' }],
  ],
  [
    'Plan the change from 112 households to 175 on 1 April 2024',
    ['plan_adjustment', { currentSize: 112, requiredSize: 175, implementationDate: '2024-04-01' }],
  ],
  [
    'Design a sample for 12000 stoves of which 80% are in use',
    design({ population: 12_000, expectedMean: 0.8, parameterType: 'proportion' }),
  ],
  [
    'Sample size for 5000 households, 80% of the stoves are used, 10% dropout',
    design({ population: 5000, expectedMean: 0.8, parameterType: 'proportion', dropoutRate: 0.1 }),
  ],
  [
    'Design a sample for 5000 households, mean 0.8, sd 0.2, 15% are lost',
    design({ ...BASE, dropoutRate: 0.15 }),
  ],
  ['Is selection-5 random?', ['validate_randomness', { selectionId: 'selection-5' }]],
  [
    'analyse the period 2024-Q1 for design-3',
    ['analyse_period', { designId: 'design-3', monitoringPeriod: '2024-Q1' }],
  ],
  [
    'Recalculate design-1 with an actual mean of 0.7, sd 0.3 and 20% dropout',
    ['recalculate_sample', { designId: 'design-1', mean: 0.7, sd: 0.3, dropoutRate: 0.2 }],
  ],
  ['show design design-0b9f6d2e', ['get_sampling_record', { id: 'design-0b9f6d2e' }]],
  ['show approved designs', ['list_sampling_records', { kind: 'designs', status: 'approved' }]],
  ['what registries are there?', ['list_sampling_records', { kind: 'registries' }]],
  ['list my registries', ['list_sampling_records', { kind: 'registries' }]],
  [
    'list the selections of design-3',
    ['list_sampling_records', { kind: 'selections', designId: 'design-3' }],
  ],
  ['list the periods of design-3', ['list_sampling_records', { kind: 'periods', designId: 'design-3' }]],
  ['show the selection selection-5', ['get_sampling_record', { id: 'selection-5' }]],
  ['show me the registry registry-2', ['get_sampling_record', { id: 'registry-2' }]],
  ...[
    'Who controls did:ixo:entity:abc?',
    'who is the controller of did:ixo:entity:abc?',
    'who owns did:ixo:entity:abc?',
    'tell me who controls the entity did:ixo:entity:abc',
    'did:ixo:entity:abc - who is in control of it?',
    'which DID controls did:ixo:entity:abc?',
    'is did:ixo:entity:abc verified?',
  ].map((said): Row => [said, ['get_entity', { id: 'did:ixo:entity:abc' }]]),
  ['show the DID document of did:ixo:ixo1abc', ['resolve_did', { did: 'did:ixo:ixo1abc' }]],
  ['find the entities of did:x:zQ3shOwner', ['search_entities', { text: 'did:x:zQ3shOwner' }]],
  ['find entities about cookstoves', ['search_entities', { text: 'cookstoves' }]],
  ['list the first 5 entities', ['list_entities', { limit: 5 }]],
  [
    'reject design-9, reason: data too old',
    ['reject_design', { designId: 'design-9', reason: 'data too old' }],
  ],
  ["what's the weather in Berlin?", now('Berlin')],
  ['wheather in berlin', now('berlin')],
  ["What's the weather in Paris, Texas?", now('Paris, Texas')],
  ['is it cold in Oslo', now('Oslo')],
  ['Will it rain in Nairobi over the next 3 days?', forecast('Nairobi', 3)],
  ['do i need an umbrella in london tomorrow', forecast('london')],
  ['forecast for Lima for a week', forecast('Lima', 7)],
  ["What's the weather in Berlin and Paris?", now('Berlin'), now('Paris')],
  [
    "Design a sample for 5000 households, mean .8 sd .2, and what's the weather in Berlin?",
    design(BASE),
    now('Berlin'),
  ],
  [[FIRST, 'and with 20% dropout?'], design({ ...BASE, dropoutRate: 0.2 })],
  [
    [FIRST, 'and with 20% dropout?', 'same for 10,000 households', 'use a proportion instead'],
    design({ ...BASE, population: 10_000, dropoutRate: 0.2, parameterType: 'proportion' }),
  ],
  [['Design a sample for 5000 households', 'mean 0.8 and sd 0.2'], design(BASE)],
  [['Design a sample for 5000 households', "what's the weather in Berlin?", 'mean .8 sd .2'], design(BASE)],
  [
    [FIRST, 'submit it'],
    ['submit_design', { designId: 'design-7' }],
  ],
  [
    [FIRST, 'approve the design', 'because the pilot data are sound'],
    ['approve_design', { designId: 'design-7', reason: 'because the pilot data are sound' }],
  ],
  [
    [FIRST, 'show its history'],
    ['get_sampling_record', { id: 'design-7', history: true }],
  ],
  [["what's the weather in Berlin?", 'tomorrow?', 'next 3 days'], forecast('Berlin', 3)],
  [
    [FIRST, 'select 5 households from registry-1 with seed 2', 'show the selection selection-5'],
    ['get_sampling_record', { id: 'selection-5' }],
  ],
  [['Reject design-9', 'how many households must I survey out of 5000, mean 0.8, sd 0.2?'], design(BASE)],
  [['Reject design-9', "what's the weather in Berlin?"], now('Berlin')],
  [
    ['Reject design-9', 'the sample is too small'],
    ['reject_design', { designId: 'design-9', reason: 'the sample is too small' }],
  ],
  ...[
    'hello, World.  Two  spaces — 5%!',
    'Publish: done?',
    "the path is /a/b, and it's 95/5 \\u0041",
    ' first line\n  second, third\n;end ',
  ].map(
    (content): Row => [
      `Save a file /x/y.txt with the content "${content}"`,
      ['vfs_write', { path: '/x/y.txt', content }],
    ],
  ),
  ["Save a file /x/y.txt saying 'don't panic'", ['vfs_write', { path: '/x/y.txt', content: "don't panic" }]],
];

const SILENT = [
  'hello',
  'thanks',
  'tell me a joke',
  'what is the capital of France?',
  'what is a confidence interval',
  'my confidence is low',
  'I have 3 kids',
  'write a poem about the sea',
  'who won the world cup in 2018',
  '2 + 2',
  'why?',
  'Design a sample for 5000 households',
  'the population of Germany is 83 million',
  'i love rainy days',
  'i claim that this is right',
  'what is a DID',
  'approve the design',
] as const;

describe('what people say', () => {
  it.each(CALLS.map(([said, ...calls]) => ({ said: typeof said === 'string' ? [said] : said, calls })))(
    '$said',
    ({ said, calls }) => {
      expect(talkAndAgree(said, options).calls.map((call) => [call.name, call.args])).toEqual(calls);
    },
  );

  it.each(SILENT)('calls nothing for: %s', (said) => {
    expect(talk([said], options).calls).toEqual([]);
  });

  it('understands every example of every manifest', () => {
    expect(missedExamples(options)).toEqual([]);
  });
});

describe('a plugin that nobody taught it', () => {
  let more: TalkOptions;
  beforeAll(async () => {
    more = await untaughtPlanner([...shippedPlugins, dice, notes]);
  });

  it.each([
    ['roll 3 dice', 'roll_dice', { count: 3 }],
    ['please roll 12 dice for me', 'roll_dice', { count: 12 }],
    ['roll dice', 'roll_dice', {}],
  ])('is understood by its manifest: %s', (said, name, args) => {
    expect(talkAndAgree([said], more).calls).toEqual([{ name, args }]);
  });

  it('is understood in each of its examples', () => {
    expect(missedExamples(more)).toEqual([]);
  });
});

function missedExamples({ capabilities, ...rest }: TalkOptions): string[] {
  return capabilities.flatMap(({ manifest, tools }) =>
    (manifest.examples ?? [])
      .filter((example) => {
        const call = talkAndAgree([example.user], { capabilities, ...rest }).calls[0];
        const tool = tools.find((one) => one.name === example.tool);
        return call?.name !== example.tool || tool === undefined || !meets(call.args, tool.parameters);
      })
      .map(({ user }) => user),
  );
}
