import { z } from 'zod';
import { type Effect, type Manifest, type ToolSchema, withWords } from '../../plugin/index.js';
import type { KnownCapability } from '../rank-capabilities.js';

/** Capabilities as plugin authors write them, for the planner's tests. No plugin of the project is among them. */

function tool(name: string, description: string, input: z.ZodObject, effect: Effect = 'read'): ToolSchema {
  const { $schema: _, ...parameters } = z.toJSONSchema(input, { io: 'input' });
  return { name, description, parameters, effect };
}

function capability(name: string, manifest: Manifest, tools: readonly ToolSchema[]): KnownCapability {
  return { name, manifest, tools };
}

const share = (description: string, aliases: string[]) =>
  withWords(z.number().min(0).max(1).meta({ description }), { aliases });

const surveyDesign = capability(
  'survey-design',
  {
    title: 'Survey design',
    summary:
      'Computes statistically sound sample sizes for household surveys, with strata, dropout and finite populations.',
    whenToUse: [
      'A sample size or a sampling design is needed',
      'Someone asks how many households must be surveyed or monitored',
    ],
    examples: [
      {
        user: 'Design a sample for 5000 households: mean usage 0.8, sd 0.2, 15% dropout, 95/5',
        tool: 'design_sample',
        args: {
          population: 5000,
          expectedMean: 0.8,
          expectedSD: 0.2,
          dropoutRate: 0.15,
          confidence: 0.95,
          precision: 0.05,
        },
      },
      {
        user: 'How many stoves do I need to monitor out of 12,000?',
        tool: 'design_sample',
        args: { population: 12_000 },
      },
      { user: 'Approve design dsn_12', tool: 'approve_design', args: { designId: 'dsn_12' } },
    ],
    tags: [
      'sample',
      'sampling',
      'sample size',
      'survey',
      'households',
      'stoves',
      'confidence',
      'precision',
      'strata',
    ],
  },
  [
    tool(
      'design_sample',
      'Designs a sample: base size, finite population and dropout adjustment, allocation to strata. Returns the sizes and the working.',
      z.object({
        projectId: z
          .string()
          .regex(/^did:[a-z0-9]+:project\/.+$/)
          .optional()
          .meta({ description: 'Project identifier, did:<method>:project/<id>.' }),
        population: withWords(z.int().min(2).meta({ description: 'Number of units in the population.' }), {
          aliases: ['households', 'stoves', 'homes', 'units', 'population size'],
        }),
        expectedMean: withWords(
          z.number().positive().meta({ description: 'Expected mean of what is measured, such as usage.' }),
          { aliases: ['mean', 'average', 'mean usage'] },
        ),
        expectedSD: withWords(
          z.number().min(0).meta({ description: 'Expected standard deviation of what is measured.' }),
          { aliases: ['sd', 'standard deviation', 'sigma'] },
        ),
        confidence: share('Confidence level as a fraction.', ['confidence level']).default(0.95),
        precision: share('Relative precision as a fraction.', ['margin of error', 'margin']).default(0.05),
        dropoutRate: withWords(
          z.number().min(0).lt(1).default(0).meta({ description: 'Fraction of units expected to be lost.' }),
          { aliases: ['dropout', 'attrition', 'non-response', 'losses'] },
        ),
        parameterType: z
          .enum(['mean', 'proportion'])
          .default('mean')
          .meta({ description: 'What is estimated: mean (average) or proportion (share).' }),
        stratification: withWords(
          z
            .object({
              enabled: z.boolean(),
              strata: z
                .array(
                  z.object({
                    name: z.string().min(1).meta({ description: 'Name of the stratum.' }),
                    weight: share('Share of the population.', ['share']).optional(),
                    population: withWords(
                      z.int().min(1).optional().meta({ description: 'Units in the stratum.' }),
                      { aliases: ['households', 'units'] },
                    ),
                    mean: z.number().optional(),
                    sd: z.number().optional(),
                  }),
                )
                .optional(),
            })
            .optional()
            .meta({ description: 'Independent strata.' }),
          { aliases: ['strata', 'stratify', 'groups', 'regions', 'split'] },
        ),
      }),
    ),
    tool(
      'adjust_for_dropout',
      'Raises a sample size for the expected dropout. Returns the adjusted size.',
      z.object({
        sampleSize: withWords(z.int().min(1).meta({ description: 'Sample size before the adjustment.' }), {
          aliases: ['size', 'sample', 'n'],
        }),
        dropoutRate: share('Fraction expected to be lost.', ['dropout', 'attrition', 'non-response']),
      }),
    ),
    tool(
      'approve_design',
      'Approves a stored sampling design.',
      z.object({ designId: z.string().min(3).meta({ description: 'Identifier of the design.' }) }),
      'destructive',
    ),
  ],
);

