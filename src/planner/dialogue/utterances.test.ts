import { describe, expect, it } from 'vitest';
import type { Args } from '../schema/leaves.js';
import { FIXTURE_CAPABILITIES } from '../testing/fixture-capabilities.js';
import { META_TOOLS } from '../testing/meta-tools.js';
import { talk, talkAndAgree } from '../testing/talk.js';

const options = {
  capabilities: FIXTURE_CAPABILITIES,
  bound: [...META_TOOLS, ...FIXTURE_CAPABILITIES.flatMap((capability) => capability.tools)],
};

type Row = readonly [
  said: string | readonly string[],
  ...calls: readonly (readonly [tool: string, args: Args])[],
];

const BASE = { population: 5000, expectedMean: 0.8, expectedSD: 0.2 };
const design = (args: Args): [string, Args] => ['design_sample', args];
const now = (city: string): [string, Args] => ['get_current_weather', { city }];
const forecast = (city: string, days?: number): [string, Args] => [
  'get_weather_forecast',
  days === undefined ? { city } : { city, days },
];
const strata = (...list: readonly (readonly [string, number])[]) => ({
  stratification: { enabled: true, strata: list.map(([name, weight]) => ({ name, weight })) },
});

const NUMBERS: readonly Row[] = [
  [
    'Design a sample for 5000 households: mean usage 0.8, sd 0.2, 15% dropout, 95/5',
    design({ ...BASE, dropoutRate: 0.15, confidence: 0.95, precision: 0.05 }),
  ],
  [
    'design a sample for 5,000 households, mean 0.8, standard deviation of 0.2, dropout 15 %, 95% confidence and 5% precision',
    design({ ...BASE, dropoutRate: 0.15, confidence: 0.95, precision: 0.05 }),
  ],
  [
    'I need a sample size for 12.5k stoves with mean usage 0.8 ± 0.2 and fifteen percent attrition',
    design({ population: 12_500, expectedMean: 0.8, expectedSD: 0.2, dropoutRate: 0.15 }),
  ],
  ['sample size for 5 000 households, mean 0.8 +/- 0.2', design(BASE)],
  ["sample of 5'000 households, mean 0.8, sd 0.2", design(BASE)],
  ['sample size for 5.000 Haushalte mean 0,8 sd 0,2', design(BASE)],
  ['sample size for 5.000 households, mean 0.8, sd 0.2', design(BASE)],
  ['sample size for 1.234.567 households, mean 0,8, sd 0,2', design({ ...BASE, population: 1_234_567 })],
  [
    'Design a sample for 1.2 million homes, mean 3.2 kWh, sd 1.1 kWh, non-response 12.5%',
    design({ population: 1_200_000, expectedMean: 3.2, expectedSD: 1.1, dropoutRate: 0.125 }),
  ],
  [
    'how many households do i need to survey out of 1.2 million if the average is 3.5 with std dev 1.1 and 90/10',
    design({ population: 1_200_000, expectedMean: 3.5, expectedSD: 1.1, confidence: 0.9, precision: 0.1 }),
  ],
  [
    'Could you please compute a sample for five thousand households with a mean of zero point eight and a standard deviation of 0.2?',
    design(BASE),
  ],
  [
    'Design a sample of 5000 households (mean 0.8, sd 0.2) with 90% confidence and 10% precision',
    design({ ...BASE, confidence: 0.9, precision: 0.1 }),
  ],
  ['sample for 5000 households, mean .8, sd .2, confidence 0.9', design({ ...BASE, confidence: 0.9 })],
  ['sample for 5000 households, mean .8, sd .2, confidence 90', design({ ...BASE, confidence: 0.9 })],
  ['sample for 5000 households, mean .8, sd .2, margin of error 10%', design({ ...BASE, precision: 0.1 })],
  ['sample for 5000 households, mean .8, sd .2, ±10%', design({ ...BASE, precision: 0.1 })],
  [
    'we have 12,000 stoves in the field. Mean usage is 0.85, sd = 0.3. Please design a sample with attrition of a quarter',
    design({ population: 12_000, expectedMean: 0.85, expectedSD: 0.3, dropoutRate: 0.25 }),
  ],
  ['sample size: population 5000, mean 0.8, sd 0.2', design(BASE)],
  ['population=5000 mean=0.8 sd=0.2 dropout=0.1 design a sample', design({ ...BASE, dropoutRate: 0.1 })],
  ['Sample design: 5000 households; mean 0.8; SD 0.2; dropout 15%', design({ ...BASE, dropoutRate: 0.15 })],
  ['0.8 mean 0.2 sd 5000 households, design a sample', design(BASE)],
  [
    '95% confidence 5% precision 15% dropout 5000 households mean 0.8 sd 0.2 sample',
    design({ ...BASE, confidence: 0.95, precision: 0.05, dropoutRate: 0.15 }),
  ],
  [
    'i want to know how many stoves to monitor, we have about 3 400 of them, average usage 2.1 and standard deviation .7 and i want 95/5',
    design({ population: 3400, expectedMean: 2.1, expectedSD: 0.7, confidence: 0.95, precision: 0.05 }),
  ],
  [
    'dsign a smaple for 5000 housholds mean .8 sd .2 and droput 10 percent',
    design({ ...BASE, dropoutRate: 0.1 }),
  ],
  ['DESIGN A SAMPLE FOR 5000 HOUSEHOLDS, MEAN 0.8, SD 0.2', design(BASE)],
  [
    'design a sample for eight hundred cookers, mean 2, sd 0.5',
    design({ population: 800, expectedMean: 2, expectedSD: 0.5 }),
  ],
  [
    'design a sample for 5000 households with mean 0.8, sd 0.2 and no dropout',
    design({ ...BASE, dropoutRate: 0 }),
  ],
  ['5% dropout on a sample of 112', ['adjust_for_dropout', { sampleSize: 112, dropoutRate: 0.05 }]],
  [
    'How many stoves do I need to monitor out of 12,000 if the average is 4 and sigma 1?',
    design({ population: 12_000, expectedMean: 4, expectedSD: 1 }),
  ],
];

