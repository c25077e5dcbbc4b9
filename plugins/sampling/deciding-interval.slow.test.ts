import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BEFORE_2024, type Client, type SamplingApp, startSamplingApp } from './testing/sampling-app.js';

/** What a coordinator reads of a period, from the design to the sentence, over HTTP. */
describe('whether a period is met', () => {
  let app: SamplingApp;
  let client: Client;
  beforeAll(async () => {
    app = await startSamplingApp({}, {}, [], BEFORE_2024);
    client = await app.client('coordinator', ['sampling']);
  });
  afterAll(() => app.close());

  const design = async (change: object) => {
    const answer = await client.post('/v1/sampling', {
      projectId: 'did:ixo:project/abc',
      dropoutRate: 0.15,
      ...change,
    });
    expect(answer.status, JSON.stringify(answer.at(''))).toBe(201);
    return answer.at('designId');
  };
  const days = { from: '2024-01-01', to: '2024-03-31' };
  const reading = (unitId: string, value: number) => ({ unitId, value, date: '2024-02-01' });

  it('30 of 30 in use under the default profile are .8865, and not met', async () => {
    const designId = await design({
      population: 20_000,
      confidence: 0.95,
      precision: 0.05,
      expectedMean: 0.95,
      expectedSD: 0.2,
      parameterType: 'proportion',
    });
    const readings = Array.from({ length: 30 }, (_, i) => reading(`H${i}`, 1));
    const period = await client.post('/v1/sampling/periods', { designId, ...days, readings });
    expect(period.status, JSON.stringify(period.at(''))).toBe(201);
    // statsmodels: proportion_confint(30, 30, .05, 'wilson') begins at .886487; of 20,000 at .8866.
    expect(period.at('pooled.estimate.interval')).toBe('wilson');
    expect(period.at('erAdjustment.value')).toBeCloseTo(0.8865, 3);
    expect(period.at('erAdjustment.met')).toBe(false);
    expect(period.at('pooled.met')).toBe(false);
  });

  it('3 valid of many planned are not, however alike', async () => {
    const designId = await design({
      population: 20_000,
      confidence: 0.9,
      precision: 0.1,
      expectedMean: 3.5,
      expectedSD: 2.5,
      profile: 'cdm-90-10',
    });
    const readings = [3.5, 3.51, 3.49].map((value, i) => reading(`H${i}`, value));
    const period = await client.post('/v1/sampling/periods', { designId, ...days, readings });
    expect(period.at('pooled.met')).toBe(false);
    expect(period.at('erAdjustment.bound')).toBe('lower');
    expect(JSON.stringify(period.at('warnings'))).toContain('3 valid units are fewer than the 30');
  });

  it('a draw by size is weighed by the chances of its record: 9.2 and not 6', async () => {
    const designId = await design({
      population: 200,
      confidence: 0.9,
      precision: 0.1,
      expectedMean: 9,
      expectedSD: 2.4,
      profile: 'cdm-90-10',
    });
    // 20 large villages of value 2, 180 small ones of value 10: n * size / T is 1 for a large one.
    const name = (i: number) => `V-${String(i).padStart(3, '0')}`;
    const csv = `village,size\n${Array.from({ length: 200 }, (_, i) => `${name(i)},${i < 20 ? 90 : 10}\n`).join('')}`;
    const registry = await client.post('/v1/sampling/registries?name=villages.csv', csv, {
      'Content-Type': 'text/csv',
    });
    const drawn = await client.post('/v1/sampling/selections', {
      designId,
      registryId: registry.at('registryId'),
      sampleSize: 40,
      algorithm: 'sha256-pps-systematic-v1',
      columns: { id: 'village', size: 'size' },
      seed: 7,
    });
    expect(drawn.status, JSON.stringify(drawn.at(''))).toBe(201);
    const units = drawn.at('record.strata.0.selected') as { id: string; probability: number }[];
    const readings = units.map(({ id }) => reading(id, Number(id.slice(2)) < 20 ? 2 : 10));
    expect(readings.filter(({ value }) => value === 2)).toHaveLength(20);
    const period = await client.post('/v1/sampling/periods', { designId, ...days, readings });
    expect(period.status, JSON.stringify(period.at(''))).toBe(201);
    expect(period.at('pooled.mean')).toBeCloseTo(9.2, 10);
    // All small villages gave one value: the sample shows no variation to tell a precision from.
    expect(period.at('pooled.missed')).toBe('no variation');
  });
});
