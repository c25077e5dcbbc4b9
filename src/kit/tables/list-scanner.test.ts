import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ListScanner } from './list-scanner.js';

it('finds the features of any text, torn anywhere', () => {
  const element = fc.record({ a: fc.string(), b: fc.jsonValue(), features: fc.array(fc.nat()) });
  fc.assert(
    fc.property(
      fc.array(element, { maxLength: 5 }),
      fc.jsonValue(),
      fc.integer({ min: 1, max: 9 }),
      fc.constantFrom(undefined, 1),
      (features, other, step, indent) => {
        const text = JSON.stringify(
          { other, s: 'features', n: { features: [other] }, features, after: ['features', other] },
          null,
          indent,
        );
        const scanner = new ListScanner(['features']);
        const found: unknown[] = [];
        for (let i = 0; i < text.length; i += step)
          found.push(...scanner.push(text.slice(i, i + step)).map((each) => JSON.parse(each) as unknown));
        expect(found).toEqual(JSON.parse(JSON.stringify(features)));
        expect(scanner.complete).toBe(true);
      },
    ),
  );
});
