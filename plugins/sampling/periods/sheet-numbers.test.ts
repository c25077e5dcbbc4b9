import { type Cell, writeWorkbook } from 'oracle-runtime/kit';
import { expect, it } from 'vitest';
import { memorySource } from '../registry/registry-source.js';
import { readReadings } from './read-readings.js';
import { numbersOfSheet } from './sheet-numbers.js';

const homes = Array.from({ length: 20 }, (_, at) => `H${at}`);
const hours = homes.map((_, at) => 2 + ((at * 7) % 20) / 4);

/** The readings of one sheet, and what another one with headings of its own says beside them. */
async function beside(rows: readonly (readonly Cell[])[]) {
  const book = await writeWorkbook(
    [
      { name: 'Field', rows: rows.map((row) => [...row]) },
      {
        name: 'For the analysis',
        rows: [
          ['household_id', 'date', 'hours'],
          ...homes.slice(2).map((id, at): Cell[] => [id, '2024-11-10', (hours[at + 2] ?? 0) * 1.2]),
        ],
      },
    ],
    0,
  );
  const given = await readReadings(book, { sheet: 'For the analysis' });
  expect(given.others).toEqual(['Field']);
  return numbersOfSheet(memorySource('book.xlsx', book), 'Field', given);
}

it('finds the numbers that go with readings in a sheet of other headings, by the ids of the units, also of those left out', async () => {
  const found = await beside([
    ['Visited', 'Person', 'hours_measured', 'Home'],
    ...homes.map((id, at): Cell[] => ['2024-11-09', 'Amina', hours[at] ?? 0, id]).reverse(),
  ]);
  expect([...found.keys()]).toEqual(['the column "hours_measured"']);
  const readings = found.get('the column "hours_measured"')?.readings ?? [];
  expect(readings).toHaveLength(20);
  expect(readings.find(({ unitId }) => unitId === 'H5')).toEqual({
    unitId: 'H5',
    date: '2024-11-10',
    value: hours[5],
  });
  expect(readings.find(({ unitId }) => unitId === 'H0')?.value).toBe(2);
});

it('takes the rows of a unit together where they are more', async () => {
  const found = await beside([
    ['Home', 'Hours'],
    ...homes.flatMap((id, at): Cell[][] => [1, -1].map((more) => [id, (hours[at] ?? 0) + more])),
  ]);
  expect(found.get('the column "Hours"')?.readings.find(({ unitId }) => unitId === 'H5')?.value).toBe(
    hours[5],
  );
});

it.each([
  ['small', (at: number) => `h${at}`],
  ['without what all have before them', (at: number) => String(at).padStart(5, '0')],
  ['with something behind them', (at: number) => `kitchen of H-${at}b`],
])('finds units that it calls otherwise: %s', async (_, name) => {
  const found = await beside([
    ['Day', 'Home', 'Hours'],
    ...homes.map((_home, at): Cell[] => [`2024-11-${10 + (at % 9)}`, name(at), hours[at] ?? 0]),
  ]);
  expect(found.get('the column "Hours"')?.readings.find(({ unitId }) => unitId === 'H5')?.value).toBe(
    hours[5],
  );
});

it('finds numbers with their unit behind them, and times', async () => {
  const found = await beside([
    ['Home', 'Measured', 'Time'],
    ...homes.map((id, at): Cell[] => {
      const time = hours[at] ?? 0;
      return [id, `${time} h`, `${Math.floor(time)}:${String((time % 1) * 60).padStart(2, '0')}`];
    }),
  ]);
  for (const name of ['Measured', 'Time'])
    expect(found.get(`the column "${name}"`)?.readings.find(({ unitId }) => unitId === 'H5')?.value).toBe(
      hours[5],
    );
});

it('finds nothing in a sheet of other homes or other things', async () => {
  expect((await beside([['Home', 'Hours'], ...homes.map((id, at): Cell[] => [`X${id}`, at])])).size).toBe(0);
  const persons = homes.map((id, at): Cell[] => [id, 1 + ((at * 3) % 7)]);
  expect((await beside([['Home', 'Persons'], ...persons])).size).toBe(0);
});
