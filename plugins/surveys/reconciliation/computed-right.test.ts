import { describe, expect, it } from 'vitest';
import { buildForm } from '../form/build-form.js';
import { computedRight } from './computed-right.js';

const form = buildForm({
  formId: 'f',
  version: '2026030101',
  template: 'stove_use',
  languages: ['en'],
  enumerators: [],
  questions: [],
});
const visits = [{ unitId: 'HH-1', stratum: 'north', order: 1 }];
const ANSWERED = {
  today: '2026-03-01',
  household: 'HH-1',
  stratum: 'north',
  found: 'met',
  consent: 'yes',
  status: 'completed',
  has_stove: 'yes',
  days_of_seven: '5',
  main_fuel: 'wood',
  other_fuels: 'gas charcoal',
  value: '5',
  place: '-1.2864 36.8172 0 5',
};
const right = (change: Readonly<Record<string, string>> = {}) =>
  computedRight(form, visits, new Map(Object.entries({ ...ANSWERED, ...change })));

describe('answers to a form', () => {
  it('are taken as a phone sends them', () => {
    expect(right()).toBe(true);
    expect(right({ days_of_seven: '0', value: '0', other_fuels: '', place: '' })).toBe(true);
    expect(right({ place: '-1.28 36.81 1.0E3 4.9E-1' })).toBe(true);
    const none = { consent: '', has_stove: '', days_of_seven: '', main_fuel: '', other_fuels: '', place: '' };
    expect(right({ ...none, found: 'moved_away', status: 'moved_away', value: '' })).toBe(true);
    expect(right({ ...none, place: '1 2', consent: 'no', status: 'refused', value: '' })).toBe(true);
  });

  it.each([
    ['half a day', { days_of_seven: '5.5', value: '5.5' }],
    ['another notation', { days_of_seven: '0x4', value: '4' }],
    ['an exponent', { days_of_seven: '1e0', value: '1' }],
    ['no choice', { main_fuel: 'uranium' }],
    ['no choice among several', { other_fuels: 'gas uranium' }],
    ['a required answer that is missing', { main_fuel: '' }],
    ['a place that there is not', { place: '900 900 0 0' }],
    ['a place that is no place', { place: 'here' }],
    ["a stratum that is not the household's", { stratum: 'Mars' }],
    ['another value', { value: '6' }],
    ['an answer outside its bounds', { days_of_seven: '8', value: '8' }],
    ['an answer to what was not asked', { has_stove: 'no', why_no_stove: 'sold', value: '0' }],
  ])('are not: %s', (_, change) => {
    expect(right(change)).toBe(false);
  });

  it('say nothing of the stratum of a household that is in no list any more', () => {
    expect(right({ household: 'HH-9', stratum: 'south' })).toBe(true);
  });
});
