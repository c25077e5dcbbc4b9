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
  return { sensor: `L${at}`, household: `H${at}`, intervalSeconds: STEP, events };
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
      return { sensor: `S${at}`, household: `S${at}`, intervalSeconds: STEP, events };
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
