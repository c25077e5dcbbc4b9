import { describe, expect, it } from 'vitest';
import { factorMarks } from './factor-marks.js';

const marksOf = (factor: string) =>
  factorMarks({ factors: [{ factors: [factor], values: 179, mean: '1.2', before: null }] }).join('\n');

describe('what a kilogram of a fuel counts as', () => {
  it.each([
    ['charcoal 1', 1.9, 'less'],
    ['charcoal 1.5', 1.9, 'less'],
    ['charcoal 2.3', 1.9, 'more'],
    ['charcoal 4', 1.9, 'more'],
    ['kerosene 1', 2.8, 'less'],
    ['gas 1.5', 3, 'less'],
    ['residues 0.1', 0.74, 'less'],
  ])('stands out where it is far from what a kilogram has of energy: %s', (factor, about, than) => {
    expect(marksOf(factor)).toBe(
      `A kilogram of ${factor.split(' ')[0]} counts as ${factor.split(' ')[1]} of dry wood in the form behind 179 values, and has about ${about} times the energy of one of wood (IPCC 2006): homes that burn it seem to use ${than}.`,
    );
  });

  it.each([
    'charcoal 1.6',
    'charcoal 1.8',
    'charcoal 2.2',
    'gas 2.5',
    'gas 3.1',
    'kerosene 2.4',
    'residues 0.6',
    'residues 1',
  ])('does not where tables say so: %s', (factor) => {
    expect(marksOf(factor)).toBe('');
  });
});
