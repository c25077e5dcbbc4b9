import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawn, HILL_AND_VALE, HOMES, startVillage, type Village } from '../testing/village.js';

type Answer = Awaited<ReturnType<Village['draw']>>;

/** What somebody does who says which stratum counts for how much, or which home is in which. */
describe('strata of the registry', () => {
  let village: Village;
  beforeAll(async () => {
    village = await startVillage();
  });
  afterAll(() => village.app.close());

  const warned = (answer: Answer) => (answer.at('warnings') as string[]).join('\n');
  const table = (hills: number, homes = HOMES) =>
    `household_id,stratum\n${homes.map((id, i) => `${id},${i < hills ? 'hill' : 'vale'}`).join('\n')}\n`;

  async function design(scope = 'overall') {
    const stratification = { ...HILL_AND_VALE.stratification, scope };
    const answer = await village.alice.post('/v1/sampling', { ...HILL_AND_VALE, stratification });
    return String(answer.at('designId'));
  }
  const draw = async (designId: string, registry: string, more: object = {}) =>
    village.alice.post('/v1/sampling/selections', {
      designId,
      registryId: await village.registry(registry),
      seed: 3,
      ...more,
    });
  /** Homes of the hill use .9 or .8, those of the vale .5 or .4. */
  const readings = (answer: Answer, hills: number) =>
    (answer.at('record.strata') as { selected: { id: string }[] }[]).flatMap(({ selected }) =>
      selected.map(({ id }, i) => ({
        unitId: id,
        date: '2023-11-01',
        value: (HOMES.indexOf(id) < hills ? 0.9 : 0.5) - (i % 2) / 10,
      })),
    );
  const means = (answer: Answer) =>
    (answer.at('strata') as { mean: number }[]).map(({ mean }) => mean) as [number, number];
  const populations = (answer: Answer) =>
    (answer.at('strata') as { population: number }[]).map(({ population }) => population);

  it('other shares than those of the registry: the estimate weighs by the registry, and the trail says so', async () => {
    const designId = await design();
    const drawn = await draw(designId, table(10), {
      strata: [
        { name: 'hill', sampleSize: 8 },
        { name: 'vale', sampleSize: 40 },
      ],
    });
    const mark =
      'The strata of the registry have other shares than the design says (hill: 10 units, design 30; vale: 50 units, design 30): estimates weigh them as the registry has them.';
    expect(warned(drawn)).toContain(mark);
    expect(await village.marks(designId)).toContain(mark);
    const answer = await village.analyse(designId, readings(drawn, 10));
    expect(populations(answer)).toEqual([10, 50]);
    const [hill, vale] = means(answer);
    expect(answer.at('pooled.mean')).toBeCloseTo((10 * hill + 50 * vale) / 60, 12);
    expect(warned(answer)).toContain(mark);
    const again = await village.alice.get(`/v1/sampling/periods/${answer.at('periodId')}/recomputation`);
    expect(again.at('verdict')).toBe('pass');
  });

  it('so it does where the registry was drawn from as one whole', async () => {
    const designId = await design();
    const drawn = await draw(designId, table(10), { sampleSize: 50, columns: { stratum: null } });
    expect(drawn.status).toBe(201);
    const answer = await village.analyse(designId, readings(drawn, 10));
    expect(populations(answer)).toEqual([10, 50]);
  });

  const strataOf = (answer: Answer) =>
    (answer.at('design.stratification.strata') as { name: string; population: number }[]).map(
      ({ population }) => population,
    );

  it('a recalculation plans for the strata that the registry has, and says so', async () => {
    const designId = await design();
    const strata = [
      { name: 'hill', sampleSize: 8 },
      { name: 'vale', sampleSize: 40 },
    ];
    expect((await draw(designId, table(10), { strata })).status).toBe(201);
    const recalculate = (more: object) =>
      village.alice.post(`/v1/sampling/${designId}/recalculation`, { mean: 0.8, sd: 0.2, ...more });
    const answer = await recalculate({});
    expect(strataOf(answer)).toEqual([10, 50]);
    const mark =
      'The recalculated design has its populations from the registry that was drawn from, which differ from those before (hill: 10 units, design 30; vale: 50 units, design 30).';
    expect(answer.at('warnings')).toContain(mark);
    expect(await village.marks(designId)).toContain(mark);
    // A stated total keeps the shares of the registry.
    const stated = await recalculate({ population: 120 });
    expect(strataOf(stated)).toEqual([20, 100]);
    expect(stated.at('warnings.0')).toContain('for a stated population of 120, though the registry');
  });

  it('a recalculation plans for a registry that has more units than the design says', async () => {
    const designId = await village.design();
    const more = Array.from({ length: 90 }, (_, i) => `M${i}`);
    await village.draw(designId, { registryId: await village.registry(`id\n${more.join('\n')}\n`), seed: 4 });
    const answer = await village.alice.post(`/v1/sampling/${designId}/recalculation`, { sd: 0.21 });
    expect(answer.at('design.parameters.population')).toBe(90);
    expect(answer.at('warnings.0')).toContain('(90 units, design 60)');
  });

  it('a stated population that the registry does not have, and units that it does not list, are told', async () => {
    const designId = await village.design();
    const fewer = Array.from({ length: 50 }, (_, i) => `F${i}`);
    const drawn = await village.draw(designId, {
      registryId: await village.registry(`id\n${fewer.join('\n')}\n`),
      seed: 4,
    });
    expect(warned(drawn)).toContain(
      'The registry has 50 units, the design says 60: the 10 that it does not list had no chance.',
    );
    const recalculate = (population: number) =>
      village.alice.post(`/v1/sampling/${designId}/recalculation`, { sd: 0.21, population });
    const answer = await recalculate(20);
    expect(answer.at('design.parameters.population')).toBe(20);
    const mark =
      'The design was recalculated for a stated population of 20, though the registry that was drawn from has 50 units.';
    expect(answer.at('warnings')).toContain(mark);
    expect(await village.marks(designId)).toContain(mark);
    const [first, second] = [
      'The design was recalculated from stated values (sd 0.21) with no analysis behind them:',
      'It is recalculation 2 of this design.',
    ];
    expect(answer.at('warnings.1')).toContain(first);
    expect((await recalculate(50)).at('warnings')).toEqual([expect.stringContaining(first), second]);
  });

  it('a smaller registry weighs by its shares, and does not make the interval short', async () => {
    const designId = await design();
    const some = HOMES.slice(0, 40);
    const drawn = await draw(designId, table(10, some), {
      strata: [
        { name: 'hill', sampleSize: 8 },
        { name: 'vale', sampleSize: 25 },
      ],
    });
    const answer = await village.analyse(designId, readings(drawn, 10));
    expect(populations(answer)).toEqual([15, 45]);
  });

  it('the shares of the design: no mark', async () => {
    const designId = await design('stratum');
    const drawn = await draw(designId, table(30));
    expect(warned(drawn)).not.toContain('other shares');
    expect(populations(await village.analyse(designId, readings(drawn, 30)))).toEqual([30, 30]);
  });

  it('the same homes in other strata before a second draw: marked, as a changed registry is', async () => {
    const designId = await design();
    await draw(designId, table(30));
    const swapped = table(30, [...HOMES.slice(30), ...HOMES.slice(0, 30)]);
    const again = { panel: 'fresh', reason: 'Strata corrected.', seed: 4 };
    const mark = 'is from the same units as the draw before it, in other strata';
    expect(warned(await draw(designId, swapped, again))).toContain(`Draw 2 ${mark}`);
    expect(await village.marks(designId)).toContain(`Draw 2 ${mark}`);
    const third = await draw(designId, swapped, { ...again, seed: 5 });
    expect(warned(third)).not.toContain('same units as the draw before');
  });

  it('the same homes of other sizes before a second draw by size: marked, as other strata are', async () => {
    const designId = await village.design();
    const sized = (size: (i: number) => number) =>
      `household_id,size\n${HOMES.map((id, i) => `${id},${size(i)}`).join('\n')}\n`;
    const bySize = { algorithm: 'sha256-pps-systematic-v1', columns: { size: 'size' }, sampleSize: 20 };
    const terms = { ...bySize, panel: 'fresh', reason: 'Sizes corrected.' };
    const drawSized = async (text: string, seed: number, more: object) =>
      village.draw(designId, { registryId: await village.registry(text), seed, ...more });
    const [plain, bent] = [sized((i) => 10 + i), sized((i) => 10 + ((i + 7) % 60))];
    expect((await drawSized(plain, 1, bySize)).status).toBe(201);
    const mark = 'is from the same units as the draw before it, of other sizes';
    expect(warned(await drawSized(bent, 2, terms))).toContain(`Draw 2 ${mark}`);
    expect(await village.marks(designId)).toContain(`Draw 2 ${mark}`);
    expect(warned(await drawSized(bent, 3, terms))).not.toContain(mark);
  });

  it('sizes that are invented, so that the others are never drawn: marked, at the draw and in its analysis', async () => {
    const designId = await village.design();
    const table = `household_id,size\n${HOMES.map((id, i) => `${id},${i % 3 ? 1 : 1000}`).join('\n')}\n`;
    const registryId = await village.registry(table);
    const terms = { registryId, algorithm: 'sha256-pps-systematic-v1', columns: { size: 'size' } };
    const committed = await village.alice.post('/v1/sampling/commitments', {
      ...terms,
      designId,
      authority: 'FOEN',
      sampleSize: 15,
      replacements: 5,
    });
    expect([committed.status, committed.at('detail')]).toEqual([
      400,
      'plan a systematic draw has no replacements',
    ]);
    const answer = await village.draw(designId, { ...terms, seed: 1, sampleSize: 15 });
    const mark = '40 of 60 units have by their sizes less than a tenth of an equal chance: together 0.03';
    expect(warned(answer)).toContain(mark);
    expect(await village.marks(designId)).toContain(mark);
    const { selected } = drawn(answer);
    expect(warned(await village.analyse(designId, village.readings(selected, '2023-11-01')))).toContain(mark);
    const free = await village.alice.post('/v1/sampling/selections', { ...terms, seed: 1, sampleSize: 15 });
    expect(warned(free)).toContain(mark);
  });

  it('a commitment in the place of another, to the same homes in other strata: marked', async () => {
    const designId = await design();
    const commit = async (text: string, more: object) =>
      village.alice.post('/v1/sampling/commitments', {
        designId,
        registryId: await village.registry(text),
        authority: 'FOEN',
        columns: { stratum: 'stratum' },
        ...more,
      });
    const first = await commit(table(30), {});
    const swapped = table(30, [...HOMES.slice(30), ...HOMES.slice(0, 30)]);
    const reason = 'Strata corrected.';
    const second = await commit(swapped, { supersedes: first.at('commitmentId'), reason });
    expect([first.status, second.status]).toEqual([201, 201]);
    const mark = `Commitment 2 is to a registry of other strata than ${first.at('commitmentId')}`;
    expect(await village.marks(designId)).toContain(mark);
    await commit(swapped, { supersedes: second.at('commitmentId'), reason });
    expect(await village.marks(designId)).not.toContain('Commitment 3 is to a registry of other');
  });
});
