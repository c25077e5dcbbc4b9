import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatHttpDate, parseHttpDate } from './http-date.js';

const NOW = Date.UTC(2025, 5, 1);

describe('HTTP dates', () => {
  it.each([
    // The same moment in the three forms of RFC 9110, section 5.6.7
    'Sun, 06 Nov 1994 08:49:37 GMT',
    'Sunday, 06-Nov-94 08:49:37 GMT',
    'Sun Nov  6 08:49:37 1994',
  ])('reads %s', (text) => {
    expect(parseHttpDate(text, NOW)).toBe(784_111_777_000);
  });

  it('puts a two-digit year into the past when it seems more than 50 years ahead', () => {
    expect(parseHttpDate('Tuesday, 01-Jan-75 00:00:00 GMT', NOW)).toBe(Date.UTC(2075, 0, 1));
    expect(parseHttpDate('Thursday, 01-Jan-76 00:00:00 GMT', NOW)).toBe(Date.UTC(1976, 0, 1));
  });

  it.each([
    '',
    'yesterday',
    '784111777',
    '1994-11-06T08:49:37Z',
    'Sun, 06 Nov 1994 08:49:37 +0000',
    'Sun, 06 Nov 1994 08:49:37',
    'Sun, 6 Nov 1994 08:49:37 GMT',
    'Sun, 06 Xxx 1994 08:49:37 GMT',
    'Wed, 31 Feb 2024 00:00:00 GMT',
    'Sun, 06 Nov 1994 24:49:37 GMT',
    '"Sun, 06 Nov 1994 08:49:37 GMT"',
  ])('refuses %j', (text) => {
    expect(parseHttpDate(text, NOW)).toBeUndefined();
  });

  it('reads what it writes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000 }), (second) => {
        expect(parseHttpDate(formatHttpDate(second * 1000), NOW)).toBe(second * 1000);
      }),
    );
  });
});
