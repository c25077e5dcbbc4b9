import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRange } from './byte-range.js';

/** A satisfiable range of the given bytes, `end` exclusive. */
const part = (start: number, end: number) => ({ kind: 'part', range: { start, end } });
const whole = { kind: 'whole' };
const unsatisfiable = { kind: 'unsatisfiable' };

describe('parseRange', () => {
  it.each([
    // RFC 9110, section 14.1.2, on a representation of 10,000 bytes
    ['bytes=0-499', 10_000, part(0, 500)],
    ['bytes=500-999', 10_000, part(500, 1000)],
    ['bytes=-500', 10_000, part(9500, 10_000)],
    ['bytes=9500-', 10_000, part(9500, 10_000)],
    ['bytes=0-0', 10_000, part(0, 1)],
    ['bytes=9999-', 10_000, part(9999, 10_000)],
    ['bytes=0-', 10_000, part(0, 10_000)],
    // last position beyond the end, suffix longer than the whole
    ['bytes=9000-20000', 10_000, part(9000, 10_000)],
    ['bytes=0-99999999999999999999999999', 10_000, part(0, 10_000)],
    ['bytes=-99999999999999999999999999', 10_000, part(0, 10_000)],
    ['bytes=-1', 1, part(0, 1)],
    // the unit in any case, spaces and empty elements in the list
    ['BYTES=1-2', 10, part(1, 3)],
    ['bytes= 1-2 , ', 10, part(1, 3)],
    ['bytes=,,1-2', 10, part(1, 3)],
    ['bytes=001-002', 10, part(1, 3)],
  ])('takes %s of %d bytes', (header, size, expected) => {
    expect(parseRange(header, size)).toEqual(expected);
  });

  it.each([
    ['bytes=10-', 10],
    ['bytes=10-20', 10],
    ['bytes=-0', 10],
    ['bytes=0-', 0],
    ['bytes=0-0', 0],
    ['bytes=10-,20-30', 10],
    ['bytes=99999999999999999999999999-', 10],
  ])('finds no byte for %s in %d', (header, size) => {
    expect(parseRange(header, size)).toEqual(unsatisfiable);
  });

  it.each([
    ['bytes=2-1'],
    ['bytes=x-1'],
    ['bytes=1-x'],
    ['bytes=1'],
    ['bytes=-'],
    ['bytes='],
    ['bytes=,'],
    ['bytes'],
    ['bytes 1-2'],
    ['bytes=1 - 2'],
    ['bytes=1-2-3'],
    ['bytes=--1'],
    ['bytes=-1-2'],
    ['bytes=+1-2'],
    ['bytes=1.5-2'],
    ['bytes=0x1-2'],
    ['bytes=1e1-20'],
    ['bytes=١-٢'],
    ['bytes=0-1, bytes=3-4'],
    ['bytes=0-1;3-4'],
    ['bytes=0-1,x'],
    ['items=0-1'],
    ['tests=0-1'],
    ['=0-1'],
    [''],
  ])('ignores %j, which is malformed or in another unit', (header) => {
    expect(parseRange(header, 10)).toEqual(whole);
  });

  it('answers several ranges with the whole, but one satisfiable among them with its part', () => {
    expect(parseRange('bytes=0-1,3-4', 10)).toEqual(whole);
    expect(parseRange('bytes=0-5,3-9', 10)).toEqual(whole);
    expect(parseRange('bytes=0-0,-1', 10)).toEqual(whole);
    expect(parseRange('bytes=2-3,10-20', 10)).toEqual(part(2, 4));
    expect(parseRange('bytes=-0,2-3', 10)).toEqual(part(2, 4));
  });

  it('answers a suffix of nothing with nothing', () => {
    expect(parseRange('bytes=-5', 0)).toEqual(whole);
  });

  it('agrees with slicing for every range', () => {
    const position = fc.nat({ max: 40 });
    fc.assert(
      fc.property(fc.nat({ max: 30 }), position, fc.option(position), (size, first, last) => {
        const content = Array.from({ length: size }, (_, index) => index);
        const asked = parseRange(`bytes=${first}-${last ?? ''}`, size);
        const expected = last !== null && last < first ? content : content.slice(first, (last ?? size) + 1);
        if (asked.kind === 'part')
          expect(content.slice(asked.range.start, asked.range.end)).toEqual(expected);
        else if (asked.kind === 'unsatisfiable') expect(expected).toEqual([]);
        else expect(expected).toEqual(content);
      }),
    );
  });

  it('gives a range within the content for any header', () => {
    const digits = fc.stringMatching(/^\d{0,25}$/);
    const spec = fc.oneof(
      fc.tuple(digits, digits).map(([first, last]) => `${first}-${last}`),
      fc.string({ maxLength: 5 }),
    );
    fc.assert(
      fc.property(fc.array(spec, { maxLength: 4 }), fc.nat(), (specs, size) => {
        const asked = parseRange(`bytes=${specs.join(',')}`, size);
        if (asked.kind !== 'part') return;
        expect(asked.range.start).toBeGreaterThanOrEqual(0);
        expect(asked.range.start).toBeLessThan(asked.range.end);
        expect(asked.range.end).toBeLessThanOrEqual(size);
      }),
      { numRuns: 1000 },
    );
  });
});
