import { describe, expect, it } from 'vitest';
import { random } from '../testing/generate-loggers.js';
import { changedDevices, leftOnDevices, type UnitOfDevices } from './changed-devices.js';

interface Season {
  readonly homes: number;
  readonly changed: number;
  readonly days: number;
  /** First day of the new devices, by home. */
  readonly cut: (at: number) => number;
  /** Rate from then on at homes that were changed. */
  readonly after: (rate: number) => number;
  /** What is added to all rates from the middle on. */
  readonly season?: number;
  /** Whether the homes that use it least come first. */
  readonly lowestFirst?: boolean;
}

/** Homes that use a stove with rates of .2 to .8, of which some had their devices changed. */
function homesOf(
  seed: number,
  { homes, changed, days, cut, after, season = 0, lowestFirst = false }: Season,
): UnitOfDevices[] {
  const next = random(seed);
  return Array.from({ length: homes }, (_, at) => {
    const rate = lowestFirst ? 0.2 + (0.6 * at) / homes : 0.2 + 0.6 * next();
    const isChanged = at < changed;
    const from = cut(at);
    const use = Uint8Array.from({ length: days }, (__, day) => {
      const own = isChanged && day >= from ? after(rate) : rate;
      return next() < own + (day >= days / 2 ? season : 0) ? 2 : 1;
    });
    const whole = { sensor: `A${at}`, placed: { first: 0, last: days - 1 } };
    return {
      household: `H${at}`,
      days: use,
      devices: isChanged
        ? [
            { sensor: `A${at}`, placed: { first: 0, last: from - 1 } },
            { sensor: `B${at}`, placed: { first: from, last: days - 1 } },
          ]
        : [whole],
    };
  });
}

const MARKED = 4;
const apartOf = (units: readonly UnitOfDevices[]) => Number(changedDevices(units)?.apart);

describe('devices that are changed within the days', () => {
  it('are far apart from those before where they are at other fires, after few days or many', () => {
    for (let seed = 1; seed <= 200; seed++)
      for (const cut of [2, 6])
        expect(
          apartOf(
            homesOf(seed, {
              homes: 87,
              changed: 30,
              days: 10,
              cut: () => cut,
              after: () => 0.95,
              lowestFirst: true,
            }),
          ),
        ).toBeGreaterThan(MARKED);
  });

  it('are not of homes that go on as they did, few or all of them, whatever the season', () => {
    for (let seed = 1; seed <= 100; seed++)
      for (const changed of [1, 3, 10, 30, 87])
        expect(
          apartOf(
            homesOf(seed, {
              homes: 87,
              changed,
              days: 10,
              cut: (at) => (changed === 87 ? 5 : 3 + (at % 5)),
              after: (rate) => rate,
              season: changed === 87 ? 0 : 0.15,
            }),
          ),
        ).toBeLessThan(MARKED);
  });

  it('are none where each home keeps its own', () => {
    expect(
      changedDevices(homesOf(1, { homes: 20, changed: 0, days: 10, cut: () => 5, after: (rate) => rate })),
    ).toBeNull();
  });
});

describe('devices that went on after their last day', () => {
  const went = (seed: number, rateOf: (own: number) => number, homes = 30) => {
    const next = random(seed);
    const units: UnitOfDevices[] = [];
    const recordings = Array.from({ length: homes }, (_, at) => {
      const [there, household] = [0.1 + 0.5 * next(), `H${at}`];
      const flags = (rate: number) => Uint8Array.from({ length: 10 }, () => Number(next() < rate));
      units.push({ household, devices: [], days: flags(rateOf(there)).map((flag) => flag + 1) });
      const declared = flags(there);
      return {
        sensor: `A${at}`,
        household,
        observed: new Uint8Array(10).fill(1),
        placed: { first: 0, last: 9 },
        used: { declared, cooler: declared, hotter: declared, shorter: declared, longer: declared } as never,
      };
    });
    return { recordings, units };
  };

  it('are far below what counts there where that is of other fires', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const { recordings, units } = went(seed, () => 0.95);
      expect(Number(leftOnDevices(recordings, units)?.apart)).toBeGreaterThan(MARKED);
    }
  });

  it('are not where both are of one home, and are none in a bag', () => {
    for (let seed = 1; seed <= 100; seed++)
      for (const homes of [2, 6, 30]) {
        const { recordings, units } = went(seed, (own) => own, homes);
        expect(Number(leftOnDevices(recordings, units)?.apart ?? 0)).toBeLessThan(MARKED);
      }
    const { recordings, units } = went(1, () => 0.5);
    const cold = recordings.map((each, at) =>
      at < 3 ? each : { ...each, used: { declared: new Uint8Array(10) } as never },
    );
    expect(leftOnDevices(cold, units)).toBeNull();
  });
});
