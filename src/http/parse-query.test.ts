import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseQuery } from './parse-query.js';

describe('parseQuery', () => {
  it('reads names, values, plus signs and repeats', () => {
    expect({ ...parseQuery('/x?city=New+York&tag=a&tag=b&tag=c&flag&empty=') }).toEqual({
      city: 'New York',
      tag: ['a', 'b', 'c'],
      flag: '',
      empty: '',
    });
  });

  it('takes __proto__ for a name like any other', () => {
    const query = parseQuery('/x?__proto__=1&constructor=2');
    expect(Object.keys(query)).toEqual(['__proto__', 'constructor']);
    expect(({} as Record<string, unknown>)['1']).toBeUndefined();
  });

  it('reads what URLSearchParams writes', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(
          fc.tuple(fc.string({ unit: 'grapheme', minLength: 1 }), fc.string({ unit: 'grapheme' })),
          {
            selector: ([name]) => name,
            maxLength: 20,
          },
        ),
        (pairs) => {
          const query = parseQuery(`/x?${new URLSearchParams(pairs)}`);
          expect(Object.entries(query).toSorted()).toEqual(pairs.toSorted());
        },
      ),
    );
  });

  it.each(['/x?a=%', '/x?a=%zz', '/x?%E0%A4%A=1', '/x?a=%FF'])(
    'refuses the broken encoding of %s',
    (target) => {
      expect(() => parseQuery(target)).toThrow(
        expect.objectContaining({ code: 'invalid_request', status: 400 }),
      );
    },
  );

  it('refuses more than 200 parameters', () => {
    expect(() => parseQuery(`/x?${'a&'.repeat(200)}`)).toThrow(
      expect.objectContaining({ code: 'invalid_request' }),
    );
  });
});
