import { expect, it } from 'vitest';
import { listedNames } from './listed-names.js';

it('tells columns that a person would read, and counts the rest', () => {
  expect(listedNames(['id', 'zone'])).toBe('id, zone');
  expect(listedNames(['A'.repeat(1_000_000)])).toHaveLength(60);
  expect(listedNames(Array.from({ length: 100 }, (_, at) => `c${at}`))).toMatch(/^c0, c1, .* and 60 more$/u);
});
