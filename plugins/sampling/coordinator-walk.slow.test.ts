import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shippedPlugins } from '../index.js';
import {
  BEFORE_2024,
  type Conversation,
  type SamplingApp,
  startSamplingApp,
} from './testing/sampling-app.js';

const household = (i: number) => `HH-${String(i + 1).padStart(5, '0')}`;
const REGISTRY = `household_id,setting,adopter\n${Array.from(
  { length: 5000 },
  (_, i) => `${household(i)},${i < 3000 ? 'urban' : 'rural'},${i % 5 === 0 ? 'no' : 'yes'}\n`,
).join('')}`;

type Output = Record<string, unknown>;

/**
 * Each operation of the service’s contract said once by a coordinator, in one conversation without a language model, with every
 * plugin that ships. What
 * is proposed is agreed to; what is answered must be of the operation that was meant, with the values that were said.
 */
describe('a coordinator says each operation once', () => {
  let app: SamplingApp;
  let chat: Conversation;
  let designId: string;
  let registryId: string;
  let selectionId: string;
  let periodId: string;
  let ids: readonly string[];

  beforeAll(async () => {
    app = await startSamplingApp(
      {},
      {},
      shippedPlugins.filter(({ name }) => name !== 'sampling'),
      BEFORE_2024,
    );
    const person = await app.client('person', ['chat', 'sampling', 'sampling/verify']);
    chat = await person.talk();
  });
  afterAll(() => app.close());

  /** What the operation gave that was meant, once the person has agreed to what is proposed. */
  async function say(
    message: string,
    tool: string,
    file?: { readonly name: string; readonly text: string },
  ): Promise<Output> {
    let reply = await chat.say(message, file && { ...file, mimeType: 'text/csv' });
    const proposed = reply.tools.every(({ name }) => name === 'load_capability');
    if (proposed && reply.content.includes('go ahead?')) reply = await chat.say('yes');
    const call = reply.tools.findLast(({ status }) => status === 'done');
    expect(call?.name, `${message}\n${reply.content.slice(0, 1000)}`).toBe(tool);
    return (call?.output ?? {}) as Output;
  }

  it('dropout adjustment', async () => {
    const answer = await say('Adjust 357 households for 15% dropout', 'calculate_sample_size');
    expect(answer).toMatchObject({ size: 420 });
  });

  it('finite-population adjustment', async () => {
    const message = 'Adjust a base sample size of 385 for a population of 5000';
    expect(await say(message, 'calculate_sample_size')).toMatchObject({ size: 358 });
  });

  it('base size from mean, sd, confidence and precision', async () => {
    const message =
      'What base sample size do we need for a mean of 0.8 with a standard deviation of 0.2, at 95% confidence and 5% precision?';
    // The smallest size above 96.036.
    expect(await say(message, 'calculate_sample_size')).toMatchObject({ size: 97 });
  });

  it('stratum allocation of a total by names and weights', async () => {
    const message = 'Allocate 420 households across urban with weight 0.6 and rural with weight 0.4';
    expect(await say(message, 'allocate_sample')).toMatchObject({
      total: 420,
      strata: [
        { name: 'urban', sampleSize: 252 },
        { name: 'rural', sampleSize: 168 },
      ],
    });
  });

  it('the whole request: project, population, confidence, precision, mean, sd, dropout, strata', async () => {
    const design = await say(
      'Design a sample for project did:ixo:project/abc: 5000 households, 60% urban and 40% rural, mean 0.8, sd 0.2, 15% dropout, 95% confidence, 5% precision',
      'design_sample',
    );
    designId = String(design['designId']);
    expect(design).toMatchObject({
      projectId: 'did:ixo:project/abc',
      parameters: {
        confidence: 0.95,
        precision: 0.05,
        population: 5000,
        calculatedSize: 229,
        adjustedSize: 271,
        dropoutRate: 0.15,
        erCoverage: 0.85,
      },
      stratification: {
        method: 'proportional',
        strata: [
          { name: 'urban', population: 3000, sampleSize: 162 },
          { name: 'rural', population: 2000, sampleSize: 109 },
        ],
      },
    });
  });

  it('random selection from a registry file, by stratum, with a numeric seed', async () => {
    const file = { name: 'households.csv', text: REGISTRY };
    const registry = await say('Register the attached household registry', 'register_households', file);
    registryId = String(registry['registryId']);
    const committed = await say(
      `Commit to draw from ${registryId} for ${designId} with drand round 99000000`,
      'commit_to_draw',
    );
    expect(committed).toMatchObject({ designId, status: 'open' });
    const selection = await say(
      `Select households from ${registryId} for ${designId} with seed 20240220 and 5 replacements`,
      'select_households',
    );
    selectionId = String(selection['selectionId']);
    expect(selection).toMatchObject({
      seed: '20240220',
      strata: [
        { stratum: 'urban', selected: 162, replacements: 5 },
        { stratum: 'rural', selected: 109, replacements: 5 },
      ],
    });
    // The typed seed passes over the commitment that is still open, and whoever drew is told.
    expect(String(selection['warnings'])).toContain('passes over commitment-');
    ids = (selection['firstSelected'] as { ids: string[] }[]).flatMap((stratum) => stratum.ids);
  });

  it('random selection by sizes of strata, without a design', async () => {
    const selection = await say(
      `Select 80 urban and 40 rural households from ${registryId} with seed 7`,
      'select_households',
    );
    expect(selection).toMatchObject({
      seed: '7',
      strata: [
        { stratum: 'urban', selected: 80 },
        { stratum: 'rural', selected: 40 },
      ],
    });
  });

  it('randomness validation of the selected sample', async () => {
    const report = await say(`Check that ${selectionId} is random`, 'validate_randomness');
    expect(report).toMatchObject({ recomputed: 'pass' });
  });

  it('a household that cannot be reached', async () => {
    const answer = await say(`Replace ${ids[0]} of ${selectionId}: the family moved away`, 'replace_units');
    expect(answer).toMatchObject({ replaced: [{ unitId: ids[0], reason: 'the family moved away' }] });
  });

  it('period analysis by first and last day: mean, sd, dropout rate, sample size', async () => {
    const rows = ids.slice(1).map((id, i) => `${id},2024-02-10,${0.6 + (i % 5) / 10}\n`);
    const analysis = await say(
      `Analyse ${designId} between 2024-01-01 and 2024-03-31 from the attached readings`,
      'analyse_period',
      { name: 'q1.csv', text: `household_id,date,value\n${rows.join('')}` },
    );
    periodId = String(analysis['periodId']);
    expect(analysis).toMatchObject({
      from: '2024-01-01',
      to: '2024-03-31',
      pooled: { planned: 271, valid: 39, met: false },
    });
    expect(String(analysis['warnings'])).toContain('drawn units have no row');
    const final = await say(`Declare ${periodId} final`, 'declare_final');
    expect(final).toMatchObject({ periodId, final: true });
  });

  it('recalculation from actual mean, sd and dropout', async () => {
    const answer = await say(
      `Recalculate ${designId} with an actual mean of 0.78, an actual sd of 0.25 and 12% dropout`,
      'recalculate_sample',
    );
    expect(answer).toMatchObject({ currentSize: 271, requiredSize: 418 });
  });

  it('adjustment plan from current and required size and a date', async () => {
    const answer = await say(
      'Plan the change from 271 to 418 households starting 2024-04-01',
      'plan_adjustment',
    );
    expect(answer).toMatchObject({
      direction: 'increase',
      currentSize: 271,
      requiredSize: 418,
      delta: 147,
      implementationDate: '2024-04-01',
    });
  });

  it('verification: the design to a verifier, the projects to the authority', async () => {
    expect(await say(`Submit ${designId} for verification`, 'submit_design')).toMatchObject({
      verification: { status: 'submitted' },
    });
    const submission = await say(
      'Prepare a submission for 2024-Q1 with ER coverage 0.85 with the active projects did:ixo:project/abc and did:ixo:project/def',
      'prepare_submission',
    );
    expect(submission).toMatchObject({
      document: {
        monitoringPeriod: { label: '2024-Q1', from: '2024-01-01', to: '2024-03-31' },
        erCoverage: 0.85,
        counts: { active: 2, planned: 0 },
      },
    });
  });

  it.each([
    'with the active project did:ixo:project/abc and the planned projects did:ixo:project/ghi and did:ixo:project/jkl',
    'did:ixo:project/abc is active, did:ixo:project/ghi and did:ixo:project/jkl are planned',
  ])('active and planned projects of one list: %s', async (projects) => {
    const submission = await say(
      `Prepare a submission for 2024-Q2 with ER coverage 0.85: ${projects}`,
      'prepare_submission',
    );
    expect(submission).toMatchObject({
      document: {
        projects: [
          { projectId: 'did:ixo:project/abc', status: 'active' },
          { projectId: 'did:ixo:project/ghi', status: 'planned' },
          { projectId: 'did:ixo:project/jkl', status: 'planned' },
        ],
      },
    });
  });

  it('supporting data of a submission', async () => {
    const uri = 'https://example.org/baseline.pdf';
    const submission = await say(
      `Prepare the verification submission for 2024-Q3: active project did:ixo:project/abc, planned project did:ixo:project/ghi, ER coverage 0.85, supporting data ${uri}`,
      'prepare_submission',
    );
    expect(submission).toMatchObject({
      document: { counts: { active: 1, planned: 1 }, references: [{ title: uri, uri }] },
    });
  });

  it('the trail that tells all of it', async () => {
    const trail = await say(`Show the trail of ${designId}`, 'get_sampling_record');
    const told = (trail['entries'] as { what: string }[]).map(({ what }) => what.split(/[ :]/)[0]);
    expect(told).toEqual([
      'created',
      'commitment',
      'draw',
      expect.stringMatching(/^HH-/),
      '2024-01-01',
      expect.stringMatching(/^period-/),
      'recalculated',
      'submitted',
    ]);
  });
});
