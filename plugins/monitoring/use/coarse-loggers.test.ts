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

/** The same stove as a logger sees it that records every so many minutes. */
function seenEvery(minutes: number, { sensor, seconds, celsius }: GeneratedStove): SensorUse {
  const log = new SensorLog(sensor);
  for (const [i, at] of seconds.entries()) if (i % (minutes / 10) === 0) log.add(at, celsius[i] as number);
  return sensorUse(log, { household: sensor, stove: 'stove' }, DEFAULT_SETTINGS, zoneNamed('UTC'), {
    first,
    last: first + DAYS - 1,
  });
}

const usedDays = ({ observed, used }: SensorUse) =>
  used.declared.filter((flag, day) => flag === 1 && observed[day] === 1).length;

function seen(minutes: number) {
  const uses = stoves.map((stove) => seenEvery(minutes, stove));
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
