import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawn, startVillage, type Village } from '../testing/village.js';

describe('the plan of a size after homes were replaced', () => {
  let village: Village;
  beforeAll(async () => {
    village = await startVillage();
  });
  afterAll(() => village.app.close());

  async function replacedThrice() {
    const designId = await village.design();
    const { adjustedSize } = (await village.alice.get(`/v1/sampling/${designId}`)).at('parameters') as {
      adjustedSize: number;
    };
    const registryId = await village.registry();
    const draw = drawn(
      await village.draw(designId, { registryId, seed: 7, sampleSize: adjustedSize, replacements: 6 }),
    );
    const [first = '', second = ''] = draw.selected;
    const call = (units: readonly string[]) =>
      village.alice.post(`/v1/sampling/selections/${draw.selectionId}/replacements`, {
        units,
        reason: 'Burnt down.',
      });
    await call([first, second]);
    // The second stand-in is lost as well.
    expect((await call([draw.replacements[1] ?? ''])).at('replaced.0.by')).toBe(draw.replacements[2]);
    return { designId, adjustedSize, lost: [first, second, draw.replacements[1]], ...draw };
  }
  const planTo = async (currentSize: number, requiredSize: number, selectionId: string) =>
    village.alice.post('/v1/sampling/adjustment-plan', {
      implementationDate: '2024-01-01',
      currentSize,
      requiredSize,
      selectionId,
    });

  it('adds after the stand-ins that were called, and says how many are left', async () => {
    const { adjustedSize: n, selectionId, replacements } = await replacedThrice();
    const plan = await planTo(n, n + 2, selectionId);
    expect(plan.at('groups.0')).toMatchObject({
      positions: { from: n + 4, to: n + 5 },
      units: replacements.slice(3, 5),
      standIns: { called: 3, left: 1 },
    });
    expect(plan.at('steps.0')).toBe(
      `Add 2 units: the next tickets of the same seed, positions ${n + 4} to ${n + 5}, after the 3 stand-ins that were called; 1 stand-ins of the draw are left then.`,
    );
    // Beyond its list the same seed goes on, past the same stand-ins.
    const far = await planTo(n, n + 5, selectionId);
    expect(far.at('groups.0.units')).toHaveLength(5);
    expect((far.at('groups.0.units') as string[]).slice(0, 3)).toEqual(replacements.slice(3));
  });

  it('calls a stand-in that is named only where it is the next', async () => {
    const { selectionId, selected, replacements } = await replacedThrice();
    const [, , third = '', fourth = ''] = selected;
    const call = (units: readonly string[], standIn: string) =>
      village.alice.post(`/v1/sampling/selections/${selectionId}/replacements`, {
        units,
        standIn,
        reason: 'Moved away.',
      });
    const [, , , next = '', later = ''] = replacements;
    const refused = await call([third], later);
    expect(refused.status).toBe(400);
    expect(refused.at('errors')).toEqual([
      { field: 'standIn', message: `The next replacement for '${third}' is '${next}', not '${later}'` },
    ]);
    expect((await call([third, fourth], next)).at('errors.0.field')).toBe('standIn');
    expect((await call([third], next)).at('replaced')).toMatchObject([{ unitId: third, by: next }]);
  });

  it('lets go of homes that are in it, the last tickets first', async () => {
    const { adjustedSize: n, selectionId, selected, replacements } = await replacedThrice();
    const plan = await planTo(n, n - 3, selectionId);
    expect(plan.at('groups.0.units')).toEqual([replacements[2], replacements[0], selected.at(-1)]);
  });

  it('lets go of the last tickets of a stratum while another grows beyond its stand-ins', async () => {
    const designId = await village.design();
    const rows = Array.from({ length: 120 }, (_, i) => `S${i},${i % 2 ? 'hill' : 'vale'}`);
    const draw = await village.draw(designId, {
      registryId: await village.registry(`household_id,stratum\n${rows.join('\n')}\n`),
      columns: { stratum: 'stratum' },
      seed: 3,
      sampleSize: undefined,
      strata: [
        { name: 'hill', sampleSize: 20 },
        { name: 'vale', sampleSize: 20 },
      ],
      replacements: 3,
    });
    const strata = draw.at('record.strata') as { name: string; selected: { id: string }[] }[];
    const selected = strata.find(({ name }) => name === 'vale')?.selected.map(({ id }) => id) ?? [];
    const plan = await village.alice.post('/v1/sampling/adjustment-plan', {
      implementationDate: '2024-01-01',
      currentSize: 40,
      requiredSize: 46,
      strata: [
        { name: 'hill', current: 20, required: 30 },
        { name: 'vale', current: 20, required: 16 },
      ],
      selectionId: String(draw.at('selectionId')),
    });
    expect(plan.at('groups.0.units')).toHaveLength(10);
    expect(plan.at('groups.1')).toMatchObject({
      positions: { from: 20, to: 17 },
      units: selected.slice(16).reverse(),
      standIns: { called: 0, left: 3 },
    });
  });

  it('plans with the bound of the period that was recalculated from, and refuses another one', async () => {
    const designId = await village.design({ projectId: 'did:ixo:project/v47' });
    const rows = Array.from({ length: 60 }, (_, i) => `B${i}`);
    const registryId = await village.registry(`household_id\n${rows.join('\n')}\n`);
    const draw = await village.draw(designId, { registryId, seed: 4 });
    expect(draw.status, draw.text).toBe(201);
    const { selected: homes } = drawn(draw);
    village.days(120);
    const readings = homes.map((unitId, at) => ({ unitId, date: '2023-11-18', value: at % 3 ? 0.9 : 0.1 }));
    const period = await village.analyse(designId, readings);
    const bound = period.at('erAdjustment.bound');
    expect(bound).toBe('lower');
    const made = await village.alice.post(`/v1/sampling/${designId}/recalculation`, {
      periodId: period.at('periodId'),
    });
    expect(made.status, made.text).toBe(201);
    const terms = { designId: made.at('design.designId'), implementationDate: '2024-07-01' };
    const plan = await village.alice.post('/v1/sampling/adjustment-plan', terms);
    expect(plan.at('erBound')).toBe('lower');
    expect(plan.at('steps')).toContainEqual(expect.stringContaining('with the lower confidence bound'));
    const other = await village.alice.post('/v1/sampling/adjustment-plan', { ...terms, erBound: 'upper' });
    expect([other.status, other.at('errors.0.message')]).toEqual([
      400,
      `is "lower" by ${period.at('periodId')}`,
    ]);
  });
});
