import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawn, HILL_AND_VALE, HOMES, startVillage, type Village } from '../testing/village.js';

/** What somebody does who wants a better number from the readings of an honest draw. */
describe('misleading figures', () => {
  let village: Village;
  let designId: string;
  let selected: readonly string[];
  beforeAll(async () => {
    village = await startVillage();
    designId = await village.design();
    selected = drawn(
      await village.draw(designId, { registryId: await village.registry(), seed: 1, sampleSize: 45 }),
    ).selected;
    village.days(120);
  });
  afterAll(() => village.app.close());

  const rows = () => village.readings(selected, '2023-11-01');
  const warned = (answer: Awaited<ReturnType<Village['analyse']>>) =>
    (answer.at('warnings') as string[]).join('\n');
  async function stratified() {
    const answer = await village.alice.post('/v1/sampling', HILL_AND_VALE);
    return String(answer.at('designId'));
  }

  it('the homes that do well alone: those without a row are counted, named, and marked in the trail', async () => {
    const best = rows()
      .sort((a, b) => b.value - a.value)
      .slice(0, 31);
    const answer = await village.analyse(designId, best);
    expect(answer.at('pooled.met')).toBe(true);
    expect(warned(answer)).toMatch(
      /14 drawn units have no row in the days 2023-10-01 to 2023-12-31, neither a value nor a reason: (?:H\d\d, ){5}…\./,
    );
    expect(warned(answer)).toContain(
      '31 of 45 planned units gave a value, though the design expected to lose 10.00%',
    );
    expect(await village.marks(designId)).toContain('14 drawn units have no row');
    // A row that says why is an answer.
    const lost = selected
      .filter((id) => !best.some(({ unitId }) => unitId === id))
      .map((unitId) => ({ unitId, date: '2023-11-01', value: null, status: 'moved away' }));
    const told = await village.analyse(designId, [...best, ...lost] as never, { reason: 'Forms found.' });
    expect(told.status).toBe(201);
    expect(warned(told)).not.toContain('have no row');
  });

  it('two values of one home on one day: their mean counts, and it is said which', async () => {
    const [home = ''] = selected;
    const answer = await village.analyse(designId, [
      ...rows(),
      { unitId: home, date: '2023-11-01', value: 5 },
    ]);
    expect(warned(answer)).toContain(`1 units have different values on one day (${home} on 2023-11-01)`);
    const same = await village.analyse(designId, [...rows(), ...rows()]);
    expect(warned(same)).not.toContain('different values');
  });

  it('readings of days that are still to come', async () => {
    const rowsAhead = village.readings(selected, '2026-11-01');
    const answer = await village.analyse(designId, rowsAhead, { monitoringPeriod: '2026-Q4' });
    expect(warned(answer)).toContain('45 readings are of days after 2024-01-12, when they were analysed.');
  });

  it('few readings: Student’s t, and the minimum is missed whatever the interval says', async () => {
    const few = rows()
      .slice(0, 12)
      .map((row) => ({ ...row, value: 0.8 + Number(row.unitId.slice(1)) / 1e5 }));
    const answer = await village.analyse(designId, few, { reason: 'A first look.' });
    expect(answer.at('pooled.estimate.criticalValue')).toBe('t');
    expect(Number(answer.at('pooled.estimate.relativePrecision'))).toBeLessThan(0.05);
    expect(answer.at('pooled')).toMatchObject({ met: false, missed: 'too few units' });
  });

  it('a period without one of its strata gives no number', async () => {
    const id = await stratified();
    const hill = village.readings(HOMES.slice(0, 30), '2023-11-01');
    const answer = await village.analyse(
      id,
      hill.map((row) => ({ ...row, stratum: 'hill' })),
    );
    expect(answer.at('pooled')).toMatchObject({ mean: null, met: false, missed: 'no estimate' });
    expect(answer.at('erAdjustment')).toBeNull();
    const unsaid = await village.analyse(id, hill);
    expect(unsaid.at('errors.0.message')).toContain('name no stratum');
  });

  it('a home without a chance of its own in a draw by size has no value', async () => {
    const id = await village.design();
    const villages = HOMES.map((home, i) => `P${home},${i + 1}`);
    const draw = await village.draw(id, {
      registryId: await village.registry(`village_id,households\n${villages.join('\n')}\n`),
      seed: 4,
      algorithm: 'sha256-pps-systematic-v1',
      columns: { size: 'households' },
      sampleSize: 30,
    });
    const homes = drawn(draw).selected;
    const stranger = HOMES.map((home) => `P${home}`).find((home) => !homes.includes(home)) ?? '';
    const answer = await village.analyse(id, village.readings([...homes.slice(1), stranger], '2024-02-01'), {
      monitoringPeriod: '2024-Q1',
      reason: 'The next one.',
    });
    expect(answer.at('pooled.valid')).toBe(29);
    expect(warned(answer)).toContain(`1 readings of 1 units (${stranger}) deviate: not drawn`);
  });

  it('a size recalculated from an analysis that is not the final one of its days', async () => {
    const id = await village.design();
    const first = await village.analyse(id, village.readings(HOMES, '2023-11-01'));
    const other = await village.analyse(id, village.readings(HOMES, '2023-11-01', 0.9));
    await village.alice.post(`/v1/sampling/periods/${first.at('periodId')}/final`, {});
    const recalculate = (periodId: unknown) =>
      village.alice.post(`/v1/sampling/${id}/recalculation`, {
        periodId,
        mean: 0.8,
        sd: 0.1,
        dropoutRate: 0,
      });
    expect((await recalculate(other.at('periodId'))).status).toBe(201);
    expect(await village.marks(id)).toContain(
      `is recalculated from ${other.at('periodId')}, but ${first.at('periodId')} is final for its days.`,
    );
    expect((await recalculate(first.at('periodId'))).status).toBe(201);
    expect((await village.marks(id)).match(/is recalculated from/g)).toHaveLength(1);
  });
});
