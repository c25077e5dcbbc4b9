import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Client, type SamplingApp, startSamplingApp } from './testing/sampling-app.js';

const DESIGN = {
  projectId: 'did:ixo:project/abc',
  population: 5000,
  confidence: 0.95,
  precision: 0.05,
  expectedMean: 0.8,
  expectedSD: 0.2,
  dropoutRate: 0.15,
};
const halves = (more: readonly object[]) => more.map((one, h) => ({ name: `s${h}`, weight: 0.5, ...one }));
const seen = (household: string) => ({ household, useDays: 7, observedDays: 7, expectedDays: 7 });

/** Requests that are well-formed and make no sense: each is refused in words, none hangs or answers with null. */
describe('numbers that no sample can be made of', () => {
  let app: SamplingApp;
  let client: Client;
  beforeAll(async () => {
    app = await startSamplingApp();
    client = await app.client('c', ['sampling']);
  });
  afterAll(() => app.close());

  it.each([
    ['base-size', { mean: 1e-320, sd: 1e300 }, 400, 'sd'],
    ['base-size', { mean: 1e-300, parameterType: 'proportion' }, 400, 'mean'],
    ['base-size', { mean: 0.8, parameterType: 'proportion', margin: 2 }, 400, 'margin'],
    ['base-size', [1, 2], 400, 'body'],
    ['dropout', { sampleSize: 357, dropoutRate: 0.9999999999999999 }, 400, 'dropoutRate'],
    ['dropout', { sampleSize: 357, dropoutRate: 15 }, 400, 'dropoutRate'],
    ['', { ...DESIGN, expectedMean: 1e-320, expectedSD: 1e300 }, 400, 'expectedSD'],
    ['', { ...DESIGN, expectedMean: 1e-320, parameterType: 'proportion' }, 400, 'expectedMean'],
    [
      '',
      { ...DESIGN, stratification: { enabled: true, strata: halves([{ sd: 1e300 }, {}]) } },
      400,
      'stratification.strata.0.sd',
    ],
    [
      'allocation',
      { totalSize: 10, strata: halves([{ population: 300 }, { population: 900 }]) },
      409,
      'strata.0.weight',
    ],
    [
      'allocation',
      { totalSize: 10, strata: halves([{ population: 3, minimum: 5 }, {}]) },
      409,
      'strata.0.minimum',
    ],
    [
      'allocation',
      { totalSize: 10, method: 'power', strata: halves([{ sd: 1, mean: 1 }, { sd: 1 }]) },
      400,
      'strata.1.mean',
    ],
    [
      'allocation',
      { totalSize: 10, method: 'neyman', strata: halves([{ sd: 0 }, { sd: 0 }]) },
      422,
      'strata',
    ],
    ['pilot', { values: [1e308, 1e308, 1.1e308] }, 422, 'values'],
    ['usage-rate', { households: [seen('a'), seen('b'), seen('a')] }, 409, 'households.2.household'],
  ])('%s %j', async (path, body, status, field) => {
    const answer = await client.post(`/v1/sampling${path === '' ? '' : '/'}${path}`, body);
    expect([answer.status, answer.at('errors.0.field')], answer.text).toEqual([status, field]);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    const fields = (answer.at('errors') as { field: string }[]).map((error) => error.field);
    expect(new Set(fields).size).toBe(fields.length);
  });

  it('gives a design whose other readings are impossible', async () => {
    const tiny = await client.post('/v1/sampling', { ...DESIGN, expectedMean: 1e-13, expectedSD: 1e-14 });
    expect(tiny.status, tiny.text).toBe(201);
    const wide = await client.post('/v1/sampling', {
      ...DESIGN,
      parameterType: 'proportion',
      expectedSD: 1e9,
    });
    expect(wide.status, wide.text).toBe(201);
    for (const design of [tiny, wide]) {
      expect(design.at('alternatives.0.calculatedSize')).toBeNull();
      expect(String(design.at('alternatives.0.when'))).toContain('Not possible here');
    }
  });

  it('names the fields of the request in words of the draw, the registry and the recalculation', async () => {
    const upload = (text: string, query = '') => client.post(`/v1/sampling/registries${query}`, text);
    const faultOf = (answer: Answer) => [answer.status, answer.at('errors.0.field')];
    expect(faultOf(await upload('id\n'))).toEqual([422, 'body']);
    expect(faultOf(await upload('id\n1\n2\n', '?idColumn=nope'))).toEqual([400, 'idColumn']);
    const registry = await upload('id,zone\nA,x\nB,y\nC,x\n', '?stratumColumn=zone');
    const draw = (terms: object) =>
      client.post('/v1/sampling/selections', { registryId: registry.at('registryId'), seed: 1, ...terms });
    const strata = (x: number, y: number) => [
      { name: 'x', sampleSize: x },
      { name: 'y', sampleSize: y },
    ];
    expect(faultOf(await draw({ sampleSize: 4 }))).toEqual([422, 'sampleSize']);
    expect(faultOf(await draw({ strata: strata(1, 2) }))).toEqual([422, 'strata']);
    expect(faultOf(await draw({ strata: strata(1, 2).slice(1) }))).toEqual([409, 'strata']);
    expect(faultOf(await draw({ strata: strata(1, 1), sampleSize: 9 }))).toEqual([409, 'sampleSize']);
    expect((await draw({ strata: strata(1, 1), sampleSize: 2 })).status).toBe(201);

    const design = await client.post('/v1/sampling', DESIGN);
    const commit = (source: object) =>
      client.post('/v1/sampling/commitments', {
        registryId: registry.at('registryId'),
        designId: design.at('designId'),
        sampleSize: 2,
        ...source,
      });
    expect(faultOf(await commit({ round: 99_999_999, authority: 'A' }))).toEqual([400, 'round']);
    expect(faultOf(await commit({}))).toEqual([400, 'round']);
    expect(faultOf(await commit({ authority: 'a|b' }))).toEqual([400, 'authority']);
    expect(faultOf(await commit({ round: 1000 }))).toEqual([400, 'round']);
    const recalculate = (actuals: object) =>
      client.post(`/v1/sampling/${design.at('designId')}/recalculation`, actuals);
    expect(faultOf(await recalculate({ mean: 0 }))).toEqual([400, 'mean']);
    expect(faultOf(await recalculate({ strata: [{ name: 'a', mean: 1 }] }))).toEqual([409, 'strata.0.name']);
    const plan = (terms: object) =>
      client.post('/v1/sampling/adjustment-plan', { implementationDate: '2024-04-01', ...terms });
    expect(faultOf(await plan({ designId: design.at('designId'), currentSize: 5 }))).toEqual([
      400,
      'currentSize',
    ]);
    const twice = [
      { name: 'a', current: 5, required: 10 },
      { name: 'A', current: 5, required: 10 },
    ];
    expect(faultOf(await plan({ currentSize: 10, requiredSize: 20, strata: twice }))).toEqual([
      409,
      'strata.1.name',
    ]);
    const submission = {
      monitoringPeriod: '2024-Q1',
      erCoverage: 0.85,
      activeProjects: ['did:ixo:project/a'],
      references: [{ title: 't', uri: 'javascript:alert(1)' }],
    };
    expect(faultOf(await client.post('/v1/sampling/submissions', submission))).toEqual([
      400,
      'references.0.uri',
    ]);
    expect(faultOf(await client.get('/v1/sampling?foo=1'))).toEqual([400, 'foo']);
  });

  it('keeps the bounds of a share between 0 and 1', async () => {
    const households = [{ ...seen('a'), useDays: 3 }, seen('b')];
    const rate = await client.post('/v1/sampling/usage-rate', { households });
    expect([rate.at('lower'), rate.at('upper')]).toEqual([0, 1]);
  });
});
