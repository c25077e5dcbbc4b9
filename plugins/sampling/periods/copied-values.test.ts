import { describe, expect, it } from 'vitest';
import { copiedValues } from './copied-values.js';

/** Numbers from 0 to 1 that look like chance, the same each time. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
/** Homes of one kind, for each of many seeds. */
const many = (of: (next: () => number, at: number) => number, homes = 203) =>
  Array.from({ length: 60 }, (_, seed) => {
    const next = chance(seed * 7_919 + 1);
    return Array.from({ length: homes }, (_each, at) => of(next, at));
  });
const bell = (next: () => number) => next() + next() + next() + next() - 2;
const kg = (next: () => number) => Math.round((6 + 3 * bell(next)) * 10) / 10;

describe('values that were copied', () => {
  it('a block of forty that comes again', () => {
    const [first = []] = many(kg, 40);
    const five = Array.from({ length: 203 }, (_, at) => first[at % 40] ?? 0);
    expect(copiedValues(five)).toEqual({ kind: 'block', units: 163, apart: 40, of: 203 });
    const [own = []] = many(kg);
    const once = own.map((value, at) => (at >= 150 && at < 170 ? (own[at - 100] ?? 0) : value));
    expect(copiedValues(once)).toMatchObject({ kind: 'block', units: 20, apart: 100 });
  });

  it('each of forty five times, one below the other', () => {
    const [first = []] = many(kg, 41);
    const each = Array.from({ length: 203 }, (_, at) => first[Math.floor(at / 5)] ?? 0);
    expect(copiedValues(each)).toMatchObject({ kind: 'runs', of: 203 });
  });

  it.each<[string, (next: () => number, at: number) => number]>([
    ['tenths of a kilogram', kg],
    ['whole numbers', (next) => Math.round(6 + 3 * bell(next))],
    ['meals from one to three', (next) => 1 + Math.floor(3 * next())],
    ['half hours', (next) => Math.round((6 + 3 * bell(next)) * 2) / 2],
    ['days of the last seven, most of them all', (next) => (next() < 0.8 ? 7 : Math.floor(7 * next()))],
    ['shares, most of them whole', (next) => (next() < 0.85 ? 1 : Math.floor(45 * next()) / 45)],
    ['yes and no', (next) => (next() < 0.9 ? 1 : 0)],
    ['none in a third', (next) => (next() < 0.3 ? 0 : kg(next))],
    ['villages that differ', (next, at) => Math.round(2 * Math.floor(at / 20) + 2 * bell(next))],
    ['one for all', () => 5],
  ])('not %s, in any of sixty lists, as they come and sorted', (_, of) => {
    for (const list of many(of)) {
      expect(copiedValues(list)).toBeNull();
      expect(copiedValues([...list].sort((a, b) => a - b))).toBeNull();
      expect(copiedValues([...list].sort((a, b) => b - a))).toBeNull();
    }
  });
});
