import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCbor } from './cbor.js';

const of = (hex: string) => readCbor(Uint8Array.from(Buffer.from(hex, 'hex')));

describe('CBOR of authenticators', () => {
  // Examples of RFC 8949, appendix A.
  it.each([
    ['00', 0],
    ['17', 23],
    ['1818', 24],
    ['1903e8', 1000],
    ['1a000f4240', 1_000_000],
    ['1b000000e8d4a51000', 1_000_000_000_000],
    ['20', -1],
    ['3863', -100],
    ['3903e7', -1000],
    ['f4', false],
    ['f5', true],
    ['f6', null],
    ['60', ''],
    ['6449455446', 'IETF'],
    ['62c3bc', 'ü'],
    ['80', []],
    ['8301820203820405', [1, [2, 3], [4, 5]]],
  ])('reads %s', (hex, value) => {
    expect(of(hex)).toEqual({ value, length: hex.length / 2 });
  });

  it('reads bytes and maps, and says where a value ends', () => {
    expect(of('4401020304')).toEqual({ value: Uint8Array.from([1, 2, 3, 4]), length: 5 });
    const { value, length } = of('a2616101200200ff');
    expect(value).toEqual(
      new Map<string | number, number>([
        ['a', 1],
        [-1, 2],
      ]),
    );
    expect(length).toBe(6);
  });

  it.each([
    ['nothing', ''],
    ['a number that is cut off', '19'],
    ['text that is cut off', '64494554'],
    ['a list that is cut off', '8301'],
    ['more items than there are bytes', '9b000fffffffffffff00'],
    ['a number past what is exact', '1bffffffffffffffff'],
    ['a length that is not known', '5fff'],
    ['a tag', 'c074'],
    ['a fraction', 'f93c00'],
    ['what is undefined', 'f7'],
    ['a key twice', 'a2616101616102'],
    ['a map as a key', 'a1a000'],
    ['text that is no UTF-8', '61ff'],
    ['nine levels and one', '81818181818181818101'],
    ['a length of a kind that is not given out', '1c'],
  ])('refuses %s', (_, hex) => {
    expect(() => of(hex)).toThrow(/CBOR|encoded data/);
  });

  it('ends with a value or an error for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          expect(readCbor(bytes).length).toBeLessThanOrEqual(bytes.length);
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
        }
      }),
    );
  });
});