const DISTRACTORS: readonly Row[] = [
  ['I have 3 kids, design a sample for 5000 households with mean 0.8 and sd 0.2', design(BASE)],
  [
    'my dog is 7 years old. design a sample for 800 stoves with mean 2 and sd 0.5',
    design({ population: 800, expectedMean: 2, expectedSD: 0.5 }),
  ],
  [
    'I live in Berlin and have 2 cats. Design a sample for 800 stoves with mean 2 and sd 0.5',
    design({ population: 800, expectedMean: 2, expectedSD: 0.5 }),
  ],
  ['thanks, what is the weather in Rome?', now('Rome')],
  ['Hi there! Show my open tasks', ['list_tasks', { status: 'open' }]],
];

const STRUCTURES: readonly Row[] = [
  [
    'Design a sample for 5000 households, mean 0.8, sd 0.2, 60% urban and 40% rural',
    design({ ...BASE, ...strata(['urban', 0.6], ['rural', 0.4]) }),
  ],
  [
    'Design a sample for 5000 households, mean 0.8, sd 0.2, stratified: urban 60%, peri-urban 25%, rural 15%',
    design({ ...BASE, ...strata(['urban', 0.6], ['peri-urban', 0.25], ['rural', 0.15]) }),
  ],
  [
    'Design a sample for 5000 households, mean 0.8, sd 0.2, with regions north 0.5, south 0.3 and east 0.2',
    design({ ...BASE, ...strata(['north', 0.5], ['south', 0.3], ['east', 0.2]) }),
  ],
  [
    'sample for 5000 households, urban 60% rural 40%, mean 0.8 sd 0.2',
    design({ ...BASE, ...strata(['urban', 0.6], ['rural', 0.4]) }),
  ],
  [
    'Design a sample for urban 3000 and rural 2000 households, 5000 in total, mean 0.8, sd 0.2',
    design({
      ...BASE,
      stratification: {
        enabled: true,
        strata: [
          { name: 'urban', population: 3000 },
          { name: 'rural', population: 2000 },
        ],
      },
    }),
  ],
  [
    "Design a sample for 5000 households, mean 0.8, sd 0.2, don't stratify",
    design({ ...BASE, stratification: { enabled: false } }),
  ],
  [
    'Design a sample for 5000 households, mean 0.8, sd 0.2, without strata',
    design({ ...BASE, stratification: { enabled: false } }),
  ],
  [
    'Design a sample, project did:ixo:project/abc123, 5000 households, mean 0.8, sd 0.2',
    design({ ...BASE, projectId: 'did:ixo:project/abc123' }),
  ],
  [
    'Design a sample for 5000 households with a proportion of 0.8, mean 0.8, sd 0.2',
    design({ ...BASE, parameterType: 'proportion' }),
  ],
  ['design_sample {"population": 5000, "expectedMean": 0.8, "expectedSD": 0.2}', design(BASE)],
  [
    'draw a pie chart of 10, 20 and 70 without legend',
    ['draw_chart', { type: 'pie', values: [10, 20, 70], legend: false }],
  ],
  [
    'draw a bar chart of 3, 5, 8 titled "Sizes"',
    ['draw_chart', { type: 'bar', values: [3, 5, 8], title: 'Sizes' }],
  ],
  ['plot a line graph with values 1.5, 2.5 and 4', ['draw_chart', { type: 'line', values: [1.5, 2.5, 4] }]],
];

