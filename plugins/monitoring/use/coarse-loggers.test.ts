import { describe, expect, it } from 'vitest';
import { zoneNamed } from '../clock/zone.js';
import { DEFAULT_SETTINGS } from '../detection/detector-settings.js';
import { SensorLog } from '../logger-files/sensor-log.js';
import { type GeneratedStove, generateStoves } from '../testing/generate-loggers.js';
import { type SensorUse, sensorUse } from './sensor-use.js';

const BEGIN = Date.UTC(2024, 2, 1) / 1000;
const DAYS = 30;
const stoves = [
  ...generateStoves({ sensors: 12, days: DAYS, begin: BEGIN, intervalMinutes: 10, seed: 5, use: 0.6 }),
];
const first = Math.floor(BEGIN / 86_400);

/** The same stove as a logger sees it that records every so many minutes, its clock off by up to some seconds each time. */
function seenEvery(minutes: number, { sensor, seconds, celsius }: GeneratedStove, wander = 0): SensorUse {
  const log = new SensorLog(sensor);
  for (const [i, at] of seconds.entries()) {
    // As irregular as a wandering clock (Knuth's multiplicative hash).
    const off = ((Math.imul(i, 2_654_435_761) >>> 8) % (2 * wander + 1)) - wander;
    // By the full interval, as most loggers begin.
    const full = wander === 0 ? at : Math.round(at / 600) * 600;
    if (i % (minutes / 10) === 0) log.add(full + off, celsius[i] as number);
  }
  return sensorUse(log, { household: sensor, stove: 'stove' }, DEFAULT_SETTINGS, zoneNamed('UTC'), {
    first,
    last: first + DAYS - 1,
  });
}

const usedDays = ({ observed, used }: SensorUse) =>
  used.declared.filter((flag, day) => flag === 1 && observed[day] === 1).length;

function seen(minutes: number, wander = 0) {
  const uses = stoves.map((stove) => seenEvery(minutes, stove, wander));
  const sum = (of: (one: SensorUse) => number) => uses.reduce((total, one) => total + of(one), 0);
  return {
    observed: sum(({ observed }) => observed.filter((flag) => flag === 1).length),
    used: sum(usedDays),
    tooSlow: sum(({ notEvents }) => notEvents.tooSlow),
    unclear: sum(({ notEvents }) => notEvents.unclear),
  };
}

describe('a logger that records seldom', () => {
  const truth = stoves.reduce(
    (sum, { events }) => sum + new Set(events.map(({ start }) => Math.floor(start / 86_400))).size,
    0,
  );

  it('shows the use that there was as long as a fire cannot hide between two readings', () => {
    for (const minutes of [10, 20, 30])
      expect(seen(minutes), `${minutes} min`).toEqual({
        observed: DAYS * stoves.length,
        used: truth,
        tooSlow: 0,
        unclear: 0,
      });
  });

  it.each([
    [10, 1],
    [20, 1],
    [30, 1],
    [10, 20],
    [30, 20],
  ])('loses no day by a clock that wanders: every %i min, %i s off', (minutes, wander) => {
    const { observed, used } = seen(minutes, wander);
    // The first of all may fall into the day before.
    expect(observed).toBeGreaterThanOrEqual(DAYS * stoves.length - stoves.length);
    expect(used / observed).toBeCloseTo(truth / (DAYS * stoves.length), 2);
  });

  it('is no other for a clock that is slow by a second an hour', () => {
    const slow = stoves.map(({ seconds, ...stove }) => ({
      ...stove,
      seconds: seconds.map((at) => at + Math.round((at - BEGIN) / 3600)),
    }));
    const days = slow.map(
      (stove) => seenEvery(60, stove as GeneratedStove).observed.filter((flag) => flag === 1).length,
    );
    expect(Math.min(...days)).toBeGreaterThanOrEqual(DAYS - 3);
  });

  it('shows it by the hour too, and leaves days open whose only hot time may have risen fast or not', () => {
    const { observed, used, tooSlow, unclear } = seen(60);
    expect(used / observed).toBeCloseTo(truth / (DAYS * stoves.length), 2);
    expect(unclear).toBeGreaterThan(0);
    expect(tooSlow).toBe(0);
  });

  it('says nothing of a day that is read every two hours, in the place of no use', () => {
    expect(seen(120)).toMatchObject({ observed: 0, used: 0 });
  });
});
