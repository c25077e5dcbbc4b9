import { describe, expect, it } from 'vitest';
import { seenOf } from './verify-command.js';

const hash = 'ab'.repeat(32);
const NOW = Date.parse('2026-12-05T15:00:00Z');
const seen = (when: string) => seenOf(`${hash}@${when}`, NOW)[0]?.at;

describe('when somebody saw a hash published', () => {
  it('takes a day as its end by UTC, and today as now', () => {
    expect(seen('2026-12-04')).toBe('2026-12-04T23:59:59.999Z');
    expect(seen('2026-12-05')).toBe('2026-12-05T15:00:00.000Z');
  });

  it('takes a time with Z or an offset', () => {
    expect(seen('2026-12-05T14:00:00Z')).toBe('2026-12-05T14:00:00.000Z');
    expect(seen('2026-12-05T14:00+03:00')).toBe('2026-12-05T11:00:00.000Z');
  });

  it.each(['2026-12', '2026', '05/12/2026', '12/05/2026', '2026-12-05T14:00:00', '2026-02-31', 'yesterday'])(
    'refuses %s, which means another time on another machine or none',
    (when) => {
      expect(() => seen(when)).toThrow('is no hash with a time');
    },
  );

  it.each(['2026-12-06', '2026-12-05T15:00:01Z'])('refuses %s, which is still to come', (when) => {
    expect(() => seen(when)).toThrow('still to come');
  });
});