const PLACES: readonly Row[] = [
  ["what's the weather in Berlin?", now('Berlin')],
  ['weather in são paulo', now('são paulo')],
  ['whats the weather in berlin', now('berlin')],
  ['WEATHER IN BERLIN', now('BERLIN')],
  ['wheather in berlin', now('berlin')],
  ["What's the weather in Paris, Texas?", now('Paris, Texas')],
  ["how's the weather in st. gallen", now('st. gallen')],
  ['weather for Zürich', now('Zürich')],
  ['weather in The Hague', now('The Hague')],
  ['weather in Rio de Janeiro right now please', now('Rio de Janeiro')],
  ['is it cold in Oslo', now('Oslo')],
  ['weather: "Stratford-upon-Avon"', now('Stratford-upon-Avon')],
  ['Will it rain in Nairobi over the next 3 days?', forecast('Nairobi', 3)],
  ['forecast for são paulo tomorrow', forecast('são paulo')],
  ['forecast for Lima for a week', forecast('Lima', 7)],
  ['forecast for Lima for two weeks', forecast('Lima', 14)],
  ['3 day forecast for Paris', forecast('Paris', 3)],
  ['weather forecast Paris 3 days', forecast('Paris', 3)],
  ['what will the weather be like in Rome on Friday', forecast('Rome')],
  ["What's the weather in Berlin and Paris?", now('Berlin'), now('Paris')],
  ['whats the weather in berlin and paris', now('berlin'), now('paris')],
  ["What's the weather in Berlin, Paris and Rome?", now('Berlin'), now('Paris'), now('Rome')],
];

const TWO_PARTS: readonly Row[] = [
  [
    "Design a sample for 5000 households, mean .8 sd .2, and what's the weather in Berlin?",
    design(BASE),
    now('Berlin'),
  ],
  [
    "what's the weather in Berlin and add a task: pack an umbrella",
    now('Berlin'),
    ['create_task', { title: 'pack an umbrella' }],
  ],
  [
    'Is it raining in Tokyo? And will it rain in Osaka over the next 2 days?',
    now('Tokyo'),
    forecast('Osaka', 2),
  ],
  [
    'Convert 100 USD to EUR. Then show my open tasks.',
    ['convert_currency', { amount: 100, from: 'USD', to: 'EUR' }],
    ['list_tasks', { status: 'open' }],
  ],
];

