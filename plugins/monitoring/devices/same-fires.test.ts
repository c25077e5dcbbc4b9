import { describe, expect, it } from 'vitest';
import type { CookingEvent } from '../detection/detect-events.js';
import { type DeviceWithFires, sameFires } from './same-fires.js';

/** Numbers from 0 to 1, the same for the same seed, of Lehmer's generator. */
function generator(seed: number) {
  let state = (seed * 7_919 + 1) % 2_147_483_647;
  for (let i = 0; i < 5; i++) state = (state * 48_271) % 2_147_483_647;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

const DAY = 86_400;
const STEP = 1_200;

/** A home that cooks on some of ten days, at meals that begin within so many hours. */
function home(
  at: number,
  meals: readonly number[],
  within: number,
  hot: readonly [number, number],
): DeviceWithFires {
  const next = generator(at + 1);
  const events = Array.from({ length: 10 }, (_, day) => day).flatMap((day) =>
    meals.flatMap((meal): CookingEvent[] => {
      if (next() < 0.3) return [];
      const start = day * DAY + Math.floor(((meal + next() * within) * 3600) / STEP) * STEP;
      const peak = hot[0] + next() * (hot[1] - hot[0]);
      return [{ start, end: start + STEP * (2 + Math.floor(next() * 4)), peak, overAmbient: peak - 25 }];
    }),
  );
  return { sensor: `L${at}`, household: `H${at}`, intervalSeconds: STEP, events, shapes: [] };
}
const changed = (of: DeviceWithFires, name: string, peakOf: (peak: number) => number): DeviceWithFires => ({
  ...of,
  sensor: name,
  household: name,
  events: of.events.map((event) => ({ ...event, peak: peakOf(event.peak) })),
});
const none = new Set<string>();

describe('fires that devices of two homes saw', () => {
  it.each<[string, (peak: number) => number]>([
    ['with a digit more or less', (peak) => peak + (Math.round(peak * 10) % 3) / 10],
    ['with noise', (peak) => peak + (((peak * 1000) % 2) - 1)],
    ['by a factor', (peak) => peak * 1.02],
    ['by a factor around the room', (peak) => 25 + (peak - 25) * 1.3],
  ])('are those of a copy %s', (_how, peakOf) => {
    const homes = Array.from({ length: 30 }, (_, at) => home(at, [6, 18], 3, [70, 110]));
    const copies = homes.slice(0, 5).map((each, at) => changed(each, `C${at}`, peakOf));
    expect(sameFires([...homes, ...copies], none)).toMatchObject({
      units: 10,
      times: 10,
      examples: ['C0 and L0', 'C1 and L1', 'C2 and L2'],
    });
  });

  it('are none of homes that cook at the same meals, or at the stroke of a bell', () => {
    const homes = Array.from({ length: 150 }, (_, at) => home(at, [6.5, 12, 18.5], 1.5, [60, 180]));
    expect(sameFires(homes, none)).toBeUndefined();
    const schools = Array.from({ length: 40 }, (_, at) => {
      const next = generator(at + 900);
      const events = Array.from({ length: 10 }, (_, day): CookingEvent => {
        const peak = 80 + next() * 40;
        return { start: day * DAY + 10 * 3600, end: day * DAY + 12 * 3600, peak, overAmbient: peak - 25 };
      });
      return { sensor: `S${at}`, household: `S${at}`, intervalSeconds: STEP, events, shapes: [] };
    });
    expect(sameFires(schools, none)).toBeUndefined();
    // Hourly readings; too few fires; two devices of one home; those that are told as copies already.
    const [one = home(0, [6], 1, [70, 90])] = homes;
    const other = changed(one, 'X', (peak) => peak);
    const hourly = [one, other].map((each) => ({ ...each, intervalSeconds: 3_600 }));
    expect(sameFires(hourly, none)).toBeUndefined();
    expect(
      sameFires(
        [one, other].map((each) => ({ ...each, events: each.events.slice(0, 4) })),
        none,
      ),
    ).toBeUndefined();
    expect(sameFires([one, { ...other, household: one.household }], none)).toBeUndefined();
    expect(sameFires([one, other], new Set([one.household, other.household]))).toBeUndefined();
  });
});

/** A home that cooks on so much of ten days, once, at a stroke from 6 to 18; each reading of a fire is as the fire flickers. */
function flickering(at: number, rate: number): DeviceWithFires {
  const next = generator(at + 1);
  const fires = Array.from({ length: 10 }, (_, day) => day).flatMap((day) => {
    const [isOn, hour] = [next() < rate, 6 + Math.floor(next() * 13)];
    if (!isOn) return [];
    const shape = Float32Array.from({ length: 4 }, () => 75 + 35 * next());
    const start = day * DAY + hour * 3600;
    const peak = Math.max(...shape);
    return [{ shape, event: { start, end: start + 4 * STEP, peak, overAmbient: peak - 25 } }];
  });
  return {
    sensor: `F${at}`,
    household: `F${at}`,
    intervalSeconds: STEP,
    events: fires.map(({ event }) => event),
    shapes: fires.map(({ shape }) => shape),
  };
}

type Change = (of: DeviceWithFires, next: () => number) => Partial<DeviceWithFires>;
const noisy = ({ shapes }: DeviceWithFires, next: () => number) =>
  shapes.map((shape) => shape.map((celsius) => celsius + 2 * next() - 1));
const moved = ({ events }: DeviceWithFires, by: (day: number) => number) =>
  events
    .map((each) => {
      const seconds = by(Math.floor(each.start / DAY));
      return { ...each, start: each.start + seconds, end: each.end + seconds };
    })
    .sort((a, b) => a.start - b.start);

describe('fires of another home that were changed', () => {
  const homes = Array.from({ length: 80 }, (_, at) => flickering(at, 0.3 + (0.6 * at) / 80));
  const HIGH = 60;
  const withCopies = (change: Change) =>
    homes.map((each, at) => {
      if (at >= 20) return each;
      const of = homes[at + HIGH] as DeviceWithFires;
      return { ...of, ...change(of, generator(at + 5_000)), sensor: each.sensor, household: each.household };
    });

  it.each<[string, 'times' | 'shapes', Change]>([
    [
      'of which every second reading is left',
      'times',
      (of) => ({ intervalSeconds: 2 * STEP, shapes: of.shapes.map((each) => each.slice(0, 2)) }),
    ],
    [
      'into other temperatures',
      'times',
      (of, next) => ({ shapes: of.shapes.map((each) => each.map(() => 75 + 35 * next())) }),
    ],
    ['by the noise of a degree', 'shapes', (of, next) => ({ shapes: noisy(of, next) })],
    [
      'by 40 minutes, with noise',
      'shapes',
      (of, next) => ({ events: moved(of, () => 2_400), shapes: noisy(of, next) }),
    ],
    [
      'by days that were turned round, with noise',
      'shapes',
      (of, next) => ({ events: moved(of, (day) => (9 - 2 * day) * DAY), shapes: noisy(of, next).reverse() }),
    ],
  ])('%s are told', (_how, by, change) => {
    const found = sameFires(withCopies(change), none);
    expect(found?.[by]).toBeGreaterThanOrEqual(34);
    expect(found?.units).toBeLessThanOrEqual(40);
  });

  it('are none of homes of their own, many times over', () => {
    for (let seed = 1; seed <= 40; seed++)
      expect(
        sameFires(
          Array.from({ length: 80 }, (_, at) => flickering(seed * 1_000 + at, 0.3 + (0.6 * at) / 80)),
          none,
        ),
      ).toBeUndefined();
  });

  it('are none of homes that cook by the clock and burn alike, each on its days', () => {
    for (let seed = 1; seed <= 4; seed++) {
      const next = generator(seed + 77);
      const regular = Array.from({ length: 60 }, (_, at): DeviceWithFires => {
        const usual = Math.floor(next() * 4) * STEP + 18 * 3600;
        const fires = Array.from({ length: 28 }, (__, day) => day).flatMap((day) => {
          // Weekends are later everywhere.
          const start = day * DAY + usual + (day % 7 > 4 ? 7200 : 0);
          const shape = Float32Array.from([60, 74, 78, 60], (celsius) => celsius + next());
          return next() < 0.05
            ? []
            : [{ shape, event: { start, end: start + 4 * STEP, peak: Math.max(...shape), overAmbient: 50 } }];
        });
        return {
          sensor: `R${at}`,
          household: `R${at}`,
          intervalSeconds: STEP,
          events: fires.map(({ event }) => event),
          shapes: fires.map(({ shape }) => shape),
        };
      });
      expect(sameFires(regular, none)).toBeUndefined();
    }
  });
});
