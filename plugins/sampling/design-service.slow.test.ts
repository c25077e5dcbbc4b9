import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, type SamplingApp, startSamplingApp } from './testing/sampling-app.js';

const REQUEST = {
  projectId: 'did:ixo:project/abc',
  population: 5000,
  confidence: 0.95,
  precision: 0.05,
  expectedMean: 0.8,
  expectedSD: 0.2,
  dropoutRate: 0.15,
};

describe('the calculation call', () => {
  let app: SamplingApp;
  let alice: Client;
  let bob: Client;
  let vera: Client;
  beforeAll(async () => {
    app = await startSamplingApp();
    alice = await app.client('alice', ['sampling']);
    bob = await app.client('bob', ['sampling']);
    vera = await app.client('vera', ['sampling', 'sampling/verify'], 'did:ixo:validator/9');
  });
  afterAll(() => app.close());

  it('answers 201 with the design record', async () => {
    const answer = await alice.post('/v1/sampling', {
      ...REQUEST,
      parameterType: 'proportion',
      stratification: {
        enabled: true,
        method: 'proportional',
        scope: 'overall',
        strata: [
          { name: 'urban', weight: 0.6 },
          { name: 'rural', weight: 0.4 },
        ],
      },
    });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe(`/v1/sampling/${answer.at('designId')}`);
    expect(answer.at('parameters')).toMatchObject({
      calculatedSize: 357,
      adjustedSize: 420,
      erCoverage: 0.85,
    });
    expect(answer.at('stratification.strata')).toMatchObject([
      { name: 'urban', population: 3000, sampleSize: 252, mean: 0.8, sd: expect.closeTo(0.4, 12) },
      { name: 'rural', population: 2000, sampleSize: 168 },
    ]);
    expect(answer.at('verification')).toMatchObject({ status: 'draft', verifier: null });
    const read = await alice.get(`/v1/sampling/${answer.at('designId')}`);
    expect(read.at('')).toEqual(answer.at(''));
  });

  it('lists every fault at once, with field, value and rule', async () => {
    const { expectedSD: _, ...rest } = REQUEST;
    const answer = await alice.post('/v1/sampling', {
      ...rest,
      projectId: 'abc',
      confidence: 0.9,
      dropoutRate: 1.5,
      typo: 1,
      stratification: {
        enabled: true,
        strata: [
          { name: 'a', weight: 0.5 },
          { name: 'A', weight: 0.4 },
        ],
      },
    });
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    const errors = answer.at('errors') as { field: string; message: string }[];
    expect(new Set(errors.map(({ field }) => field))).toEqual(
      new Set([
        'projectId',
        'confidence',
        'expectedSD',
        'dropoutRate',
        'typo',
        'stratification.strata',
        'stratification.strata.1.name',
      ]),
    );
    expect(errors.find(({ field }) => field === 'confidence')?.message).toBe(
      '0.9 is not allowed: profile swiss-95-5 requires 0.95. Profiles that use 0.9: cdm-90-10, gs-90-10',
    );
  });

  it('asks for no spread of a proportion, and for no level that a profile sets', async () => {
    const { expectedSD: _, ...share } = { ...REQUEST, parameterType: 'proportion' };
    const answer = await alice.post('/v1/sampling', share);
    expect(answer.status, answer.text).toBe(201);
    expect(answer.text).not.toContain('expectedSD was not used');
    const { confidence: _c, precision: _p, ...levelless } = REQUEST;
    const byProfile = await alice.post('/v1/sampling', { ...levelless, profile: 'cdm-90-10' });
    expect(byProfile.status, byProfile.text).toBe(201);
    expect(byProfile.at('parameters')).toMatchObject({ confidence: 0.9, precision: 0.1 });
    const bare = await alice.post('/v1/sampling', levelless);
    expect(bare.status).toBe(400);
    expect(bare.at('errors')).toEqual(
      ['confidence', 'precision'].map((field) =>
        expect.objectContaining({ field, message: expect.stringContaining('name a `profile`') }),
      ),
    );
  });

  it('says how a percentage is written', async () => {
    const answer = await alice.post('/v1/sampling', { ...REQUEST, confidence: 95, precision: 5 });
    expect([answer.status, answer.at('errors.0.message')]).toEqual([
      400,
      'must be at most 1: write 95% as 0.95',
    ]);
  });

  it('lists a faulty whole number beside the rules about other fields', async () => {
    const answer = await alice.post('/v1/sampling', {
      ...REQUEST,
      population: 10.5,
      confidence: 0.9,
      precision: 0.1,
      expectedMean: -1,
      expectedSD: -2,
      dropoutRate: 1,
    });
    expect(answer.status).toBe(400);
    const errors = answer.at('errors') as { field: string; message: string }[];
    expect(Object.fromEntries(errors.map(({ field, message }) => [field, message]))).toEqual({
      population: 'must be a whole number',
      confidence: expect.stringContaining('0.9 is not allowed: profile swiss-95-5 requires 0.95'),
      precision: expect.stringContaining('0.1 is not allowed: profile swiss-95-5 requires 0.05'),
      profile: 'is needed for 0.9 and 0.1: cdm-90-10 or gs-90-10',
      expectedMean: expect.stringContaining('-1 is not allowed'),
      expectedSD: 'must be at least 0',
      dropoutRate: expect.stringContaining('1 is not allowed'),
    });
  });

  it.each([
    [{ population: 1 }, 422, 'population'],
    [
      {
        stratification: {
          enabled: true,
          strata: [
            { name: 'a', weight: 0.9999 },
            { name: 'b', weight: 0.0001 },
          ],
        },
      },
      422,
      'stratification.strata.1',
    ],
    [
      {
        stratification: {
          enabled: true,
          strata: [
            { name: 'a', weight: 0.5 },
            { name: 'a', weight: 0.5 },
          ],
        },
      },
      409,
      'stratification.strata.1.name',
    ],
    [
      {
        stratification: {
          enabled: true,
          strata: [
            { name: 'a', weight: 0.5 },
            { name: 'b', weight: 0.6 },
          ],
        },
      },
      409,
      'stratification.strata',
    ],
    [
      {
        stratification: {
          enabled: true,
          strata: [
            { name: 'a', population: 10 },
            { name: 'b', population: 20 },
          ],
        },
      },
      409,
      'stratification.strata',
    ],
    [{ stratification: { enabled: true } }, 400, 'stratification.strata'],
    [{ precision: 0.1, profile: 'swiss-95-5' }, 400, 'precision'],
    [{ profile: 'none' }, 400, 'profile'],
    [{ expectedMean: 0 }, 400, 'expectedMean'],
    [{ expectedMean: 1, parameterType: 'proportion' }, 400, 'expectedMean'],
    [{ dropoutRate: 1 }, 400, 'dropoutRate'],
    [{ population: 10.5 }, 400, 'population'],
  ])('%j is %i about %s', async (change, status, field) => {
    const answer = await alice.post('/v1/sampling', { ...REQUEST, ...change });
    expect(answer.status).toBe(status);
    expect((answer.at('errors') as { field: string }[]).map((error) => error.field)).toEqual([field]);
  });

  it('accepts weights that sum to one in decimal but not in doubles', async () => {
    const strata = [0.7, 0.2, 0.1].map((weight, i) => ({ name: `s${i}`, weight }));
    const answer = await alice.post('/v1/sampling', {
      ...REQUEST,
      stratification: { enabled: true, strata },
    });
    expect(answer.status).toBe(201);
  });

  it('needs a key with the scope', async () => {
    expect((await fetch(`${app.url}/v1/sampling`)).status).toBe(401);
    const other = await app.client('other', ['chat']);
    expect((await other.post('/v1/sampling', REQUEST)).status).toBe(403);
  });

  it('hides a design from everybody else', async () => {
    const id = (await alice.post('/v1/sampling', REQUEST)).at('designId');
    for (const path of [`/v1/sampling/${id}`, `/v1/sampling/${id}/history`])
      expect((await bob.get(path)).status).toBe(404);
    expect((await bob.post(`/v1/sampling/${id}/submission`)).status).toBe(404);
    const listed = (await bob.get('/v1/sampling')).at('items');
    expect(listed).toEqual([]);
  });

  it('goes through verification', async () => {
    const id = (await alice.post('/v1/sampling', REQUEST)).at('designId');
    expect((await alice.post(`/v1/sampling/${id}/approval`, { reason: 'mine' })).status).toBe(403);
    expect((await vera.post(`/v1/sampling/${id}/approval`, { reason: 'early' })).status).toBe(404);
    expect((await alice.post(`/v1/sampling/${id}/submission`)).at('verification.status')).toBe('submitted');
    expect((await alice.post(`/v1/sampling/${id}/submission`)).status).toBe(409);
    const borrowed = { reason: 'Fine.', verifier: 'did:ixo:validator/1' };
    for (const decision of ['approval', 'rejection']) {
      const refused = await vera.post(`/v1/sampling/${id}/${decision}`, borrowed);
      expect(refused.status).toBe(400);
      expect(refused.at('errors')).toEqual([{ field: 'verifier', message: 'must be your own DID' }]);
    }
    const approved = await vera.post(`/v1/sampling/${id}/approval`, {
      reason: 'Recomputed every step.',
    });
    expect(approved.at('verification')).toMatchObject({
      status: 'approved',
      verifier: 'did:ixo:validator/9',
      independent: false,
    });
    const history = await alice.get(`/v1/sampling/${id}/history`);
    expect(history.at('chain')).toEqual({ intact: true, events: 3 });
    expect((await alice.get('/v1/sampling?status=approved&limit=1')).at('items.0.designId')).toBe(id);
  });

  it('does not take a second key in the same hand for an independent verifier', async () => {
    const same = await app.client('same', ['sampling', 'sampling/verify']);
    const id = (await alice.post('/v1/sampling', REQUEST)).at('designId');
    await alice.post(`/v1/sampling/${id}/submission`);
    const approved = await same.post(`/v1/sampling/${id}/approval`, { reason: 'Looks fine.' });
    expect(approved.at('verification.independent')).toBe(false);
  });

  it('serves the field tests', async () => {
    const days = (household: string, fuelKg: number) =>
      [0, 1, 2].map(() => ({ household, fuelKg, persons: 4 }));
    const kpt = await alice.post('/v1/sampling/kitchen-performance', {
      design: 'paired',
      baseline: [...days('a', 8), ...days('b', 10)],
      project: [...days('a', 4), ...days('b', 5)],
    });
    expect(kpt.at('saving.difference')).toBeCloseTo(1.125, 10);
    const rate = await alice.post('/v1/sampling/usage-rate', {
      households: [
        { household: 'a', useDays: 20, observedDays: 28, expectedDays: 30 },
        { household: 'b', useDays: 28, observedDays: 30, expectedDays: 30 },
      ],
    });
    expect(rate.at('mean')).toBeCloseTo(48 / 58, 10);
    const silent = { household: 'a', useDays: 0, observedDays: 0, expectedDays: 30 };
    expect((await alice.post('/v1/sampling/usage-rate', { households: [silent] })).status).toBe(422);
    const wrong = { household: 'a', useDays: 31, observedDays: 30, expectedDays: 30 };
    expect((await alice.post('/v1/sampling/usage-rate', { households: [wrong] })).status).toBe(400);
  });

  it('keeps to the level of a profile in the base size too, and to a population worth sampling', async () => {
    const ask = { mean: 0.8, sd: 0.2, confidence: 0.9, precision: 0.1 };
    const refused = await alice.post('/v1/sampling/base-size', ask);
    expect(refused.status).toBe(400);
    expect((refused.at('errors') as { field: string }[]).map(({ field }) => field)).toEqual([
      'confidence',
      'precision',
      'profile',
    ]);
    const named = await alice.post('/v1/sampling/base-size', { ...ask, profile: 'cdm-90-10' });
    expect(named.at('size')).toBe(17);
    const points = await alice.post('/v1/sampling/base-size', {
      mean: 0.5,
      parameterType: 'proportion',
      margin: 0.05,
    });
    expect(points.at('size')).toBe(385);
    const all = await alice.post('/v1/sampling/base-size', { mean: 0, confidence: 0.9, designEffect: 0 });
    expect((all.at('errors') as { field: string }[]).map(({ field }) => field).sort()).toEqual([
      'confidence',
      'designEffect',
      'mean',
      'sd',
    ]);
    for (const population of [0, 1]) {
      const answer = await alice.post('/v1/sampling/finite-population', { baseSize: 384, population });
      expect(answer.status).toBe(422);
    }
  });

  it('serves the variation of a pilot', async () => {
    const pilot = await alice.post('/v1/sampling/pilot', { values: [1, 2, 3, 4, 5], seed: 0 });
    expect(pilot.status).toBe(200);
    expect(pilot.at('cv')).toBeCloseTo(Math.sqrt(2.5) / 3, 12);
    expect(pilot.at('sdAtUpper')).toBeCloseTo(3 * Number(pilot.at('upper')), 12);
    expect((await alice.post('/v1/sampling/pilot', { values: [1, 1, 1] })).status).toBe(422);
    expect((await alice.post('/v1/sampling/pilot', { values: [1, 1] })).status).toBe(400);
  });

  it('serves the single steps', async () => {
    const base = await alice.post('/v1/sampling/base-size', { mean: 0.8, sd: 0.2 });
    expect(base.at('size')).toBe(97);
    const finite = await alice.post('/v1/sampling/finite-population', {
      baseSize: base.at('unrounded'),
      population: 5000,
    });
    expect(finite.at('size')).toBe(95);
    const dropout = await alice.post('/v1/sampling/dropout', { sampleSize: 95, dropoutRate: 0.15 });
    expect(dropout.at('size')).toBe(112);
    const allocation = await alice.post('/v1/sampling/allocation', {
      totalSize: 420,
      strata: [
        { name: 'urban', weight: 0.6 },
        { name: 'rural', weight: 0.4 },
      ],
    });
    expect(allocation.at('strata')).toMatchObject([{ sampleSize: 252 }, { sampleSize: 168 }]);
  });
});

describe('an operator', () => {
  it.each([
    [{ submission: { url: 'http://example.org/in' } }, 'https'],
    [{ submission: { url: 'https://user:pw@example.org/in' } }, 'without credentials'],
    [{ defaultProfile: 'none' }, 'built-in profile'],
    [{ profiles: [{ name: 'x', title: 'X', confidence: 95, precision: 0.05, source: 's' }] }, 'confidence'],
    [{ typo: 1 }, 'typo'],
  ])('is told what is wrong with %j', async (section, words) => {
    await expect(startSamplingApp(section)).rejects.toThrow(words);
  });

  it('adds a profile and makes it the default', async () => {
    const app = await startSamplingApp({
      profiles: [
        {
          name: 'loose',
          title: 'Loose',
          confidence: 0.8,
          precision: 0.2,
          minimumSample: 5,
          source: 'house rule',
        },
      ],
      defaultProfile: 'loose',
    });
    const key = await app.client('a', ['sampling']);
    const answer = await key.post('/v1/sampling', { ...REQUEST, confidence: 0.8, precision: 0.2 });
    expect(answer.status).toBe(201);
    expect(answer.at('profile')).toBe('loose');
    expect(answer.at('parameters.calculatedSize')).toBe(5);
    await app.close();
  });
});
