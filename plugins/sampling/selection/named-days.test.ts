import { expect, it } from 'vitest';
import { namedDays, namesNumber } from './named-days.js';
import { assertValueNamed } from './named-value.js';

it('finds the days that a text names with their year', () => {
  for (const text of [
    'noon draw of 28 November 2026',
    'draw of 28th of November, 2026',
    'Ziehung vom 28. November 2026',
    'Ziehung vom 28.11.2026',
    'sorteo del 28 de noviembre de 2026',
    'tirage du 28 novembre 2026',
    'November 28, 2026',
    'draw 61 (2026-11-28)',
  ])
    expect(namedDays(text), text).toEqual(['2026-11-28']);
  for (const text of ['draw 61', 'draw 2026/61', '31.02.2026', 'block 2026112'])
    expect(namedDays(text), text).toEqual([]);
});

it('refuses a commitment whose reference names a day that has passed', () => {
  const now = Date.parse('2026-12-01T10:00:00Z');
  const commit = (reference: string) => () =>
    assertValueNamed(
      { kind: 'authority', authority: 'Lotto', reference, publicFrom: '2026-12-05T20:00:00Z' },
      now,
    );
  expect(commit('noon draw of 28 November 2026')).toThrow('names 2026-11-28, a day that has passed');
  expect(commit('noon draw of 5 December 2026')).not.toThrow();
  expect(commit('draw 61 of 2026-12-05, by the rules of 2025-01-01')).not.toThrow();
  expect(commit('draw 61')).not.toThrow();
});

it.each([
  ['draw 61', true],
  ['draw 61 of 5 December 2026', true],
  ['block 19000000 at 20:00', true],
  ['block hash at the hour', false],
  ['rapid draw of 5 December 2026, 20:00:00', false],
  ['noon draw of 05.12.2026', false],
  ['sorteo de 5 de diciembre', false],
  ['the draw of December 5th at 8 pm', false],
])('says whether %s is the number of a value', (reference, is) => {
  expect(namesNumber(reference)).toBe(is);
});
