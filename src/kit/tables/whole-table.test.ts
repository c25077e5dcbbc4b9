import { expect, it } from 'vitest';
import { writeWorkbook } from '../xlsx/write-workbook.js';
import { readWholeTable } from './whole-table.js';

const source = (content: string | Uint8Array) => ({
  name: 'the file',
  async *open() {
    yield typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
  },
});
const whole = (content: string | Uint8Array, most = 10) => readWholeTable(source(content), { most });

it('gives the rows below the names, trimmed, with their lines and what is a number', async () => {
  expect(await whole('Villages of March\n\nid;kg\n A ;1.5\nB;2\n')).toEqual({
    format: 'csv',
    columns: ['id', 'kg'],
    delimiter: ';',
    rows: [
      { line: 4, cells: ['A', '1.5'], numbers: new Set() },
      { line: 5, cells: ['B', '2'], numbers: new Set() },
    ],
    leftOut: [{ line: 1, why: 'title', text: 'Villages of March' }],
  });
  const rows = [
    ['id', 'kg'],
    ['A', 1.5],
  ];
  expect((await whole(await writeWorkbook([{ name: 'x', rows }], 0))).rows).toEqual([
    { line: 2, cells: ['A', '1.5'], numbers: new Set([1]) },
  ]);
});

it('takes names for names though they look like the rows below', async () => {
  expect((await whole('y1,y2\n a1,a2\nb1,b2\n')).columns).toEqual(['y1', 'y2']);
});

it('refuses more rows than are wanted, and a workbook that unfolds to more text than is held', async () => {
  await expect(whole('id\n1\n2\n3\n', 2)).rejects.toThrow('more than 2 rows');
  const long = 'x'.repeat(30_000);
  const rows = [['a', 'b'], ...Array.from({ length: 700 }, () => [long, long])];
  const bomb = await writeWorkbook([{ name: 'x', rows }], 0);
  expect(bomb.length).toBeLessThan(300_000);
  await expect(whole(bomb, 1000)).rejects.toThrow(/more than 33,554,432 characters/);
});