const weather = capability(
  'sky',
  {
    title: 'Weather',
    summary: 'Current weather and daily forecasts for any city.',
    whenToUse: [
      'Someone asks about the weather or the temperature in a place',
      'Someone asks whether it will rain',
    ],
    examples: [
      { user: "What's the weather in Berlin?", tool: 'get_current_weather', args: { city: 'Berlin' } },
      {
        user: 'How hot is it in Paris, Texas right now?',
        tool: 'get_current_weather',
        args: { city: 'Paris, Texas' },
      },
      {
        user: 'Will it rain in Nairobi over the next 5 days?',
        tool: 'get_weather_forecast',
        args: { city: 'Nairobi', days: 5 },
      },
      { user: 'Forecast for São Paulo', tool: 'get_weather_forecast', args: { city: 'São Paulo' } },
    ],
    tags: ['weather', 'forecast', 'temperature', 'rain', 'snow', 'wind', 'hot', 'cold'],
  },
  [
    tool(
      'get_current_weather',
      'The weather in a city right now: temperature in °C and conditions.',
      z.object({ city: z.string().min(1).max(100).meta({ description: 'City, as people write it.' }) }),
    ),
    tool(
      'get_weather_forecast',
      'The daily weather in a city for the next 1 to 16 days.',
      z.object({
        city: z.string().min(1).max(100).meta({ description: 'City, as people write it.' }),
        days: withWords(
          z.int().min(1).max(16).default(7).meta({ description: 'How many days, today included.' }),
          { aliases: ['days', 'day'], unit: 'days' },
        ),
      }),
    ),
  ],
);

const todo = capability(
  'todo',
  {
    title: 'Tasks',
    summary: 'Keeps a list of tasks with due dates and priorities.',
    whenToUse: ['Someone wants to be reminded of something', 'Someone asks what is on the to-do list'],
    examples: [
      { user: 'Remind me to call the lab tomorrow', tool: 'create_task', args: { title: 'call the lab' } },
      { user: 'Add a task: buy batteries', tool: 'create_task', args: { title: 'buy batteries' } },
      { user: 'Show my open tasks', tool: 'list_tasks', args: { status: 'open' } },
    ],
    tags: ['task', 'todo', 'reminder', 'remind'],
  },
  [
    tool(
      'create_task',
      'Creates a task.',
      z.object({
        title: z.string().min(1).meta({ description: 'What is to be done.' }),
        dueDate: z.iso.date().optional().meta({ description: 'Day on which it is due.' }),
        priority: z
          .enum(['low', 'normal', 'high'])
          .default('normal')
          .meta({ description: 'Priority: low, normal or high (urgent, important).' }),
      }),
      'write',
    ),
    tool(
      'list_tasks',
      'Lists tasks.',
      z.object({
        status: z
          .enum(['open', 'done', 'all'])
          .default('open')
          .meta({ description: 'Which tasks: open, done or all.' }),
      }),
    ),
  ],
);

const notes = capability(
  'notes',
  {
    title: 'Notes',
    summary: 'Remembers facts that a person tells and finds them again.',
    whenToUse: [
      'Someone says that a fact should be remembered',
      'Someone asks what was said about a subject before',
    ],
    examples: [
      {
        user: 'Remember that my favourite colour is green',
        tool: 'remember_note',
        args: { text: 'my favourite colour is green' },
      },
      {
        user: 'What did I tell you about the field trip?',
        tool: 'search_notes',
        args: { query: 'the field trip' },
      },
    ],
    tags: ['remember', 'memory', 'note', 'notes'],
  },
  [
    tool(
      'remember_note',
      'Stores a note.',
      z.object({
        text: z.string().min(1).meta({ description: 'What to remember.' }),
        tags: z.array(z.string()).optional().meta({ description: 'Tags of the note.' }),
      }),
      'write',
    ),
    tool(
      'search_notes',
      'Searches the stored notes.',
      z.object({ query: z.string().min(1).meta({ description: 'What to look for.' }) }),
    ),
  ],
);

