import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { zoneNamed } from '../clock/zone.js';
import { generateStoves } from '../testing/generate-loggers.js';
import { ambientByDay, selected } from './ambient.js';
import { dayGrid } from './day-grid.js';
import { type CookingEvent, detectEvents } from './detect-events.js';
import { DEFAULT_SETTINGS, type DetectorSettings, kindOf } from './detector-settings.js';

const BEGIN = Date.UTC(2024, 2, 1) / 1000;
const UTC = zoneNamed('UTC');

/** A day of readings each minute: 20 °C, and what `hot` says (minutes from and to, °C). */
function day(hot: readonly (readonly [number, number, number])[], settings: Partial<DetectorSettings> = {}) {
  const readings = {
    seconds: Uint32Array.from({ length: 1440 }, (_, i) => BEGIN + i * 60),
    celsius: Float32Array.from(
      { length: 1440 },
      (_, i) => hot.find(([from, to]) => i >= from && i < to)?.[2] ?? 20,
    ),
  };
  const all = { ...DEFAULT_SETTINGS.wood, ...settings };
  const grid = dayGrid(readings, UTC);
  return detectEvents(readings, grid, ambientByDay(readings, grid, all.ambient), all);
}

const minutes = ({ events }: { readonly events: readonly CookingEvent[] }) =>
  events.map(({ start, end }) => [(start - BEGIN) / 60, (end - BEGIN) / 60]);

describe('detection', () => {
  it('takes for an event what is hot for long enough', () => {
    expect(minutes(day([[100, 160, 60]]))).toEqual([[100, 160]]);
    expect(day([[100, 105, 60]])).toMatchObject({ events: [], tooShort: 1 });
    expect(minutes(day([[100, 160, 34.9]]))).toEqual([]);
    expect(minutes(day([[100, 160, 35]]))).toEqual([[100, 160]]);
  });

  it('makes one of hot times that lie close together', () => {
    const two = [
      [100, 160, 60],
      [190, 220, 60],
    ] as const;
    expect(minutes(day(two))).toEqual([[100, 220]]);
    expect(minutes(day(two, { mergeMinutes: 29 }))).toEqual([
      [100, 160],
      [190, 220],
    ]);
  });

  it('calls no cooking what rises slowly or never ends', () => {
    const sun = {
      seconds: Uint32Array.from({ length: 1440 }, (_, i) => BEGIN + i * 60),
      celsius: Float32Array.from(
        { length: 1440 },
        (_, i) => 20 + 30 * Math.max(0, Math.sin((i / 1440) * 2 * Math.PI)),
      ),
    };
    const grid = dayGrid(sun, UTC);
    const ambient = ambientByDay(sun, grid, DEFAULT_SETTINGS.wood.ambient);
    expect(detectEvents(sun, grid, ambient, DEFAULT_SETTINGS.wood)).toMatchObject({ events: [], tooSlow: 1 });
    expect(day([[100, 900, 60]])).toMatchObject({ events: [], tooLong: [{ peak: 60, overAmbient: 40 }] });
  });

  it('judges a rise by what the readings show, and leaves open what they do not', () => {
    const by = (everyMinutes: number, celsius: readonly number[]) => {
      const readings = {
        seconds: Uint32Array.from(celsius, (_, i) => BEGIN + i * everyMinutes * 60),
        celsius: Float32Array.from(celsius),
      };
      const grid = dayGrid(readings, UTC);
      const settings = { ...DEFAULT_SETTINGS.wood, ambient: { celsius: 20 } };
      const { events, tooSlow, unclear } = detectEvents(
        readings,
        grid,
        ambientByDay(readings, grid, settings.ambient),
        settings,
      );
      return [events.length, tooSlow, unclear.length];
    };
    expect(by(60, [20, 20, 90, 20]), '70 °C in an hour').toEqual([1, 0, 0]);
    expect(by(60, [20, 20, 38, 20]), '18 °C in an hour, perhaps in its last minutes').toEqual([0, 0, 1]);
    expect(by(60, [20, 24, 28, 32, 36, 40, 36, 30]), 'the sun').toEqual([0, 1, 0]);
    expect(by(10, [20, 20, 90, 20]), 'every ten minutes').toEqual([1, 0, 0]);
    expect(by(10, [20, 23, 26, 29, 32, 35, 38, 30]), 'slowly, and seen').toEqual([0, 1, 0]);
    expect(by(10, [60, 55, 50, 20]), 'hot when it began').toEqual([0, 0, 1]);
  });

  it('finds the events of generated stoves at every interval of common loggers', () => {
    for (const intervalMinutes of [1, 5, 10]) {
      let [right, wrong, missed] = [0, 0, 0];
      for (const { events: truth, seconds, celsius } of generateStoves({
        sensors: 4,
        days: 30,
        begin: BEGIN,
        intervalMinutes,
        seed: 11,
      })) {
        const readings = { seconds: Uint32Array.from(seconds), celsius: Float32Array.from(celsius) };
        const grid = dayGrid(readings, UTC);
        const { events } = detectEvents(
          readings,
          grid,
          ambientByDay(readings, grid, DEFAULT_SETTINGS.wood.ambient),
          DEFAULT_SETTINGS.wood,
        );
        const meets = (a: { start: number; end: number }, b: { start: number; end: number }) =>
          a.start < b.end && b.start < a.end;
        right += events.filter((event) => truth.some((each) => meets(each, event))).length;
        wrong += events.filter((event) => !truth.some((each) => meets(each, event))).length;
        missed += truth.filter((each) => !events.some((event) => meets(each, event))).length;
      }
      expect(right, `${intervalMinutes} min`).toBeGreaterThan(150);
      expect(right / (right + wrong), `precision at ${intervalMinutes} min`).toBeGreaterThan(0.98);
      expect(right / (right + missed), `recall at ${intervalMinutes} min`).toBeGreaterThan(0.98);
    }
  });

  it('finds no more use with a higher threshold, and no event inside another', () => {
    const spans = fc.array(
      fc.tuple(fc.nat(1400), fc.integer({ min: 1, max: 200 }), fc.integer({ min: 20, max: 120 })),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(spans, fc.integer({ min: 1, max: 60 }), (drawn, threshold) => {
        const hot = drawn.map(([from, length, celsius]) => [from, from + length, celsius] as const);
        // One rule, so that whether an event is too long or too short does not come between.
        const open = { minimumMinutes: 0, maximumMinutes: 10_000, slope: 0, ambient: { celsius: 20 } };
        const low = minutes(day(hot, { ...open, threshold }));
        const high = minutes(day(hot, { ...open, threshold: threshold + 5 }));
        const within = ([from = 0, to = 0]: readonly number[]) =>
          low.some(([a = 0, b = 0]) => a <= from && to <= b);
        return high.every(within) && low.every(([from = 0], i) => i === 0 || from >= (low[i - 1]?.[1] ?? 0));
      }),
    );
  });
});

it('selects as sorting does', () => {
  fc.assert(
    fc.property(
      fc.array(fc.float({ noNaN: true, min: -50, max: 500 }), { minLength: 1 }),
      fc.nat(),
      (values, which) => {
        const k = which % values.length;
        return selected(Float32Array.from(values), k) === Float32Array.from(values).sort()[k];
      },
    ),
  );
});

it('knows the kind of a stove by what people call it', () => {
  expect(
    ['Three stone fire', 'LPG', 'KCJ', 'Jiko la makaa', 'estufa de leña', 'induction', 'solar'].map(kindOf),
  ).toEqual(['wood', 'gas', 'charcoal', 'charcoal', 'wood', 'electric', 'other']);
});
