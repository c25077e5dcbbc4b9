import fc from 'fast-check';
import { expect, it } from 'vitest';
import { headOf, short } from './head-of.js';

it.each([
  ['a population of 5000', 17, 'a population of '],
  ['it is 12,345.67 m', 9, 'it is '],
  ['it is 12,345.67 m', 13, 'it is '],
  ['it is 0.05, or less', 10, 'it is 0.05'],
  ['it is 5. And more', 8, 'it is 5.'],
  ['{"population":5000,"z":1.96}', 16, '{"population":'],
  ['العدد ٥٠٠٠ أسرة', 8, 'العدد '],
  ['5000 households', 2, '50'],
  ['short', 10, 'short'],
])('%j cut at %i ends before a number that goes on', (text, length, head) => {
  expect(headOf(text, length)).toBe(head);
});

it('goes on in a text that is one number, and marks what it cuts', () => {
  expect(headOf('7'.repeat(100), 60)).toBe('7'.repeat(60));
  expect(headOf(`a ${'7'.repeat(100)}`, 60)).toHaveLength(60);
  expect(short('a population of 5000', 17)).toBe('a population of …');
});

it('is well formed, and whole numbers are in it alone', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.integer().map(String), fc.constantFrom(' ', 'x', '💧', '1,234.5', ', '))),
      fc.nat(60),
      (parts, length) => {
        const text = `x${parts.join('x')}`;
        const head = headOf(text, length);
        expect(text.startsWith(head)).toBe(true);
        expect(() => encodeURIComponent(head)).not.toThrow();
        const numbers = (each: string) => each.match(/\d[\d.,]*\d|\d/g) ?? [];
        expect(numbers(text).slice(0, numbers(head).length)).toEqual(numbers(head));
      },
    ),
  );
});
