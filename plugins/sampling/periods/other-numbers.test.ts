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
    setInFile({ what, readings: each, sameMeasure: false }, NOVEMBER),
  );
  return heldFacts(sets, { readings, units: new Set(homes), ...NOVEMBER });
}

describe('another column of numbers of the same homes', () => {
  it('is told with both means where the values are a multiple of it', async () => {
    const [fact] = await factsOf('measured', (hour) => (hour / 1.15).toFixed(4));
    expect(fact).toMatchObject({ what: 'measured', units: 30, mean: '4.261' });
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
      { what: 'visit', readings: read.beside.get('visit') ?? [], sameMeasure: false },
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
      { what: 'logged_minutes', mean: '294', differ: null, missing: null },
    ]);
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
      expect(await factsOf(head, more)).toMatchObject([{ what: head, differ: null, missing: null }]);
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
