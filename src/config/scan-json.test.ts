import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { positionOf, scanJson } from './scan-json.js';

const faultAt = (text: string) => {
  const { fault } = scanJson(text);
  return fault && { ...positionOf(text, fault.offset), message: fault.message };
};

describe('scanJson', () => {
  it.each([
    ['{\n  "a": 1,\n}', 3, 1, "expected a property name in double quotes, found '}'"],
    ['{"a" 1}', 1, 6, "expected ':', found '1'"],
    ['{"a": tru}', 1, 7, "expected a value, found 't'"],
    ['{"a": [1 2]}', 1, 10, "expected ',' or ']', found '2'"],
    ['{"a": 1', 1, 8, "expected ',' or '}', found the end of the file"],
    ['', 1, 1, 'expected a value, found the end of the file'],
    ['{} x', 1, 4, "expected the end of the file, found 'x'"],
    ['{\n "a": "open\n}', 2, 7, 'this string is not closed on its line'],
    ['{"a": "\\q"}', 1, 7, 'this string holds a bad escape or a control character'],
    ["{'a': 1}", 1, 2, `expected a property name in double quotes, found '''`],
  ])('places the fault of %j', (text, line, column, message) => {
    expect(faultAt(text)).toEqual({ line, column, message });
  });

  it('accepts exactly what JSON.parse accepts', () => {
    const accepts = (text: string) => {
      try {
        JSON.parse(text);
        return true;
      } catch {
        return false;
      }
    };
    const damaged = fc
      .tuple(
        fc.json(),
        fc.nat(),
        fc.constantFrom('', ',', '}', '"', '\\', '0', '-', '.', '\u0001', '\u2028', 'e'),
      )
      .map(([text, at, insert]) => {
        const place = at % (text.length + 1);
        return text.slice(0, place) + insert + text.slice(place + (insert === '' ? 1 : 0));
      });
    fc.assert(
      fc.property(damaged, (text) => {
        expect(scanJson(text).fault === undefined).toBe(accepts(text));
      }),
      { numRuns: 1000 },
    );
  });

  it('knows where every value stands', () => {
    const text = '{\n  "features": {\n    "weather": false\n  },\n  "list": [1,\n 2]\n}';
    const line = (path: string) => positionOf(text, scanJson(text).offsets.get(path) ?? -1).line;
    expect([line('features'), line('features.weather'), line('list.0'), line('list.1')]).toEqual([
      2, 3, 5, 6,
    ]);
  });

  it('reports a key that occurs twice', () => {
    expect(scanJson('{"a": {"b": 1, "b": 2}}').duplicates).toEqual([{ path: 'a.b', offset: 15 }]);
  });

  it('refuses absurd nesting instead of exhausting the stack', () => {
    expect(scanJson('['.repeat(100_000)).fault?.message).toMatch(/levels of nesting/);
  });
});
