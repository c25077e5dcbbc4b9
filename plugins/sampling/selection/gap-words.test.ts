import { expect, it } from 'vitest';
import { assertNamedValue, gapWords } from './named-value.js';

const source = {
  kind: 'authority',
  authority: 'Lotto',
  reference: 'draw 61',
  publicFrom: '2026-12-05T20:00:00Z',
} as const;
const gap = (publicAt?: string) =>
  gapWords(source, { value: '1 2 3', reference: 'draw 61', receivedAt: '2026-12-06T08:00:00Z', publicAt });

it('tells how long after its time a value became public, and nothing where a time is not said', () => {
  expect(gap('2026-12-05T20:00:00Z')).toBe(', the time that was committed to');
  expect(gap('2026-12-05T20:01:48Z')).toBe(', 1 min 48 s after the time that was committed to');
  expect(gap('2026-12-05T22:00:00+01:00')).toBe(', 1 h after the time that was committed to');
  expect(gap('2026-12-05')).toBe('');
  expect(gap()).toBe('');
});

it('takes no value before the time that was committed to, told with its day or its time', () => {
  const told = (publicAt: string, receivedAt: string) => () =>
    assertNamedValue(source, { value: '1 2 3', reference: 'draw 61', publicAt, receivedAt });
  expect(told('2026-12-05', '2026-12-05T19:00:00Z')).toThrow('it cannot be that');
  expect(told('2026-12-05', '2026-12-05T00:00:05Z')).toThrow('it cannot be that');
  expect(told('2026-12-05', '2026-12-05T20:05:00Z')).not.toThrow();
  expect(told('2026-12-05T20:00:00Z', '2026-12-05T19:59:55Z')).not.toThrow();
});
