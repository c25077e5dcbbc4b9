import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { locateJsonFault } from './locate-json-fault.js';

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('locateJsonFault', () => {
  it.each([
    ['{"a":x}', 5, 'expected a value, found "x"'],
    ['{"a":1,}', 7, 'expected a property name in double quotes, found "}"'],
    ['{"a"', 4, 'expected ":" after the property name, the text ends'],
    ['[1 2]', 3, 'expected "," or "]", found "2"'],
    ['{"a":1}}', 7, 'expected the end of the text, found "}"'],
    ['', 0, 'expected a value, the text ends'],
    ['"a\nb"', 2, 'expected the closing quote of a string, found "\\n"'],
    ['"\\x"', 1, 'expected a valid escape sequence, found "\\\\"'],
    ['[01]', 2, 'expected "," or "]", found "1"'],
    ["{'a':1}", 1, 'expected a property name in double quotes, found "\'"'],
  ])('says where %j breaks', (text, position, message) => {
    expect(locateJsonFault(text)).toMatchObject({ position, message });
  });

  it('counts lines and columns from one', () => {
    expect(locateJsonFault('{\n  "a": 1,\n  b: 2\n}')).toMatchObject({ line: 3, column: 3 });
  });

  it('agrees with the engine on what is JSON', () => {
    const nearJson = fc
      .tuple(
        fc.json(),
        fc.nat(),
        fc.constantFrom('', '"', '\\', ',', '{', ']', '0', '-', 'e', '\n', 'u'),
        fc.nat(2),
      )
      .map(([text, at, insert, drop]) => {
        const cut = at % (text.length + 1);
        return text.slice(0, cut) + insert + text.slice(cut + drop);
      });
    fc.assert(
      fc.property(fc.oneof(nearJson, fc.json(), fc.string()), (text) => {
        expect(locateJsonFault(text) === undefined).toBe(parses(text));
      }),
      { numRuns: 3000 },
    );
  });

  it('finds a fault at the end of a megabyte of string', () => {
    const text = `["${'a\\n'.repeat(350_000)}"`;
    expect(locateJsonFault(text)).toMatchObject({ position: text.length });
  });
});
