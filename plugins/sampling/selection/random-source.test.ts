import { describe, expect, it } from 'vitest';
import { drandRoundTime, QUICKNET } from './drand.js';
import { atClock, describeSource, randomSourceOf } from './random-source.js';

describe('the source that a commitment names', () => {
  it('is a round of drand by its number, or the first one from a time on', () => {
    expect(randomSourceOf({ round: 34_567_890 })).toEqual({
      kind: 'drand',
      chainHash: QUICKNET.chainHash,
      round: 34_567_890,
    });
    for (const authority of ['drand', 'Drand quicknet', 'the drand beacon']) {
      const source = randomSourceOf({ authority, publicFrom: '2026-12-05T20:00:01Z' });
      if (source.kind !== 'drand') throw new Error('It is no round.');
      const at = drandRoundTime(source.round) - Date.parse('2026-12-05T20:00:01Z');
      expect(at).toBeGreaterThanOrEqual(0);
      expect(at).toBeLessThan(3000);
    }
    const exact = drandRoundTime(12_345);
    expect(randomSourceOf({ authority: 'drand', publicFrom: new Date(exact).toISOString() })).toMatchObject({
      round: 12_345,
    });
  });

  it('is the value of an authority, which is no drand that gives its word', () => {
    const said = { authority: 'National Lottery', reference: 'draw 61', publicFrom: '2026-12-05' };
    expect(randomSourceOf(said)).toEqual({ kind: 'authority', ...said });
    expect(() => randomSourceOf({ authority: 'drand' })).toThrow('Which round of drand');
    expect(() => randomSourceOf({})).toThrow('one source');
    expect(() => randomSourceOf({ round: 5, authority: 'NEMA' })).toThrow('one source');
    expect(() => randomSourceOf({ round: 5, publicFrom: '2026-12-05' })).toThrow('one value');
  });

  it('is drand by its round alone, whoever it is called', () => {
    const when = { publicFrom: '2026-12-05T20:00:00Z' };
    const found = randomSourceOf({ authority: 'League of Entropy', ...when });
    if (found.kind !== 'drand') throw new Error('It is no round.');
    expect(() => randomSourceOf({ authority: 'drand', reference: 'round 14000000', ...when })).toThrow(
      `is ${found.round}, and the reference says 14000000`,
    );
    expect(randomSourceOf({ authority: 'drand', reference: `round ${found.round}`, ...when })).toEqual(found);
    for (const said of [
      { authority: 'League of Entropy (mainnet)', reference: 'round 14000000' },
      { authority: 'Cloudflare', reference: 'drand round 14000000' },
      { authority: 'LoE', reference: 'round 14000000' },
      { authority: 'leagueofentropy.com' },
      { authority: 'Our D-rand node' },
      { authority: 'The D\uff52and relay' },
      { authority: 'our dr\u0430nd' },
      { authority: 'Liga der Entropie' },
      { authority: 'The randomness network', reference: 'quicknet round 14000000' },
    ])
      expect(() => randomSourceOf({ ...said, ...when }), said.authority).toThrow('taken by its round alone');
    for (const authority of ['dr\u200band', 'Lotto\u00ad'])
      expect(() => randomSourceOf({ authority, ...when })).toThrow('nobody sees');
    for (const authority of ['David Rand', 'Edmund Randolph', 'Grand Lottery', 'Loterie Romande (LoRo)'])
      expect(randomSourceOf({ authority, ...when })).toMatchObject({ kind: 'authority', authority });
  });

  it('is told in words before anybody agrees to it, whatever was said', () => {
    expect(
      describeSource({ authority: 'Lotto', reference: 'draw 61', publicFrom: '2026-12-05T20:00:00Z' }),
    ).toBe('the value of Lotto at "draw 61", public from 2026-12-05T20:00:00Z');
    expect(describeSource({ authority: 'Lotto' })).toContain('stays unproven');
    expect(describeSource({ round: 1 })).toBe('round 1 of drand, public at 2023-08-23T15:09:27.000Z');
    expect(describeSource({ round: Number.MAX_SAFE_INTEGER })).toBe('round 9007199254740991 of drand');
    expect(describeSource({ authority: 'drand' })).toContain('not said');
    expect(describeSource({})).toBe('a random value');
  });

  it('takes a clock time beside its day, and no time without one', () => {
    expect(atClock('2026-12-05', '9:30')).toBe('2026-12-05T09:30:00Z');
    expect(atClock(undefined, '20:00')).toBe('20:00');
    expect(atClock('2026-12-05T20:00:00Z', '21:00')).toBe('2026-12-05T20:00:00Z 21:00');
  });
});
