import { describe, expect, it } from 'vitest';
import type { Cell } from './sheet-xml.js';
import { writeWorkbook } from './write-workbook.js';

const withCell = (cell: Cell) => writeWorkbook([{ name: 'a', rows: [[cell]] }], 0);

describe('writeWorkbook', () => {
  it('gives the same bytes for the same sheets and time', async () => {
    const time = Date.UTC(2024, 1, 20);
    const once = () => writeWorkbook([{ name: 'a', rows: [['x', 1]] }], time);
    expect((await once()).equals(await once())).toBe(true);
  });

  it.each([[''], ['  '], ['a/b'], ['[a]'], ['a'.repeat(32)]])(
    'refuses the name %j, which Excel would not open',
    async (name) => {
      await expect(writeWorkbook([{ name, rows: [] }], 0)).rejects.toThrow(RangeError);
    },
  );

  it('refuses two sheets of one name and a workbook without any', async () => {
    const two = ['a', 'A'].map((name) => ({ name, rows: [] }));
    await expect(writeWorkbook(two, 0)).rejects.toThrow('Two sheets are called "A"');
    await expect(writeWorkbook([], 0)).rejects.toThrow(RangeError);
  });

  it.each<[string, Cell]>([
    ['a number that is none', Number.NaN],
    ['a date that is none', new Date('x')],
    ['a text that is too long', 'a'.repeat(32_768)],
    ['a formula that gives no number', { formula: '1/0', value: Number.POSITIVE_INFINITY }],
  ])('refuses %s', async (_, cell) => {
    await expect(withCell(cell)).rejects.toThrow(RangeError);
  });

  it('refuses more columns than Excel has', async () => {
    const row = Array.from({ length: 16_385 }, () => null);
    await expect(writeWorkbook([{ name: 'a', rows: [row] }], 0)).rejects.toThrow('at most');
  });
});
