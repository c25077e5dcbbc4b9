import fc from 'fast-check';
import { expect, it } from 'vitest';
import { intersectReveals, type Reveal, readReveal, uniteReveals, writeReveal } from './reveal.js';

const path = fc.array(fc.constantFrom('a', 'b', 'ab', '.c'), { maxLength: 3 });
const reveal: fc.Arbitrary<Reveal> = fc.oneof(fc.constant('all' as const), fc.array(path, { maxLength: 4 }));
const shows = (what: Reveal, at: readonly string[]): boolean =>
  what === 'all' || what.some((prefix) => prefix.every((segment, index) => at[index] === segment));

it('reveals together exactly what each reveals, or either', () => {
  fc.assert(
    fc.property(reveal, reveal, path, (one, other, at) => {
      expect(shows(intersectReveals(one, other), at)).toBe(shows(one, at) && shows(other, at));
      expect(shows(uniteReveals(one, other), at)).toBe(shows(one, at) || shows(other, at));
    }),
  );
});

it('is written as it is read', () => {
  fc.assert(
    fc.property(reveal, path, (what, at) => {
      const back = readReveal(writeReveal(what));
      expect(back !== undefined && shows(back, at)).toBe(shows(what, at));
    }),
  );
});

it('takes at most 64 prefixes', () => {
  const hidden = Array.from({ length: 65 }, (_, index) => `/${index}`);
  expect(readReveal({ hidden })).toBeUndefined();
  expect(readReveal({ hidden: hidden.slice(1) })).toHaveLength(64);
});
