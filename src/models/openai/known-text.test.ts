import fc from 'fast-check';
import { expect, it } from 'vitest';
import { KnownText } from './known-text.js';

const unit = fc.string({ unit: 'binary', maxLength: 4 });

it.each([
  ['short', ''],
  ['long', 'ab😀'.repeat(20_000)],
])('a %s text knows what it is and what begins with it', (_, before) => {
  fc.assert(
    fc.property(fc.array(unit), unit, unit, (parts, more, other) => {
      const known = new KnownText();
      for (const part of [before, ...parts]) known.add(part);
      const whole = before + parts.join('');
      expect(known.length).toBe(whole.length);
      expect(known.is(whole)).toBe(true);
      expect(known.begins(whole + more)).toBe(true);
      expect(known.startsWith(whole)).toBe(true);
      expect(known.is(whole + other)).toBe(other === '');
      expect(known.begins(`x${whole}`.slice(0, -1))).toBe(`x${whole}`.slice(0, -1).startsWith(whole));
    }),
    { numRuns: 50 },
  );
});

it('a long text is whole though a part ends within a character', () => {
  const known = new KnownText();
  const whole = `${'a'.repeat(70_000)}😀b`;
  known.add(whole.slice(0, 70_001));
  known.add(whole.slice(70_001));
  expect([known.is(whole), known.begins(`${whole}c`), known.begins('a'.repeat(80_000))]).toEqual([
    true,
    true,
    false,
  ]);
});
