import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  BEFORE_2024,
  type Client,
  type Conversation,
  type Reply,
  type SamplingApp,
  startSamplingApp,
} from './testing/sampling-app.js';

const household = (i: number) => `HH-${String(i + 1).padStart(5, '0')}`;
const REGISTRY = `household_id,setting,adopter\n${Array.from(
  { length: 5000 },
  (_, i) => `${household(i)},${i < 3000 ? 'urban' : 'rural'},${i % 5 === 0 ? 'no' : 'yes'}\n`,
).join('')}`;

/** Every number that a text shows: sizes, shares, days, the digits of ids. Thousands are read without separators. */
function numbersOf(text: string): number[] {
  const plain = text.replace(/(?<=\d),(?=\d{3}(?!\d))/g, '');
  return [...plain.matchAll(/\d+(?:\.\d+)?(?:e[+-]?\d+)?/g)].map(([digits]) => Number(digits));
}

/** An answer without its headings, labels and table heads, which name fields such as `sha256` and count items. */
function valuesOf(markdown: string): string {
  return markdown
    .replace(/^.*\n(?=\| *:?-{3})/gm, '')
    .replace(/^#{1,6} .*$/gm, '')
    .replace(/^\*\*[^*]+\*\*$/gm, '')
    .replace(/\*\*[^*]+:\*\*/g, '');
}

/** Every number in a tool's answer, in fields and in the texts of fields. */
function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return numbersOf(String(value));
  if (typeof value === 'string') return numbersOf(value);
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}