const money = capability(
  'money',
  {
    title: 'Currency',
    summary: 'Converts amounts between currencies at the latest reference rates.',
    whenToUse: ['An amount has to be converted into another currency', 'Someone asks for an exchange rate'],
    examples: [
      {
        user: 'Convert 100 USD to EUR',
        tool: 'convert_currency',
        args: { amount: 100, from: 'USD', to: 'EUR' },
      },
      {
        user: 'How much is 250 CHF in GBP?',
        tool: 'convert_currency',
        args: { amount: 250, from: 'CHF', to: 'GBP' },
      },
    ],
    tags: ['currency', 'convert', 'exchange rate', 'money', 'dollars', 'euros'],
  },
  [
    tool(
      'convert_currency',
      'Converts an amount of money from one currency to another.',
      z.object({
        amount: z.number().positive().meta({ description: 'Amount of money.' }),
        from: z
          .string()
          .regex(/^[A-Z]{3}$/)
          .meta({ description: 'Three-letter currency code of the amount.' }),
        to: z
          .string()
          .regex(/^[A-Z]{3}$/)
          .meta({ description: 'Three-letter currency code wanted.' }),
      }),
    ),
  ],
);

const plots = capability(
  'plots',
  {
    title: 'Charts',
    summary: 'Draws bar, line and pie charts from numbers.',
    whenToUse: ['Numbers should be shown as a picture'],
    examples: [
      {
        user: 'Draw a bar chart of 3, 5 and 8',
        tool: 'draw_chart',
        args: { type: 'bar', values: [3, 5, 8] },
      },
    ],
    tags: ['chart', 'plot', 'graph', 'diagram', 'draw'],
  },
  [
    tool(
      'draw_chart',
      'Draws a chart.',
      z.object({
        type: z.enum(['bar', 'line', 'pie']).meta({ description: 'Kind of chart.' }),
        values: withWords(z.array(z.number()).min(1).meta({ description: 'Values to draw.' }), {
          aliases: ['values', 'numbers', 'data'],
        }),
        labels: z.array(z.string()).optional().meta({ description: 'Labels of the values.' }),
        title: z.string().optional().meta({ description: 'Title of the chart.' }),
        legend: z.boolean().default(true).meta({ description: 'Whether to show a legend.' }),
      }),
    ),
  ],
);

const registry = capability(
  'registry',
  {
    title: 'Entities and claims',
    summary: 'Looks up entities and claims on the ledger by their identifiers.',
    whenToUse: ['Someone asks about an entity by its DID', 'The claims of a collection are wanted'],
    examples: [
      {
        user: 'Show entity did:ixo:entity:abc123',
        tool: 'get_entity',
        args: { id: 'did:ixo:entity:abc123' },
      },
      {
        user: 'List the claims of collection 42 between 2024-01-01 and 2024-03-31',
        tool: 'list_claims',
        args: { collectionId: '42', startDate: '2024-01-01', endDate: '2024-03-31' },
      },
    ],
    tags: ['entity', 'claim', 'claims', 'did', 'collection', 'ledger'],
  },
  [
    tool(
      'get_entity',
      'Gets an entity.',
      z.object({
        id: z
          .string()
          .regex(/^did:[a-z0-9]+:.+$/)
          .meta({ description: 'DID of the entity.' }),
      }),
    ),
    tool(
      'list_claims',
      'Lists claims of a collection.',
      z.object({
        collectionId: z.string().min(1).meta({ description: 'Identifier of the collection.' }),
        startDate: z.iso.date().optional().meta({ description: 'First day.' }),
        endDate: z.iso.date().optional().meta({ description: 'Last day.' }),
        status: z
          .enum(['pending', 'approved', 'rejected'])
          .optional()
          .meta({ description: 'State of the claims.' }),
        limit: withWords(z.int().min(1).max(500).default(50).meta({ description: 'At most so many.' }), {
          aliases: ['limit', 'maximum'],
        }),
      }),
    ),
  ],
);

export const FIXTURE_CAPABILITIES: readonly KnownCapability[] = [
  surveyDesign,
  weather,
  todo,
  notes,
  money,
  plots,
  registry,
];
