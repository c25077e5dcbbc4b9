import { expect, it } from 'vitest';
import { namedDays } from './named-days.js';
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
