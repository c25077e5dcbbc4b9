import { writeWorkbook } from 'oracle-runtime/kit';
import { describe, expect, it } from 'vitest';
import { memorySource } from '../logger-files/source.js';
import { readWeighings, type WeighingTerms } from './read-weighings.js';

const ofText = (csv: string, terms: WeighingTerms = {}) =>
  readWeighings(memorySource('weighings', csv), terms, 'csv');
const read = (head: string, ...values: readonly (string | number)[]) =>
  ofText(`household,date,stove,fuel,${head},persons\nH1,2026-03-01,baseline,wood,${values.join(',')},4\n`);
const burnt = async (head: string, ...values: readonly (string | number)[]) =>
  (await read(head, ...values)).baseline[0]?.fuelKg;

it('weighs in the unit that the head of the column names', async () => {
  expect(await burnt('kg', 6)).toBe(6);
  expect(await burnt('weight', 6)).toBe(6);
  for (const head of ['fuel (g)', 'weight_g', 'weight in grams'])
    expect(await burnt(head, 6000)).toBeCloseTo(6);
  expect(await burnt('fuel (lb)', 10)).toBeCloseTo(4.5359237);
  expect(await burnt('fuel weight kg (no g)', 6)).toBe(6);
  expect(await burnt('start_g,end_g', 9000, 3000)).toBeCloseTo(6);
});

const fuelOf = async (fuel: string) =>
  (await ofText(`household,date,stove,fuel,kg,persons\nH1,2026-03-01,baseline,"${fuel}",6,4\n`)).baseline[0]
    ?.fuel;

it.each([
  'wood',
  'Firewood',
  'dry eucalyptus wood',
  'Brennholz',
  'bois de feu',
  'leña seca',
  'lenha',
  'kuni',
])('takes %s for wood', async (fuel) => expect(await fuelOf(fuel)).toBe('wood'));

it.each([
  'wood charcoal',
  'charcoal (wood)',
  'Holzkohle',
  'charbon de bois',
  'carbón de leña',
  'carvão de lenha',
  'firewood / charcoal',
  'wood and dung',
  'woodgas',
  'wood pellets',
])('leaves %s what it is, so that its energy is asked for', async (fuel) => {
  expect(await fuelOf(fuel)).toBe(fuel);
});

it('says what nobody burns', async () => {
  expect((await read('weight', 6000)).warnings[0]).toContain('look whether the weights are in kg');
  expect((await read('weight', 6)).warnings).toEqual([]);
});

it('reads the sheet of a workbook, below its title', async () => {
  const sheet = await writeWorkbook(
    [
      {
        name: 'March',
        rows: [
          ['Kitchen test of March', null],
          ['Household', 'Date', 'Stove', 'Fuel', 'kg', 'Persons', 'Moisture %'],
          ['H1', '2026-03-01', 'baseline', 'wood', 6.25, 4, 20],
          ['H1', '2026-03-01', 'project', 'wood', 4, 4, 20],
        ],
      },
    ],
    0,
  );
  const { baseline, project, paired } = await readWeighings(memorySource('kpt.xlsx', sheet), {}, 'path');
  expect(baseline).toEqual([
    { household: 'H1', date: '2026-03-01', fuel: 'wood', fuelKg: 6.25, persons: 4, moisture: 0.2 },
  ]);
  expect([project[0]?.fuelKg, paired]).toEqual([4, true]);
});

describe('a workbook with a sheet for each phase', () => {
  const HEAD = ['Household', 'Date', 'Fuel', 'kg', 'Persons'];
  type Row = readonly (string | number)[];
  const H1 = ['H1', '2026-03-01', 'wood', 6, 4] as const;
  const AFTER = ['H1', '2026-06-01', 'wood', 4, 4] as const;
  const of = async (sheets: Readonly<Record<string, readonly Row[]>>) => {
    const written = Object.entries(sheets).map(([name, rows]) => ({
      name,
      rows: [HEAD, ...rows.map((row) => [...row])],
    }));
    return readWeighings(memorySource('kpt.xlsx', await writeWorkbook(written, 0)), {}, 'path');
  };

  it('is read whole, each row as of the phase that its sheet is called after', async () => {
    const { baseline, project, paired } = await of({
      'Baseline March': [H1, ['H2', '2026-03-01', 'wood', 5, 4]],
      'Project June': [AFTER],
    });
    expect(baseline.map(({ fuelKg }) => fuelKg)).toEqual([6, 5]);
    expect(project.map(({ fuelKg, date }) => [fuelKg, date])).toEqual([[4, '2026-06-01']]);
    expect(paired).toBe(true);
  });

  it('is refused where a sheet of the same heading is of neither', async () => {
    await expect(of({ Baseline: [H1], Training: [AFTER] })).rejects.toThrow(
      "The sheet 'Training' is neither the baseline nor the project stove.",
    );
  });

  it('still asks for the stove where one sheet alone is there', async () => {
    await expect(of({ Baseline: [H1] })).rejects.toThrow('no column of the stove');
  });
});

it('reads numbers by one rule a column, and asks where it is open', async () => {
  const csv = (first: string) =>
    `household;date;stove;kg;persons\nH1;2026-03-01;baseline;${first};4\nH2;2026-03-01;baseline;1.250;4\n`;
  const kgOf = async (first: string, terms: WeighingTerms = {}) =>
    (await ofText(csv(first), terms)).baseline.map(({ fuelKg }) => fuelKg);
  expect(await kgOf('5.5')).toEqual([5.5, 1.25]);
  expect(await kgOf('900,5')).toEqual([900.5, 1250]);
  await expect(kgOf('6')).rejects.toThrow(/Line 3: '1.250' may be 1250 or 1.250.* Say decimal/);
  expect(await kgOf('6', { decimal: '.' })).toEqual([6, 1.25]);
});
