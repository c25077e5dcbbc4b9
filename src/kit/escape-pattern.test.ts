import fc from 'fast-check';
import { expect, it } from 'vitest';
import { escapePattern } from './escape-pattern.js';

it.each(['', 'u'])('is a pattern of the text alone, with the flag %j', (flag) => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'aé-/\\^$.*+?()[]{}|') }), (text) => {
      expect(new RegExp(`^${escapePattern(text)}$`, flag).test(text)).toBe(true);
      expect(new RegExp(`^${escapePattern(`${text}.`)}$`, flag).test(`${text}a`)).toBe(false);
    }),
  );
});
