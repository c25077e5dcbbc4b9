import { expect, it } from 'vitest';
import { nextTitle } from './next-title.js';

it.each([
  ['Stoves', [], 'Stoves (2)'],
  ['Stoves', ['Stoves', 'Stoves (4)', 'Stoves (new)'], 'Stoves (5)'],
  ['Stoves (5)', ['Stoves', 'Stoves (5)'], 'Stoves (6)'],
] as const)('a branch of %s is told from %j', (title, others, next) => {
  expect(
    nextTitle(
      title,
      others.map((other) => ({ title: other })),
    ),
  ).toBe(next);
});
