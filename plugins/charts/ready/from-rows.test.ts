import { writeWorkbook } from 'oracle-runtime/kit';
import { describe, expect, it } from 'vitest';
import { readTable } from '../reading/read-table.js';
import { chartOfRows, type RowsWish } from './from-rows.js';
import { withNumbers } from './say.js';

const chart = async (file: string | Buffer, wish: Partial<RowsWish> = {}) =>
  withNumbers(
    chartOfRows(
      await readTable(Buffer.from(file), 'a.csv'),
      { type: 'bar', x: 'village', y: 'kg', ...wish },
      {},
    ),
  );
const kg = async (csv: string, wish: Partial<RowsWish> = {}) =>
  (await chart(csv, wish)).table.rows.map(([, each]) => each);
const refused = async (csv: string, wish: Partial<RowsWish> = {}) => {
  try {
    await chart(csv, wish);
  } catch (error) {
    return (error as { detail: string }).detail;
  }
  return 'drawn';
};

describe('numbers of a table', () => {
  it('are read by one rule for a column', async () => {
    expect(await kg('village,kg\nA,"1,200"\nB,950.5\nC,"4,860"\n')).toEqual([1200, 950.5, 4860]);
    expect(await kg('village;kg\nA;2.400\nB;950,5\nC;310\n')).toEqual([2400, 950.5, 310]);
    expect(await kg('village,kg\nA,12%\nB,8%\n')).toEqual([0.12, 0.08]);
    expect((await chart('village,kg\nA,"1,200"\nB,4860.5\n')).alt).toContain('kg goes from 1,200 to 4,860.5');
  });

  it('are asked for where the column leaves them open', async () => {
    const open = 'village,kg\nA,2.400\nB,310\n';
    expect(await refused(open)).toContain('row 1 has "2.400", which may be 2400 or 2.400');
    expect(await kg(open, { decimal: ',' })).toEqual([2400, 310]);
    expect(await kg(open, { decimal: '.' })).toEqual([2.4, 310]);
  });

  it('are refused by row where they are none, and never drawn as NaN', async () => {
    expect(await refused('village,kg\nA,3\nB,12 kg\n')).toContain('row 2 has "12 kg", which is no number');
    expect(await refused('village,kg\nA,3\nB,1e400\n')).toContain('row 2 has "1e400"');
    expect(await refused('village,kg\nA,1.5\nB,"2,5"\n')).toContain('has a decimal point');
  });

  it('are no numbers where they name something', async () => {
    expect((await chart('code,kg\n007,3\n012,4\n', { x: 'code' })).table.rows).toEqual([
      ['007', 3],
      ['012', 4],
    ]);
    expect((await chart('village,kg\n3,3\nA,4\n')).table.rows.map(([name]) => name)).toEqual(['3', 'A']);
  });
});

it('says how many rows it leaves out', async () => {
  expect((await chart('village,kg\nA,3\n,4\n,5\n')).alt).toContain('2 rows without village are left out.');
});

it.each([
  ['3 Apr 2026', 'time does not run'],
  ['1. März 2026', 'time does not run'],
  ['3-Apr-26', 'time does not run'],
  ['April 3, 2026', 'time does not run'],
  ['3 de abril de 2026', 'time does not run'],
  ['Mar 2026', 'time does not run'],
  ['2026/03/04', 'time does not run'],
  ['13.04.2026', 'time does not run'],
  ['3-4-26', 'two ways'],
  ['2026-02-30', 'no calendar has'],
  ['2026-13-01', 'no calendar has'],
  ['2026-03-01 25:00', 'no calendar has'],
])('draws no line over %s', async (day, why) => {
  expect(await refused(`day,kg\n2026-01-01,4\n"${day}",3\n`, { type: 'line', x: 'day' })).toContain(why);
});

it.each(['Mar', 'Monday', 'Marsabit 12', '2028-02-29', 'May', 'Mai', 'Octavia 4'])(
  'draws a line over %s',
  async (day) => {
    const { table } = await chart(`day,kg\n${day},3\n`, { type: 'line', x: 'day' });
    expect(table.rows).toEqual([[day, 3]]);
  },
);

it('draws no bar of a day that no calendar has, and one of days as they are called', async () => {
  expect(await refused('day,kg\n2026-02-30,3\n', { type: 'bar', x: 'day' })).toContain('no calendar has');
  const { table } = await chart('day,kg\n3 Apr 2026,3\n', { type: 'bar', x: 'day' });
  expect(table.rows).toEqual([['3 Apr 2026', 3]]);
});

it('draws no line over days whose order nobody knows', async () => {
  const days = 'day,kg\n03/04/2026,3\n2026-01-01,4\n';
  expect(await refused(days, { type: 'line', x: 'day' })).toContain('row 1 has "03/04/2026"');
  expect(
    (await chart('day,kg\n2026-03-04,3\n2026-01-01,4\n', { type: 'line', x: 'day' })).table.rows,
  ).toHaveLength(2);
});

it('reads the sheet of a workbook as what it shows', async () => {
  const rows = [
    ['Fuel of March', null],
    ['village', 'kg'],
    ['A', 1201.5],
    ['B', 950],
  ];
  const book = await writeWorkbook([{ name: 'March', rows }], 0);
  const { table, alt } = await chart(book);
  expect(table.rows).toEqual([
    ['A', 1201.5],
    ['B', 950],
  ]);
  expect(alt).toContain('kg goes from 950 to 1,201.5.');
  const two = await writeWorkbook(
    [
      { name: 'a', rows: rows.slice(1) },
      { name: 'b', rows: rows.slice(1) },
    ],
    0,
  );
  await expect(readTable(two, 'two.xlsx')).rejects.toThrow('2 sheets that could be meant');
  expect((await readTable(two, 'two.xlsx', 'b')).rows).toHaveLength(2);
});
