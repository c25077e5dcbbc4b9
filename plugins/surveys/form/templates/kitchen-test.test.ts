import { describe, expect, it } from 'vitest';
import { computedRight } from '../../reconciliation/computed-right.js';
import { simulate } from '../../simulation/simulate.js';
import { buildForm } from '../build-form.js';
import type { Equivalents } from './kitchen-test.js';

const visits = [{ unitId: 'HH-1', stratum: null, order: 1 }];
const formOf = (equivalents: Equivalents) =>
  buildForm({
    formId: 'k',
    version: '2026030101',
    template: 'kitchen_test',
    languages: ['en'],
    enumerators: [],
    questions: [],
    equivalents,
  });

const VISIT = { today: '2026-03-01', household: 'HH-1', found: 'met', consent: 'yes', status: 'completed' };
/** Nine kilograms in three days for one and a half standard adults. */
const WEIGHED = {
  test_days: '3',
  fuel_before: '10',
  fuel_added: '2',
  fuel_left: '3',
  children: '1',
  women: '0',
  men: '1',
  old_men: '0',
  standard_adults: '1.5',
};
const right = (equivalents: Equivalents, answers: Readonly<Record<string, string>>) =>
  computedRight(formOf(equivalents), visits, new Map(Object.entries({ ...VISIT, ...answers })));

describe('the kitchen test', () => {
  it('gives kilograms of dry wood for each fuel whose equivalent was said', () => {
    const charcoal = { charcoal: 1.8 };
    expect(right(charcoal, { ...WEIGHED, main_fuel: 'wood', value: '2' })).toBe(true);
    expect(right(charcoal, { ...WEIGHED, main_fuel: 'charcoal', value: '3.6' })).toBe(true);
    expect(right(charcoal, { ...WEIGHED, main_fuel: 'charcoal', value: '2' })).toBe(false);
  });

  it('gives no value for a fuel without one, nor for electricity', () => {
    expect(right({}, { main_fuel: 'charcoal', value: '' })).toBe(true);
    expect(right({}, { ...WEIGHED, main_fuel: 'charcoal', value: '2' })).toBe(false);
    expect(right({ charcoal: 1.8 }, { ...WEIGHED, main_fuel: 'electricity', value: '2' })).toBe(false);
  });

  it('is answered to its end with any equivalents', () => {
    for (const equivalents of [{}, { charcoal: 1.8, gas: 2.9 }])
      expect(
        simulate(formOf(equivalents), visits, { interviews: 500, seed: 1, today: '2026-03-01' }).faults,
      ).toEqual([]);
  });
});
