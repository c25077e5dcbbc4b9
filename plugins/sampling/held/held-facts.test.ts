import { type Cell, writeWorkbook } from 'oracle-runtime/kit';
import { describe, expect, it } from 'vitest';
import { readReadings } from '../periods/read-readings.js';
import { setInFile } from '../services/held-of-homes.js';
import { type HeldSet, heldFacts } from './held-facts.js';

const homes = Array.from({ length: 20 }, (_, i) => `H${i}`);
const units = new Set(homes);
const NOVEMBER = { from: '2024-11-01', to: '2024-11-30' };
const readings = (value: (i: number) => number, of = homes) =>
  of.map((unitId, i) => ({ unitId, date: '2024-11-10', value: value(i) }));
const set = (
  values: readonly { unitId: string; date: string; value: number }[],
  more: Partial<HeldSet> = {},
): HeldSet => ({
  what: 'a set',
  ...NOVEMBER,
  values: new Map(values.map(({ unitId, date, value }) => [unitId, [{ day: date, value }]])),
  sameList: false,
  sameMeasure: false,
  daily: true,
  ...more,
});

it('holds a sheet that was not read against the one that was', async () => {
  const rows = (more: number) =>
    homes.map((id, i): Cell[] => [id, '2024-11-10', 5 + i / 10 + (i < 4 ? more : 0)]);
  const heading: Cell[] = ['household_id', 'date', 'hours'];
  const book = await writeWorkbook(
    [
      { name: 'Readings', rows: [heading, ...rows(0)] },
      { name: 'Readings corrected', rows: [heading, ...rows(3)] },
    ],
    0,
  );
  const read = await readReadings(book, { sheet: 'Readings corrected' });
  expect(read.alike).toEqual(['Readings']);
  const other = await readReadings(book, { sheet: 'Readings' });
  const facts = heldFacts(
    setInFile(
      { what: 'the sheet "Readings" of the same workbook', readings: other.readings, sameMeasure: true },
      NOVEMBER,
    ),
    { readings: read.readings, units, ...NOVEMBER },
  );
  expect(facts).toMatchObject([
    {
      what: 'the sheet "Readings" of the same workbook',
      differ: { units: 4, there: '5.95', here: '6.55' },
      missing: null,
    },
  ]);
});

it('tells units that have values there alone, and whether chance may make the difference', () => {
  const there = readings((i) => (i < 5 ? 1 : 5 + i / 10));
  const some = readings((i) => 5 + i / 10, homes.slice(5));
  const [low] = heldFacts([set(there)], { readings: some, units, ...NOVEMBER });
  expect(low?.missing).toMatchObject({ units: 5, mean: '1', byChance: false });
  const alike = readings((i) => 5 + (i % 7) / 10);
  const [same] = heldFacts([set(alike)], { readings: some, units, ...NOVEMBER });
  expect(same?.missing).toMatchObject({ units: 5, byChance: true });
});

it('takes another measure for none of these values, and other homes for none of these', () => {
  const kilograms = readings((i) => 12 + i);
  const [fact] = heldFacts([set(kilograms)], { readings: readings((i) => i / 20), units, ...NOVEMBER });
  expect(fact?.differ).toBeNull();
  const few = set(readings(() => 1, homes.slice(0, 6)));
  expect(heldFacts([few], { readings: readings(() => 2), units, ...NOVEMBER })).toEqual([]);
});

