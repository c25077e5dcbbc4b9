import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawn, HILL_AND_VALE, HOMES, startVillage, type Village } from '../testing/village.js';

/** What somebody does who knows the values, and looks for a sample or a bound that suits them. */
describe('bending the sample', () => {
  let village: Village;
  beforeAll(async () => {
    village = await startVillage();
  });
  afterAll(() => village.app.close());

  async function monitored() {
    const designId = await village.design();
    const registryId = await village.registry();
    const terms = { registryId, seed: designId, sampleSize: 40, replacements: 10 };
    return { designId, ...drawn(await village.draw(designId, terms)) };
  }
  const warned = (answer: { at(path: string): unknown }) => (answer.at('warnings') as string[]).join('\n');

  it('homes replaced after their values are known: how many, and how many values', async () => {
    const { designId, selectionId, selected, replacements } = await monitored();
    const [low = '', lower = '', ...rest] = selected;
    const rows = village.readings(selected, '2023-11-01');
    const again = village.readings([low], '2023-11-02');
    expect((await village.analyse(designId, [...rows, ...again])).status).toBe(201);
    // The same values once more are no more values.
    await village.analyse(designId, rows, { reason: 'Sent again.' });
    const lost = { units: [low, lower], reason: 'Not found at home.' };
    const called = await village.alice.post(`/v1/sampling/selections/${selectionId}/replacements`, lost);
    const mark = `2 units were replaced after they had given 3 values in analyses before (${low}, ${lower})`;
    expect(warned(called)).toContain(mark);
    const homes = [...rest, ...replacements.slice(0, 2)];
    const answer = await village.analyse(designId, village.readings(homes, '2023-11-01', 0.9));
    expect(warned(answer)).toContain(mark);
    const marks = (await village.marks(designId)).split('\n');
    expect(marks.filter((each) => each.includes(mark))).toHaveLength(2);
  });

  it('more homes drawn than planned, and the best of them measured: all of them were asked', async () => {
    const designId = await village.design({ expectedSD: 0.05 });
    const registryId = await village.registry();
    const draw = await village.draw(designId, { registryId, seed: 3, sampleSize: 60 });
    const planned = /^60 units were drawn, the design plans (\d+): each/m.exec(warned(draw))?.[1];
    const best = drawn(draw).selected.slice(0, Number(planned));
    const rows = best.map((unitId, at) => ({ unitId, date: '2023-11-01', value: 0.8 + (at % 7) / 70 }));
    const answer = await village.analyse(designId, rows);
    expect(answer.at('pooled.planned')).toBe(60);
    expect(answer.at('pooled.dropoutRate')).toBeCloseTo(1 - best.length / 60, 12);
    expect(warned(answer)).toContain(`${best.length} of 60 units that were asked gave a value`);
    expect(await village.marks(designId)).toMatch(
      /^60 units were drawn, the design plans \d+: each of them is asked/m,
    );
  });

  it('one home under two ids, for twice the chance or a second value: refused, with both', async () => {
    const register = (text: string) =>
      village.alice.post('/v1/sampling/registries?name=v.csv', text, { 'Content-Type': 'text/csv' });
    const twice = await register(`household_id\n${HOMES.join('\n')}\n\u041d07\n`);
    expect([twice.status, twice.at('detail')]).toEqual([
      409,
      expect.stringContaining('(line 62: \u041d07, like H07 of line 9)'),
    ]);
    // Nor in a column that the draw names and the registry was not taken in by.
    const rows = HOMES.map((id, at) => `${id},${at === 59 ? 'door 08' : `door ${at}`}`);
    const { registryId } = (await register(`household_id,door\n${rows.join('\n')}\n`)).at('') as {
      registryId: string;
    };
    const designId = await village.design();
    const byDoor = await village.draw(designId, { registryId, seed: 1, columns: { id: 'door' } });
    expect([byDoor.status, byDoor.at('detail')]).toEqual([
      409,
      expect.stringContaining('(line 61: door 08, like door 8 of line 10)'),
    ]);
    const { selected } = drawn(await village.draw(designId, { registryId, seed: 1 }));
    const [home = ''] = selected;
    const again = { unitId: home.toLowerCase(), date: '2023-11-02', value: 0.9 };
    const analysed = await village.analyse(designId, [
      ...village.readings(selected.slice(1), '2023-11-01'),
      again,
    ]);
    expect([analysed.status, analysed.at('errors.0.message')]).toEqual([
      400,
      `'${again.unitId}' was not drawn, but '${home}' was: spell it so`,
    ]);
  });

  it('homes replaced before they gave a value: no mark', async () => {
    const { designId, selectionId, selected } = await monitored();
    const lost = { units: selected.slice(0, 2), reason: 'Burnt down.' };
    const called = await village.alice.post(`/v1/sampling/selections/${selectionId}/replacements`, lost);
    expect([called.status, called.at('warnings')]).toEqual([201, []]);
    expect(await village.marks(designId)).not.toContain('replaced after');
  });

  it('homes lost and replaced, so that the next sample allows for none: lost in this period, and once', async () => {
    const { designId, selectionId, selected, replacements } = await monitored();
    const planned = (await village.alice.get(`/v1/sampling/${designId}`)).at('parameters.adjustedSize');
    const lost = { units: selected.slice(0, 4), reason: 'The family refused.' };
    await village.alice.post(`/v1/sampling/selections/${selectionId}/replacements`, lost);
    const homes = [...selected.slice(4), ...replacements.slice(0, 4)].slice(0, Number(planned));
    const told = [{ unitId: selected[0], date: '2023-11-01', value: null, status: 'refused' }];
    const rows = [...told, ...village.readings(homes, '2023-11-01')];
    const analysed = await village.analyse(designId, rows as never);
    const { dropoutRate, reasons, replaced } = analysed.at('pooled') as Record<string, number>;
    expect(replaced).toBe(4);
    expect(dropoutRate).toBeCloseTo(1 - homes.length / (Number(planned) + 4), 12);
    expect(reasons).toMatchObject({ refused: 4 });
    expect(warned(analysed)).toContain('4 units were replaced. They count as lost');
    const next = await village.analyse(designId, village.readings(homes, '2024-01-10'), {
      monitoringPeriod: '2024-Q1',
    });
    expect(next.at('pooled.replaced')).toBeUndefined();
    const later = await village.alice.get(`/v1/sampling/periods/${analysed.at('periodId')}`);
    expect(later.at('warnings')).toEqual([
      ...(analysed.at('warnings') as string[]),
      expect.stringContaining('were analysed by then and are not final (2024-01-01 to 2024-03-31'),
    ]);
  });

  it('another bound than that of the design: said where the figures are, and marked', async () => {
    const { designId, selected } = await monitored();
    const rows = village.readings(selected, '2023-11-01');
    expect(warned(await village.analyse(designId, rows))).not.toContain('upper bound');
    const answer = await village.analyse(designId, rows, { effect: 'lowers' });
    const mark = 'the upper bound would count; the design plans with the lower bound';
    expect(warned(answer)).toContain(mark);
    expect(await village.marks(designId)).toContain(mark);
    // A factor above 1 must not read as a bonus to whoever takes the JSON alone.
    expect(answer.at('erAdjustment')).toMatchObject({
      bound: 'upper',
      says: expect.stringContaining(': a deduction'),
    });
  });

  it('broken stoves without a value: counted with their rows, and marked in the analysis', async () => {
    const { designId, selected } = await monitored();
    const rows = village
      .readings(selected, '2023-11-01')
      .map((row, at) =>
        at < 3 ? { ...row, value: null, status: ['stove broken', 'Ofen kaputt', 'en panne'][at] } : row,
      );
    const answer = await village.analyse(designId, rows as never);
    expect(warned(answer)).toContain('3 lines (0, 1, 2) say that the device is broken or out of use');
    expect(warned(answer)).toContain(`3 rows of 3 units (${selected.slice(0, 3).join(', ')})`);
    expect(await village.marks(designId)).toMatch(/3 rows of 3 units .* raises the mean\./);
  });

  it('a large dropout planned, and all but the pleasant homes called lost: asked about, and marked whatever the reason', async () => {
    const asked = { dropoutRate: 0.3, expectedSD: 0.15 };
    const design = await village.alice.post('/v1/sampling', {
      ...HILL_AND_VALE,
      stratification: undefined,
      ...asked,
    });
    expect(warned(design)).toContain('A dropout of 30.00% is planned');
    const designId = String(design.at('designId'));
    const planned = Number(design.at('parameters.adjustedSize'));
    const registryId = await village.registry();
    const { selected } = drawn(await village.draw(designId, { registryId, seed: 1, sampleSize: planned }));
    const given = Math.floor(planned * 0.7);
    const rows = village
      .readings(selected, '2023-11-01')
      .map((row, at) => (at < given ? row : { ...row, value: null, status: 'refused' }));
    const answer = await village.analyse(designId, rows as never);
    const mark = `${given} of ${planned} units that were asked gave a value (${((given / planned) * 100).toFixed(2)}%; ${planned - given} refused)`;
    expect(warned(answer)).toContain(mark);
    expect(await village.marks(designId)).toContain(mark);
    const whole = await village.analyse(designId, village.readings(selected, '2023-11-02'));
    expect(warned(whole)).not.toContain('units that were asked');
  });

  it('homes that refuse, where enough others answer: told with what the mean were at either end', async () => {
    const designId = await village.design();
    const registryId = await village.registry();
    const { selected } = drawn(await village.draw(designId, { registryId, seed: 1, sampleSize: undefined }));
    const refusing = Math.ceil(selected.length * 0.17);
    const rows = village
      .readings(selected, '2023-11-01')
      .map((row, at) => (at >= refusing ? row : { ...row, value: null, status: 'refused' }));
    const answer = await village.analyse(designId, rows as never);
    const { units, low, high } = answer.at('ifRefused') as Record<string, number>;
    const mean = Number(answer.at('pooled.mean'));
    expect(units).toBe(refusing);
    expect(low).toBeLessThan(mean);
    expect(high).toBeGreaterThan(mean);
    const values = rows.flatMap(({ value }) => value ?? []);
    const sum = values.reduce((a, b) => a + b);
    expect(low).toBeCloseTo(sum / selected.length, 9);
    expect(await village.marks(designId)).toMatch(
      new RegExp(
        `${refusing} of ${selected.length} units that were asked refused .* Had all of them nothing or the highest value, it were \\S+ or \\S+\\.`,
      ),
    );
    const again = await village.alice.get(`/v1/sampling/periods/${answer.at('periodId')}/recomputation`);
    expect(again.at('verdict')).toBe('pass');
  });

  it('homes lost in one stratum, where the others make up for them: marked by its name', async () => {
    const designId = String((await village.alice.post('/v1/sampling', HILL_AND_VALE)).at('designId'));
    const rows = HOMES.map((id, i) => `${id},${i < 30 ? 'hill' : 'vale'}`).join('\n');
    const draw = await village.draw(designId, {
      registryId: await village.registry(`household_id,stratum\n${rows}\n`),
      seed: 1,
      sampleSize: undefined,
      columns: { stratum: 'stratum' },
    });
    const strata = draw.at('record.strata') as { name: string; selected: { id: string }[] }[];
    const homesOf = (name: string) =>
      strata.find((each) => each.name === name)?.selected.map(({ id }) => id) ?? [];
    const [hill, vale] = [homesOf('hill'), homesOf('vale')];
    const given = Math.ceil(vale.length * 0.65);
    const readings = [
      ...village.readings(hill, '2023-11-01'),
      ...village
        .readings(vale, '2023-11-01')
        .map((row, at) => (at < given ? row : { ...row, value: null, status: 'refused' })),
    ];
    const answer = await village.analyse(designId, readings as never);
    const mark = `Stratum vale: ${given} of ${vale.length} units that were asked gave a value`;
    expect(warned(answer)).toContain(mark);
    expect(warned(answer)).not.toContain('Stratum hill:');
    expect(await village.marks(designId)).toContain(mark);
  });

  it('values below 0 for a reason that is given for something else: refused, and marked where they count', async () => {
    const designId = await village.design();
    const rows = village
      .readings(HOMES, '2023-11-01')
      .map((row, at) => (at % 5 === 0 ? { ...row, value: -1.5 } : row));
    const refused = await village.analyse(designId, rows, { reason: 'A typing error was mended.' });
    expect([refused.status, refused.at('errors.0.message')]).toEqual([
      400,
      expect.stringContaining('is below 0'),
    ]);
    const counted = await village.analyse(designId, rows, { reason: 'Negative where wood was saved.' });
    const mark = `${rows.filter(({ value }) => value < 0).length} of ${rows.length} readings are below 0 and count as they stand. Reason: Negative where wood was saved.`;
    expect(warned(counted)).toContain(mark);
    expect(await village.marks(designId)).toContain(mark);
  });

  it('another spread than that of the final analysis: marked, with both', async () => {
    const { designId, selected } = await monitored();
    const analysed = await village.analyse(designId, village.readings(selected, '2023-11-01'));
    const periodId = analysed.at('periodId');
    await village.alice.post(`/v1/sampling/periods/${periodId}/final`, {});
    const recalculate = (stated: object) =>
      village.alice.post(`/v1/sampling/${designId}/recalculation`, stated);
    const sd = Number(analysed.at('pooled.sd'));
    const honest = await recalculate({ mean: 0.8, sd: Number(sd.toFixed(4)) });
    expect([honest.status, honest.at('warnings')]).toEqual([201, []]);
    const bent = await recalculate({ sd: 0.01 });
    const mark = `from a stated sd of 0.01, though ${periodId}, which is final, says ${sd}.`;
    expect(warned(bent)).toContain(mark);
    expect(await village.marks(designId)).toContain(mark);
  });

  it('one project and period submitted twice: said, and marked with the draw before', async () => {
    const projectId = 'did:ixo:project/twice';
    const designId = await village.design({ projectId });
    const submit = (monitoringPeriod: string, erCoverage: number) =>
      village.alice.post('/v1/sampling/submissions', {
        monitoringPeriod,
        erCoverage,
        projects: [{ projectId, status: 'active', designId }],
        references: [{ title: 'Registry', uri: 'https://example.org/registry' }],
      });
    const first = await submit('2023-Q4', 1);
    expect([first.status, first.at('warnings')]).toEqual([
      201,
      [`${projectId} is active, though its design ${designId} is draft, not approved and has no draw.`],
    ]);
    const id = first.at('submissionId');
    const second = await submit('2023-12', 0.5);
    expect(warned(second)).toContain(`${projectId}: It is submission 2 of this project`);
    expect(await village.marks(designId)).toContain(
      `It is submission 2 of this project for days of 2023-12, after ${id}.`,
    );
    expect(warned(await submit('2024-Q1', 1))).not.toContain('submission');
  });

  it('a registry of adopters alone, or of hardly any other: marked, at the draw and in its analysis', async () => {
    for (const [others, mark] of [
      [0, 'All 60 units of the registry are adopters, by the word of whoever drew'],
      [1, '59 of the 60 units of the registry are adopters: hardly anybody'],
      [3, undefined],
    ] as const) {
      const designId = await village.design();
      const rows = HOMES.map((id, i) => `${id},${i < others ? 'no' : 'yes'}`).join('\n');
      const draw = await village.draw(designId, {
        registryId: await village.registry(`household_id,adopter\n${rows}\n`),
        seed: 5,
        acknowledgeAdoptersOnly: true,
      });
      expect(draw.status).toBe(201);
      if (mark === undefined) expect(warned(draw)).not.toContain('adopters');
      else {
        expect(warned(draw)).toContain(mark);
        expect(await village.marks(designId)).toContain(mark);
        const readings = village.readings(drawn(draw).selected, '2023-11-01');
        expect(warned(await village.analyse(designId, readings))).toContain(mark);
      }
    }
  });

  it('a recalculation from typed values beside an analysis that is not final: marked', async () => {
    const designId = await village.design();
    await village.draw(designId, { registryId: await village.registry(), seed: 6 });
    const readings = village.readings(HOMES.slice(0, 40), '2023-11-01');
    const analysis = await village.analyse(designId, readings, { reason: 'For the test of values.' });
    const next = await village.alice.post(`/v1/sampling/${designId}/recalculation`, { mean: 0.8, sd: 0.01 });
    expect(warned(next)).toContain(
      `The design was recalculated from a stated sd of 0.01, though ${analysis.at('periodId')}, its newest analysis, says 0.07`,
    );
  });

  it('strata left out of the draw: marked, and readings keep the strata of the registry', async () => {
    const design = await village.alice.post('/v1/sampling', HILL_AND_VALE);
    const designId = String(design.at('designId'));
    const where = (id: string) => (HOMES.indexOf(id) < 30 ? 'hill' : 'vale');
    const table = HOMES.map((id) => `${id},${where(id)}`).join('\n');
    const registryId = await village.registry(`household_id,stratum\n${table}\n`);
    const draw = await village.draw(designId, { registryId, seed: 5 });
    const mark = 'drawn from the registry as one whole, although the design has 2 strata';
    expect(warned(draw)).toContain(mark);
    expect(await village.marks(designId)).toContain(mark);
    const { selected } = drawn(draw);
    const [first = ''] = selected;
    const other = where(first) === 'hill' ? 'vale' : 'hill';
    const rows = village.readings(selected, '2023-11-01');
    const bent = rows.map((row) => (row.unitId === first ? { ...row, stratum: other } : row));
    const refused = await village.analyse(designId, bent, { reason: 'They moved.' });
    expect([refused.status, refused.at('errors.0.message')]).toEqual([
      400,
      `'${other}' is not where '${first}' stands in the registry: '${where(first)}'`,
    ]);
    const answer = await village.analyse(designId, rows);
    const hills = selected.filter((id) => where(id) === 'hill').length;
    expect(answer.at('strata.0')).toMatchObject({ name: 'hill', valid: hills });
    expect(warned(answer)).toContain(mark);
  });
});
