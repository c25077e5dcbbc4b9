import { expect, it } from 'vitest';
import { readWeighings } from './read-weighings.js';

const read = (head: string, ...values: readonly (string | number)[]) =>
  readWeighings(
    `household,date,stove,fuel,${head},persons\nH1,2026-03-01,baseline,wood,${values.join(',')},4\n`,
    undefined,
    'csv',
  );
const burnt = (head: string, ...values: readonly (string | number)[]) =>
  read(head, ...values).baseline[0]?.fuelKg;

it('weighs in the unit that the head of the column names', () => {
  expect(burnt('kg', 6)).toBe(6);
  expect(burnt('weight', 6)).toBe(6);
  for (const head of ['fuel (g)', 'weight_g', 'weight in grams']) expect(burnt(head, 6000)).toBeCloseTo(6);
  expect(burnt('fuel (lb)', 10)).toBeCloseTo(4.5359237);
  expect(burnt('fuel weight kg (no g)', 6)).toBe(6);
  expect(burnt('start_g,end_g', 9000, 3000)).toBeCloseTo(6);
});

it('says what nobody burns', () => {
  expect(read('weight', 6000).warnings[0]).toContain('look whether the weights are in kg');
  expect(read('weight', 6).warnings).toEqual([]);
});