/** A person's day with no language model at all: the offline planner over the real HTTP surface. */
describe('a day of sampling in a conversation', () => {
  let app: SamplingApp;
  let person: Client;
  let chat: Conversation;
  let designId: string;
  let selectionId: string;
  let ids: string[];

  beforeAll(async () => {
    app = await startSamplingApp({}, {}, [], BEFORE_2024);
    person = await app.client('person', ['chat', 'sampling', 'sampling/verify']);
    chat = await person.talk();
  });
  afterAll(() => app.close());

  const done = (reply: Reply, tool: string): Record<string, unknown> => {
    const call = reply.tools.findLast(({ name, status }) => name === tool && status === 'done');
    expect(call, `${tool} in ${JSON.stringify(reply).slice(0, 1500)}`).toBeDefined();
    return (call?.output ?? {}) as Record<string, unknown>;
  };
  /** What is said contains these numbers, and none that the tools did not give, long ones rounded to eight digits. */
  const says = (reply: Reply, ...numbers: number[]) => {
    const said = numbersOf(valuesOf(reply.content));
    expect(said.length).toBeGreaterThan(0);
    const isAmong = (list: readonly number[]) => (number: number) =>
      list.some((one) => one === number || Math.abs(one - number) <= 1e-7 * Math.max(1e-3, Math.abs(one)));
    expect(
      numbers.filter((number) => !isAmong(said)(number)),
      reply.content.slice(0, 1500),
    ).toEqual([]);
    const given = reply.tools.flatMap(({ output }) => numbersIn(output));
    expect(
      said.filter((number) => !isAmong(given)(number)),
      reply.content,
    ).toEqual([]);
  };

  it('designs a sample', async () => {
    const reply = await chat.say(
      'Design a sample for project did:ixo:project/abc: 5000 households, mean usage 0.8, sd 0.2, 15% dropout, 95/5',
    );
    const design = done(reply, 'design_sample');
    designId = String(design['designId']);
    expect(design['parameters']).toMatchObject({ calculatedSize: 95, adjustedSize: 112, dropoutRate: 0.15 });
    says(reply, 95, 112, 357, 420);
  });

  it.each([
    ['Sample size for 2000 homes, mean 40, sd 20', 40, 20],
    ['sample size for 2000 homes mean 4 sd 2', 4, 2],
    ['How many of 2000 stoves must we monitor for a mean of 3.5 hours with an sd of 2?', 3.5, 2],
  ])('takes whole numbers for what they are named: %s', async (message, expectedMean, expectedSD) => {
    const fresh = await person.talk();
    const design = done(await fresh.say(message), 'design_sample');
    expect(design['parameters']).toMatchObject({ population: 2000, expectedMean, expectedSD });
  });

  it('registers 5,000 households', async () => {
    const reply = await chat.say('Register the attached household registry', {
      name: 'households.csv',
      mimeType: 'text/csv',
      text: REGISTRY,
    });
    expect(done(reply, 'register_households')).toMatchObject({ size: 5000 });
    says(reply, 5000, 3000, 2000);
  });

  it('selects with a seed', async () => {
    const registryId = /registry-[0-9a-f-]{36}/.exec((await chat.say('List my registries')).content)?.[0];
    const reply = await chat.say(`Select households from ${registryId} for ${designId} with seed 20240220`);
    const selection = done(reply, 'select_households');
    selectionId = String(selection['selectionId']);
    expect(selection).toMatchObject({ seed: '20240220', strata: [{ stratum: 'all', selected: 112 }] });
    says(reply, 112);
    ids = (selection['firstSelected'] as { ids: string[] }[])[0]?.ids ?? [];
    expect(ids.slice(0, 3)).toEqual(['HH-01060', 'HH-01428', 'HH-03801']);
  });

  it('shows what it stored', async () => {
    const shown = await chat.say(`Show me ${selectionId}`);
    expect(done(shown, 'get_sampling_record')).toMatchObject({ selectionId, seed: '20240220' });
    const history = await chat.say(`Show the history of ${designId}`);
    expect(done(history, 'get_sampling_record')).toMatchObject({ designId, events: [{ action: 'create' }] });
    const selections = await chat.say(`List the selections of ${designId}`);
    expect(done(selections, 'list_sampling_records')).toMatchObject({
      items: [{ selectionId, selected: 112 }],
    });
  });

  it('verifies the selection', async () => {
    const reply = await chat.say(`Check that ${selectionId} is random`);
    expect(done(reply, 'validate_randomness')).toMatchObject({ recomputed: 'pass' });
    expect(reply.content).toContain('pass');
    says(reply);
  });

  it('analyses the readings of a quarter', async () => {
    const values = [3.2, 2.8, 3.0, 2.9, 4.1, 3.6, 2.2, 5.0, 3.3, 2.7, 3.9, 3.1];
    const csv = `household_id,date,value\n${values.map((value, i) => `${ids[i]},2024-02-10,${value}`).join('\n')}\n`;
    const reply = await chat.say(
      `Analyse the first quarter of 2024 of ${designId} from the attached readings`,
      {
        name: 'q1.csv',
        mimeType: 'text/csv',
        text: csv,
      },
    );
    const analysis = done(reply, 'analyse_period') as { pooled: { mean: number; valid: number; sd: number } };
    expect(analysis.pooled.valid).toBe(12);
    expect(analysis.pooled.mean).toBeCloseTo(3.316667, 6);
    says(reply, 12, 112, analysis.pooled.mean, analysis.pooled.sd);
  });

  it('recalculates', async () => {
    const reply = await chat.say(
      `Recalculate ${designId} with an actual mean of 0.78, sd 0.25 and 12% dropout`,
    );
    const result = done(reply, 'recalculate_sample');
    expect(result).toMatchObject({ currentSize: 112, requiredSize: 175 });
    says(reply, 112, 175, 154);
  });

  it('plans the change', async () => {
    const reply = await chat.say('Plan the change from 112 to 175 households starting 2024-04-01');
    expect(done(reply, 'plan_adjustment')).toMatchObject({ delta: 63, direction: 'increase' });
    says(reply, 63, 113, 175);
  });

  it('submits, after asking for approval', async () => {
    const submitted = await chat.say(`Submit ${designId} for verification`);
    expect(submitted.approved).toEqual(['submit_design']);
    expect(done(submitted, 'submit_design')).toMatchObject({ verification: { status: 'submitted' } });
    says(submitted, 112);
    const prepared = await chat.say(
      'Prepare a submission for 2024-Q1 with ER coverage 0.85 with the active projects did:ixo:project/abc and did:ixo:project/def',
    );
    expect(prepared.approved, prepared.content).toEqual(['prepare_submission']);
    expect(done(prepared, 'prepare_submission')).toMatchObject({
      status: 'prepared',
      document: {
        counts: { active: 2, planned: 0 },
        erCoverage: 0.85,
        monitoringPeriod: { from: '2024-01-01' },
      },
    });
    says(prepared, 0.85);
  });
});