describe('values of which hardly one is the same', () => {
  const honest = readings((i) => 4 + (i % 7) / 2);
  const doctored = (change: (value: number, i: number) => number, date = '2024-11-10') =>
    honest.map((each, i) => ({ ...each, date, value: change(each.value, i) }));
  const differ = (
    taken: readonly { unitId: string; date: string; value: number }[],
    more: Partial<HeldSet> = {},
  ) => heldFacts([set(honest, more)], { readings: taken, units, ...NOVEMBER })[0]?.differ;

  it('are told where all are higher by one amount, on the same day or another one of the days', () => {
    expect(differ(doctored((value) => value + 0.6))).toMatchObject({ units: 20, by: { difference: '0.6' } });
    expect(differ(doctored((value) => value * 1.1))).toMatchObject({ units: 20, by: { factor: '1.1' } });
    expect(differ(doctored((value) => value + 0.6, '2024-11-11'))).toMatchObject({
      by: { difference: '0.6' },
    });
    const some = doctored((value, i) => (i < 8 ? 9 : value), '2024-11-11');
    expect(differ(some)).toMatchObject({ units: 8, here: '6.9' });
  });

  it('are told where their means lie further apart than chance makes', () => {
    const raised = doctored((value, i) => Math.round((value * 1.1 + (i % 3) / 10) * 10) / 10);
    expect(differ(raised)).toMatchObject({ units: 20, by: { chance: expect.any(String) } });
    const anyhow = doctored((_, i) => 6 + ((i * 13) % 4));
    expect(differ(anyhow)).toBeNull();
    expect(differ(anyhow, { sameMeasure: true })).toMatchObject({ by: { chance: expect.any(String) } });
    // Some homes alone may be those of another project with the same ids.
    const more = new Set([...units, ...homes.map((id) => `${id} of another`)].concat(['H20']));
    const some = heldFacts([set(honest, { sameMeasure: true, sameList: true })], {
      readings: anyhow,
      units: more,
      ...NOVEMBER,
    });
    expect(some).toMatchObject([{ differ: null }]);
  });

  it('are told of designs that expect otherwise, unless columns or whole numbers tell two measures apart', () => {
    const anyhow = doctored((_, i) => 6.5 + ((i * 13) % 4) / 2);
    expect(differ(anyhow, { likeMeasure: true })).toMatchObject({
      by: { chance: expect.any(String), perhaps: true },
    });
    // Hours against days of seven, also where both designs expect the same.
    const hours = set(
      readings((i) => 4.3 + (i % 7) / 2),
      { likeMeasure: true },
    );
    const days = readings((i) => 6 + (i % 2));
    for (const each of [hours, { ...hours, likeMeasure: false, sameMeasure: true }])
      expect(heldFacts([each], { readings: days, units, ...NOVEMBER })).toMatchObject([{ differ: null }]);
    const more = readings((i) => 8 + (i % 2));
    expect(heldFacts([hours], { readings: more, units, ...NOVEMBER })[0]?.differ).not.toBeNull();
  });

  it('are told of one measure however far apart they are', () => {
    expect(
      differ(
        doctored((value) => value * 2.05),
        { sameMeasure: true },
      ),
    ).toMatchObject({
      by: { factor: '2.05' },
    });
  });

  it('are told before those that say nothing, however many there are', () => {
    const many = Array.from({ length: 30 }, (_, at) =>
      set(
        honest.map((each) => ({ ...each, value: each.value + 0.6 })),
        { what: `other ${at}`, to: `2024-12-${String(at + 1).padStart(2, '0')}` },
      ),
    );
    const facts = heldFacts([...many, set(honest)], {
      readings: doctored((value) => value + 0.6),
      units,
      ...NOVEMBER,
    });
    expect(facts[0]).toMatchObject({ what: 'a set', differ: { by: { difference: '0.6' } } });
  });

  it('are not told of another measure, nor of another unit of it', () => {
    expect(differ(doctored((value) => value * 60))).toBeNull();
    expect(differ(doctored((value, i) => value * 3 + i / 10))).toBeNull();
  });

  it('are not told of what two honest teams measured, in one of 1,000 at most', () => {
    let state = 7;
    const next = () => {
      state = (state * 48_271) % 2_147_483_647;
      return state / 2_147_483_647;
    };
    const error = () => next() + next() + next() - 1.5;
    let found = 0;
    for (let at = 0; at < 1_000; at++) {
      const truth = homes.map(() => 4 + 4 * next());
      const [one, two] = [0, 1].map(() => readings((i) => (truth[i] ?? 0) + error()));
      const [fact] = heldFacts([set(one ?? [], { sameMeasure: true })], {
        readings: two ?? [],
        units,
        ...NOVEMBER,
      });
      if (fact?.differ) found++;
    }
    expect(found).toBeLessThanOrEqual(1);
  });
});

it('holds days of a week and hours of the same homes for two measures, whatever days they are of', () => {
  const hours = readings((i) => 5.1 + i / 10);
  const days = readings((i) => i % 8);
  const of = (there: typeof hours, here: typeof hours) =>
    heldFacts([set(there, { from: '2024-10-01', to: '2024-10-31', sameMeasure: true })], {
      readings: here,
      units,
      ...NOVEMBER,
    })[0]?.ofTheseHomes;
  expect(of(hours, days)).toBe(false);
  expect(of(days, hours)).toBe(false);
  expect(of(hours, hours)).toBe(true);
  expect(of(days, days)).toBe(true);
});
