import { describe, expect, it } from 'vitest';
import { heldFacts } from '../held/held-facts.js';
import { setInFile } from '../services/held-of-homes.js';
import { readReadings } from './read-readings.js';

const homes = Array.from({ length: 30 }, (_, at) => `H${at}`);
const hours = homes.map((_, at) => 2 + ((at * 17) % 30) / 5);
const NOVEMBER = { from: '2024-11-01', to: '2024-11-30' };

/** What the columns of a file say beside `hours`. @param more the head and the cell of each home of one more column */
async function beside(head: string, more: (hour: number, at: number) => string | number, day = '2024-11-10') {
  const rows = homes.map((id, at) => `${id},${day},${hours[at]},${more(hours[at] ?? 0, at)}`);
  return readReadings(`household_id,date,hours,${head}\n${rows.join('\n')}\n`);
}

async function factsOf(...file: Parameters<typeof beside>) {
  const { readings, beside: others } = await beside(...file);
  const sets = [...others].flatMap(([what, each]) =>
    setInFile({ what, readings: each.readings, sameMeasure: false, head: each }, NOVEMBER),
  );
  return heldFacts(sets, { readings, units: new Set(homes), ...NOVEMBER });
}

describe('another column of numbers of the same homes', () => {
  it('is told with both means where the values are a multiple of it', async () => {
    const [fact] = await factsOf('measured', (hour) => (hour / 1.15).toFixed(4));
    expect(fact).toMatchObject({ what: 'the column "measured"', units: 30, mean: '4.261' });
    expect(fact?.differ).toMatchObject({ there: '4.261', here: '4.9' });
  });

  it('where some are raised, or more than it by one amount', async () => {
    expect(await factsOf('raw', (hour) => (hour > 6 ? hour - 3 : hour))).toMatchObject([
      { differ: { units: 9 } },
    ]);
    expect(await factsOf('raw', (hour) => hour - 0.4)).toMatchObject([
      { differ: { by: { difference: '0.4' } } },
    ]);
  });

  it('and where it has values of homes that have none', async () => {
    const rows = homes.map(
      (id, at) => `${id},2024-11-10,${at < 6 ? '' : at},${at},${at < 6 ? 'refused' : ''}`,
    );
    const read = await readReadings(`household_id,date,hours,visit,status\n${rows.join('\n')}\n`);
    const [set] = setInFile(
      {
        what: 'visit',
        readings: read.beside.get('the column "visit"')?.readings ?? [],
        sameMeasure: false,
      },
      NOVEMBER,
    );
    const facts = heldFacts(set === undefined ? [] : [set], {
      readings: read.readings,
      units: new Set(homes),
      ...NOVEMBER,
    });
    expect(facts).toMatchObject([{ missing: { units: 6, mean: '2.5', byChance: false } }]);
  });

  it('in another unit is told, and does not stand out', async () => {
    expect(await factsOf('logged_minutes', (hour) => hour * 60)).toMatchObject([
      { what: 'the column "logged_minutes"', mean: '294', differ: null, missing: null },
    ]);
  });

  it.each([
    ['hours_measured', (hour: number) => Math.round((hour / 1.15) * 60)],
    ['logged_minutes', (hour: number) => Math.round((hour / 1.15) * 60)],
    ['logged', (hour: number) => `${Math.round((hour / 1.15) * 60)} min`],
  ])('in another unit by more than this unit (%s) is told as one factor', async (head, more) => {
    const [fact] = await factsOf(head, more);
    expect(fact?.what).toBe(`the column "${head}" (60 of it taken for one)`);
    expect(fact?.differ).toMatchObject({ by: { factor: '1.15' }, there: '4.261', here: '4.9' });
  });

  it.each([
    [
      'in parts',
      'morning,noon,evening',
      (at: number) => [0.5, 0.2 + (at % 4) / 40, 0.3 - (at % 4) / 40],
      'sum',
    ],
    [
      'in several visits',
      'first,second,third',
      (at: number) => [1 + (at % 5) / 20, 1 - (at % 3) / 9, 1 - (at % 5) / 20 + (at % 3) / 9],
      'mean',
    ],
  ])('%s, of which the values are a multiple, is told as one', async (_, heads, shares, what) => {
    const facts = await factsOf(heads, (hour, at) =>
      shares(at)
        .map((share) => ((hour / 1.15) * share).toFixed(3))
        .join(),
    );
    expect(facts.flatMap(({ what: told, differ }) => (differ === null ? [] : [told]))).toEqual([
      `the ${what} of the 3 columns ${heads
        .split(',')
        .map((head) => `"${head}"`)
        .join(', ')}`,
    ]);
    expect(facts[0]?.differ?.by).toEqual({ factor: '1.15' });
  });

  it('that is said to be what was measured is told where it is far from the values, though by no one factor', async () => {
    const noisy = (hour: number, at: number) => (hour - ((at * 7) % 30) / 30).toFixed(1);
    const [fact] = await factsOf('hours_measured', noisy);
    expect(fact?.differ?.by).toMatchObject({ chance: expect.stringContaining('standard errors') });
    expect(await factsOf('hours_of_the_old_stove', noisy)).toMatchObject([{ differ: null }]);
  });

  it('which something was put on top of is told all the same', async () => {
    const facts = await factsOf('measured,added', (hour) => `${hour / 1.25},${hour - hour / 1.25}`);
    expect(facts[0]).toMatchObject({ what: 'the column "measured"', differ: { by: { factor: '1.25' } } });
  });

  it.each([
    [
      'a sum, all rounded,',
      'day,night',
      (hour: number) => [hour * 0.37, hour * 0.63].map((each) => Number(each.toFixed(1))),
    ],
    ['a sum', 'morning,evening', (hour: number) => [hour * 0.4, hour * 0.6]],
    ['a mean', 'visit1,visit2', (hour: number, at: number) => [hour + (at % 3) / 10, hour - (at % 3) / 10]],
    ['one of a week', 'weekday,weekend', (hour: number) => [hour * 0.92, hour * 1.2]],
  ])('of which the values are %s stands not out', async (_, heads, more) => {
    const facts = await factsOf(heads, (hour, at) =>
      more(hour, at)
        .map((each) => each.toFixed(3))
        .join(),
    );
    expect(facts.filter(({ differ }) => differ !== null)).toEqual([]);
  });

  it.each([
    ['carbon', 'co2', (hour: number) => (hour * 1.747).toFixed(2)],
    ['hours a head', 'hours_per_head', (hour: number) => (hour / 6.2).toFixed(2)],
    [
      'an answer that was asked twice',
      'asked_again',
      (hour: number, at: number) => hour + (at % 5 === 0 ? (at % 2) - 0.5 : 0),
    ],
    ['their cost', 'cost', (hour: number) => (hour * 52).toFixed(1)],
    [
      'themselves with more digits',
      'logged',
      (hour: number, at: number) => (hour + ((at % 9) - 4) / 100).toFixed(3),
    ],
    [
      'minutes that they were rounded from',
      'logged_minutes',
      (hour: number, at: number) => Math.round(hour * 60 + (at % 5) - 2),
    ],
  ])('of %s stands not out', async (_, head, more) => {
    expect((await factsOf(head, more)).filter(({ differ }) => differ !== null)).toEqual([]);
  });

  it.each([
    ['kilowatt hours', 'kwh', (hour: number, at: number) => (hour * 1.1 + ((at * 7) % 5) / 10).toFixed(2)],
    [
      'the old stove',
      'old_stove',
      (hour: number, at: number) => (hour * 1.4 + ((at * 3) % 4) / 5).toFixed(1),
    ],
  ])(
    'of %s, which goes with the values and is another thing, is told, and does not stand out',
    async (_, head, more) => {
      expect(await factsOf(head, more)).toMatchObject([
        { what: `the column "${head}"`, differ: null, missing: null },
      ]);
    },
  );

  it.each([
    ['that says the same', 'copy', (hour: number) => hour],
    ['of anything else', 'persons', (_: number, at: number) => 1 + ((at * 7) % 6)],
    ['of places', 'gps_latitude', (_: number, at: number) => (-1.2 + ((at * 13) % 30) / 1000).toFixed(4)],
    ['that counts up', 'row', (_: number, at: number) => at],
    ['of words', 'remark', (_: number, at: number) => (at % 3 === 0 ? at : 'seen')],
  ])('%s is not', async (_, head, more) => {
    expect((await beside(head, more)).beside.size).toBe(0);
  });

  it('of a form is not, unless most of its answers are the values', async () => {
    const export_ = (days: (hour: number) => number) =>
      readReadings(
        `SubmissionDate,today,household,value,days,KEY\n${homes
          .map(
            (id, at) =>
              `2024-11-10T10:00:00Z,2024-11-10,${id},${hours[at]},${days(hours[at] ?? 0)},uuid:${id}`,
          )
          .join('\n')}\n`,
      );
    const halves = await export_((hour) => hour / 2);
    expect(halves.read.program).toBe('ODK Central');
    expect(halves.beside.size).toBe(0);
    expect((await export_((hour) => (hour > 6 ? hour - 3 : hour))).beside.size).toBe(1);
  });

  it('of days that are not those of the analysis is not', async () => {
    expect(await factsOf('measured', (hour) => hour / 1.15, '2024-09-10')).toEqual([]);
  });
});
