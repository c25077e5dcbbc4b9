import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NEVER, TWICE, zoneNamed } from './zone.js';

const at = (text: string) => Date.parse(text) / 1000;

describe('zones', () => {
  it('know when their clocks showed a time, twice or never', () => {
    const berlin = zoneNamed('Europe/Berlin');
    expect(berlin.instantOf(at('2024-03-31T01:59:00Z'))).toBe(at('2024-03-31T00:59:00Z'));
    expect(berlin.instantOf(at('2024-03-31T02:30:00Z'))).toBe(NEVER);
    expect(berlin.instantOf(at('2024-10-27T02:30:00Z'))).toBe(TWICE);
    expect(zoneNamed('Africa/Nairobi').instantOf(at('2024-10-27T02:30:00Z'))).toBe(
      at('2024-10-26T23:30:00Z'),
    );
    expect(zoneNamed('Asia/Kathmandu').instantOf(at('2024-01-01T05:45:00Z'))).toBe(
      at('2024-01-01T00:00:00Z'),
    );
    expect(zoneNamed('+03:00').instantOf(at('2024-01-01T03:00:00Z'))).toBe(at('2024-01-01T00:00:00Z'));
  });

  it('give every instant back whose clock time is shown once', () => {
    const zones = [
      'Europe/Berlin',
      'America/Sao_Paulo',
      'Australia/Lord_Howe',
      'Africa/Nairobi',
      '-04:30',
    ].map((name) => zoneNamed(name));
    fc.assert(
      fc.property(
        fc.integer({ min: at('2010-01-01'), max: at('2030-01-01') }),
        fc.nat(4),
        (instant, which) => {
          const zone = zones[which] ?? zoneNamed('UTC');
          const back = zone.instantOf(instant + zone.offsetAt(instant));
          return back === instant || back === TWICE;
        },
      ),
    );
  });

  it('begin a day where its calendar page does, also when clocks change at midnight', () => {
    const zone = zoneNamed('America/Sao_Paulo');
    const day = at('2018-11-04') / 86_400;
    expect(zone.midnight(day)).toBe(at('2018-11-04T03:00:00Z'));
    expect(zone.midnight(day + 1) - zone.midnight(day)).toBe(23 * 3600);
    expect(zone.dayOf(zone.midnight(day))).toBe(day);
    expect(zone.dayOf(zone.midnight(day) - 1)).toBe(day - 1);
  });

  it('refuse a name that is none', () => {
    for (const name of ['', 'Nairobi', 'EAT/x', '+3h', '+99:00', '+02:75'])
      expect(() => zoneNamed(name), name).toThrowError(expect.objectContaining({ code: 'invalid_request' }));
  });
});