const TEXTS: readonly Row[] = [
  ['Remind me to call the lab tomorrow', ['create_task', { title: 'call the lab', dueDate: '2025-03-13' }]],
  [
    'remind me to water the plants on friday',
    ['create_task', { title: 'water the plants', dueDate: '2025-03-14' }],
  ],
  [
    'remind me to "send the report" by 2025-04-01',
    ['create_task', { title: 'send the report', dueDate: '2025-04-01' }],
  ],
  ['add a task: buy 5 apples, high priority', ['create_task', { title: 'buy 5 apples', priority: 'high' }]],
  [
    'create a high priority task to fix the bike',
    ['create_task', { title: 'fix the bike', priority: 'high' }],
  ],
  ['show my done tasks', ['list_tasks', { status: 'done' }]],
  ['list my tasks', ['list_tasks', {}]],
  ['remember that my cat is called Tom', ['remember_note', { text: 'my cat is called Tom' }]],
  ['remember: the gate code is 4711', ['remember_note', { text: 'the gate code is 4711' }]],
  ['what did I tell you about my cat?', ['search_notes', { query: 'my cat' }]],
  ['search my notes for cookstoves', ['search_notes', { query: 'cookstoves' }]],
  ['convert 100 usd to eur', ['convert_currency', { amount: 100, from: 'USD', to: 'EUR' }]],
  ['convert 100USD to EUR please', ['convert_currency', { amount: 100, from: 'USD', to: 'EUR' }]],
  ['How much is 1,250.50 CHF in GBP', ['convert_currency', { amount: 1250.5, from: 'CHF', to: 'GBP' }]],
  ['Show entity did:ixo:entity:abc', ['get_entity', { id: 'did:ixo:entity:abc' }]],
  [
    'list approved claims of collection 7 from 2024-01-01 to 2024-03-31',
    [
      'list_claims',
      { collectionId: '7', startDate: '2024-01-01', endDate: '2024-03-31', status: 'approved' },
    ],
  ],
  [
    'list claims of collection 7 for Q1 2024',
    ['list_claims', { collectionId: '7', startDate: '2024-01-01', endDate: '2024-03-31' }],
  ],
  [
    'list claims of collection 7 between 1 March 2024 and 15 March 2024',
    ['list_claims', { collectionId: '7', startDate: '2024-03-01', endDate: '2024-03-15' }],
  ],
  ['show claims in collection 9, at most 20', ['list_claims', { collectionId: '9', limit: 20 }]],
  ['approve design dsn_77', ['approve_design', { designId: 'dsn_77' }]],
];

const FIRST = 'Design a sample for 5000 households, mean 0.8, sd 0.2';
const FOLLOW_UPS: readonly Row[] = [
  [[FIRST, 'and with 20% dropout?'], design({ ...BASE, dropoutRate: 0.2 })],
  [
    [FIRST, 'and with 20% dropout?', 'same for 10,000 households'],
    design({ ...BASE, population: 10_000, dropoutRate: 0.2 }),
  ],
  [[FIRST, 'use a proportion instead'], design({ ...BASE, parameterType: 'proportion' })],
  [
    [FIRST, 'make it 6000 households', 'now with 90/10'],
    design({ ...BASE, population: 6000, confidence: 0.9, precision: 0.1 }),
  ],
  [[`${FIRST}, 15% dropout`, 'without dropout'], design({ ...BASE, dropoutRate: 0 })],
  [
    [`${FIRST}, 60% urban and 40% rural`, 'without strata'],
    design({ ...BASE, stratification: { enabled: false } }),
  ],
  [
    [FIRST, 'what if it is 50% urban and 50% rural?'],
    design({ ...BASE, ...strata(['urban', 0.5], ['rural', 0.5]) }),
  ],
  [
    [`${FIRST}, 15% dropout`, 'Design a sample for 800 stoves with mean 2 and sd 0.5'],
    design({ population: 800, expectedMean: 2, expectedSD: 0.5 }),
  ],
  [[FIRST, 'again please'], design(BASE)],
  [["what's the weather in Berlin?", 'what about Paris?'], now('Paris')],
  [["what's the weather in Berlin?", 'what about paris?'], now('paris')],
  [["what's the weather in Berlin?", 'thanks', 'and Rome'], now('Rome')],
  [["what's the weather in Berlin?", 'and the forecast?'], forecast('Berlin')],
  [["what's the weather in Berlin and Paris?", 'and the forecast?'], forecast('Berlin'), forecast('Paris')],
  [["what's the weather in Berlin?", 'tomorrow?'], forecast('Berlin')],
  [["what's the weather in Berlin?", 'tomorrow?', 'next 3 days'], forecast('Berlin', 3)],
  [
    ['convert 100 USD to EUR', 'and 250?'],
    ['convert_currency', { amount: 250, from: 'USD', to: 'EUR' }],
  ],
  [
    ['convert 100 USD to EUR', 'to GBP instead'],
    ['convert_currency', { amount: 100, from: 'USD', to: 'GBP' }],
  ],
];

