import { describe, expect, it } from 'vitest';
import { memorySource } from '../registry/registry-source.js';
import { drawSelection } from '../selection/draw-selection.js';
import { simplePlan, stratifiedPlan } from '../selection/plan.js';
import { typedSeed } from '../selection/seed-source.js';
import { sealRecord } from '../selection/selection-record.js';
import { validateRandomness } from './validate-randomness.js';

const ids = Array.from({ length: 5000 }, (_, i) => `HH-${String(i + 1).padStart(5, '0')}`);
const registry = memorySource(
  'r.csv',
  `id,setting,adopted\n${ids.map((id, i) => `${id},${i < 3000 ? 'urban' : 'rural'},${i % 3 === 0 ? 'no' : 'yes'}`).join('\n')}\n`,
);
const draw = (
  seed: unknown,
  plan = simplePlan(420),
  columns = { id: 'id', adopter: 'adopted', stratum: 'setting' },
) =>
  drawSelection(registry, {
    designId: 'd',
    algorithm: 'sha256-ticket-v1',
    plan,
    seed: typedSeed(seed),
    columns,
    drawnAt: '2024-02-20T00:00:00.000Z',
  });
const NO_EVIDENCE = 'no evidence against a random draw';

describe('validateRandomness', () => {
  it('repeats the draw first, then diagnoses', async () => {
    const report = await validateRandomness(registry, {
      record: await draw(20240220),
      columns: { stratum: 'setting' },
    });
    expect(report.recomputed).toBe('pass');
    expect(report.integrity.every((check) => check.passed)).toBe(true);
    expect(report.integrity.map((check) => check.check)).toContain('size as planned');
    expect(report.diagnostics.map((each) => each.test)).toEqual([
      'composition',
      'composition',
      'deciles',
      'kolmogorov-smirnov',
      'runs in draw order',
      'runs along the frame',
      'mean rank',
    ]);
    expect(report.diagnostics[0]?.detail['pAtLeast']).toBeCloseTo(0.284214, 6);
    expect(report.diagnostics.every((each) => each.finding === NO_EVIDENCE && each.pAdjusted >= each.p)).toBe(
      true,
    );
    expect(report.statement).toContain('typed by a person');
  });

  it('lets an honest seed with one small p-value pass after adjustment, and never advises to draw again', async () => {
    const report = await validateRandomness(registry, {
      record: await draw(42),
      columns: { stratum: 'setting' },
    });
    const smallest = Math.min(...report.diagnostics.map((each) => each.p));
    expect(smallest).toBeLessThan(0.05);
    expect(report.diagnostics.every((each) => each.finding === NO_EVIDENCE)).toBe(true);
    expect(JSON.stringify(report)).not.toMatch(/redraw|draw again|another seed|new seed/i);
  });

  it('does not test what the design fixes, and tests within strata', async () => {
    const plan = stratifiedPlan([
      { name: 'urban', size: 252 },
      { name: 'rural', size: 168 },
    ]);
    const report = await validateRandomness(registry, { record: await draw(20240220, plan) });
    expect(report.recomputed).toBe('pass');
    expect(report.notTested).toEqual([{ what: 'setting', why: expect.stringContaining('design fixes') }]);
    expect(new Set(report.diagnostics.map((each) => each.stratum))).toEqual(new Set(['urban', 'rural']));
    expect(report.diagnostics.some((each) => each.question.includes('"setting"'))).toBe(false);
    expect(
      report.integrity.filter((check) => check.check.startsWith('size of')).map((check) => check.detail),
    ).toEqual(['252 of 252', '168 of 168']);
  });

  it('fails a sample that its seed does not give', async () => {
    const record = await draw(1);
    const { sha256: _, ...rest } = structuredClone(record);
    const [stratum] = rest.strata;
    const units = (stratum?.selected ?? []).map((unit, at) => ({ ...unit, id: ids[at] ?? '' }));
    const forged = sealRecord({
      ...rest,
      strata: stratum === undefined ? [] : [{ ...stratum, selected: units }],
    });
    const report = await validateRandomness(registry, { record: forged });
    expect(report.recomputed).toBe('fail');
    expect(report.statement).toContain('could not be repeated');
    const places = report.diagnostics.filter((each) => each.test !== 'composition');
    expect(places.every((each) => each.finding.startsWith('unusual'))).toBe(true);
  });

  it('judges a bare list by its diagnostics alone', async () => {
    const selected = (await draw(20240220)).strata[0]?.selected.map((unit) => ` ${unit.id} `) ?? [];
    const good = await validateRandomness(registry, { selected, columns: { id: 'id', stratum: 'setting' } });
    expect(good).toMatchObject({ recomputed: 'unknown', confidence: 0.95 });
    expect(good.statement).toContain('randomness is not shown');
    expect(good.integrity.every((check) => check.passed)).toBe(true);
    const bad = await validateRandomness(registry, {
      selected: [...ids.slice(0, 50), 'HH-1', 'HH-1'],
      columns: { id: 'id' },
    });
    expect(bad.integrity.filter((check) => !check.passed).map((check) => check.detail)).toEqual([
      '52 drawn, 51 different',
      'not found: HH-1',
    ]);
    expect(bad.statement).toContain('diagnostics are unusual');
  });

  it('takes every 12th unit for what it is: too even to be random', async () => {
    const selected = ids.filter((_, i) => i % 12 === 5);
    const { diagnostics } = await validateRandomness(registry, { selected, columns: { id: 'id' } });
    expect(diagnostics.filter((each) => each.finding !== NO_EVIDENCE).map((each) => each.test)).toEqual(
      expect.arrayContaining(['deciles', 'kolmogorov-smirnov', 'runs in draw order']),
    );
  });

  it('finds fault in about one honest draw of twenty at most', async () => {
    const small = memorySource('s.csv', `id\n${ids.slice(0, 300).join('\n')}`);
    let flagged = 0;
    for (let seed = 0; seed < 60; seed++) {
      const record = await drawSelection(small, {
        designId: 'd',
        algorithm: 'sha256-ticket-v1',
        plan: simplePlan(60),
        seed: typedSeed(seed),
        columns: { id: 'id' },
        drawnAt: '2024-02-20T00:00:00.000Z',
      });
      const { diagnostics } = await validateRandomness(small, {
        selected: record.strata[0]?.selected.map((unit) => unit.id) ?? [],
        columns: { id: 'id' },
      });
      if (diagnostics.some((each) => each.finding !== NO_EVIDENCE)) flagged++;
    }
    expect(flagged).toBeLessThanOrEqual(6);
  });

  it('asks for a record or a list, an id column and a sane confidence', async () => {
    await expect(validateRandomness(registry, {})).rejects.toMatchObject({
      code: 'invalid_request',
      errors: [{ field: 'selected' }],
    });
    await expect(validateRandomness(registry, { selected: ['x'] })).rejects.toMatchObject({
      errors: [{ field: 'columns.id' }],
    });
    await expect(validateRandomness(registry, { record: {} })).rejects.toMatchObject({
      code: 'invalid_request',
    });
    await expect(
      validateRandomness(registry, { selected: ['x'], columns: { id: 'id' }, confidence: 95 }),
    ).rejects.toMatchObject({ errors: [{ field: 'confidence' }] });
  });
});