const ANSWERS: readonly Row[] = [
  [['Design a sample for 5000 households', 'mean 0.8 and sd 0.2'], design(BASE)],
  [['Design a sample for 5000 households, mean 0.8', '0.2'], design(BASE)],
  [['Design a sample for 5000 households, mean 0.8', "it's 0.2"], design(BASE)],
  [['Design a sample for 5000 households', 'mean is 0.8', 'sd is 0.2'], design(BASE)],
  [
    ['design a sample', '5000 households, mean 0.8, sd 0.2, 10% dropout'],
    design({ ...BASE, dropoutRate: 0.1 }),
  ],
  [['Design a sample for 5000 households', "what's the weather in Berlin?"], now('Berlin')],
  [['Design a sample for 5000 households', "what's the weather in Berlin?", 'mean .8 sd .2'], design(BASE)],
  [[`${FIRST}, dropout 150%`, '15%'], design({ ...BASE, dropoutRate: 0.15 })],
  [['weather', 'Berlin'], now('Berlin')],
  [['weather', 'in new york'], now('new york')],
  [["what's the weather?", 'paris'], now('paris')],
  [['what will the weather be?', 'Lima, for 3 days'], forecast('Lima', 3)],
];

const SILENT = [
  'hi',
  'Hello there!',
  'Bonjour',
  'good morning',
  'thanks!',
  'thank you so much',
  'bye',
  'ok',
  'yes',
  'no',
  'never mind',
  'who are you?',
  'are you a bot',
  'tell me a joke',
  'what is the capital of France?',
  'write a poem about the sea',
  'why?',
  'explain that',
  'what time is it?',
  'how old are you',
  '2 + 2',
  'solve x^2 = 4',
  'I feel sad',
  'can you translate hello into french',
  'who won the world cup in 2018',
  'tell me about Berlin',
  'I have 3 kids',
  'the population of Germany is 83 million',
  'my confidence is low',
  'asdf qwer',
  '5000',
  '!!!',
  'what about tomorrow?',
  'Berlin',
  'do it again',
] as const;

const QUESTIONS: readonly (readonly [said: string, ...named: readonly string[]])[] = [
  ['Design a sample for 5000 households', 'expected mean', 'expected SD'],
  ['Design a sample for 5000 households, mean 0.8', 'expected SD'],
  ['design a sample', 'population', 'expected mean', 'expected SD'],
  ['design a sample for 5000', 'expected mean', 'expected SD'],
  ['Hi! Can you help me with a sample size?', 'population'],
  ['make a chart', 'type', 'values'],
  ["what's the weather?", 'city'],
  ['get the entity', 'ID'],
  ['what is 20 dollars in euros', 'from', 'to'],
  [`${FIRST}, dropout 150%`, 'Dropout rate', '150%'],
  [`Design a sample for 5000.5 households, mean 0.8, sd 0.2`, 'Population', '5000.5'],
];

const GROUPS = { NUMBERS, DISTRACTORS, STRUCTURES, PLACES, TWO_PARTS, TEXTS, FOLLOW_UPS, ANSWERS };

describe.each(Object.entries(GROUPS))('%s', (_, rows) => {
  it.each(rows.map((row) => ({ said: typeof row[0] === 'string' ? [row[0]] : row[0], calls: row.slice(1) })))(
    '$said',
    ({ said, calls }) => {
      const spoken = talkAndAgree(said, options);
      expect(spoken.calls.map((call) => [call.name, call.args])).toEqual(calls);
    },
  );
});

describe('requests that call nothing', () => {
  it.each(SILENT)('%s', (said) => {
    expect(talk([said], options).calls).toEqual([]);
  });

  it('lists what it can do when asked', () => {
    for (const said of [
      'help',
      'what can you do?',
      'hello, what can you do?',
      'list your capabilities',
      '?',
      'What can I ask you?',
    ]) {
      expect(talk([said], options).calls, said).toEqual([{ name: 'list_capabilities', args: {} }]);
    }
  });
});

describe('questions', () => {
  it.each(QUESTIONS)('%s', (said, ...named) => {
    const spoken = talk([said], options);
    expect(spoken.calls).toEqual([]);
    expect(spoken.text).toContain('I still need');
    for (const name of named) expect(spoken.text).toContain(name);
  });
});
