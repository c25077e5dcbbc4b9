import { describe, expect, it } from 'vitest';
import { readTable } from '../reading/read-table.js';
import { chartOfRows, type RowsWish } from './from-rows.js';

const chart = (csv: string, wish: Partial<RowsWish> = {}) =>
  chartOfRows(readTable(Buffer.from(csv), 'a.csv'), { type: 'bar', x: 'village', y: 'kg', ...wish }, {});
const kg = (csv: string, wish: Partial<RowsWish> = {}) => chart(csv, wish).table.rows.map(([, each]) => each);
const refused = (csv: string, wish: Partial<RowsWish> = {}) => {
  try {
    chart(csv, wish);
  } catch (error) {
    return (error as { detail: string }).detail;
  }
  return 'drawn';
};

describe('numbers of a table', () => {
  it('are read by one rule for a column', () => {
    expect(kg('village,kg\nA,"1,200"\nB,950.5\nC,"4,860"\n')).toEqual([1200, 950.5, 4860]);
    expect(kg('village;kg\nA;2.400\nB;950,5\nC;310\n')).toEqual([2400, 950.5, 310]);
    expect(kg('village,kg\nA,12%\nB,8%\n')).toEqual([0.12, 0.08]);
    expect(chart('village,kg\nA,"1,200"\nB,4860.5\n').alt).toContain('kg goes from 1,200 to 4,861');
  });

  it('are asked for where the column leaves them open', () => {
    const open = 'village,kg\nA,2.400\nB,310\n';
    expect(refused(open)).toContain('row 1 has "2.400", which may be 2400 or 2.400');
    expect(kg(open, { decimal: ',' })).toEqual([2400, 310]);
    expect(kg(open, { decimal: '.' })).toEqual([2.4, 310]);
  });

  it('are refused by row where they are none, and never drawn as NaN', () => {
    expect(refused('village,kg\nA,3\nB,12 kg\n')).toContain('row 2 has "12 kg", which is no number');
    expect(refused('village,kg\nA,3\nB,1e400\n')).toContain('row 2 has "1e400"');
    expect(refused('village,kg\nA,1.5\nB,"2,5"\n')).toContain('has a decimal point');
  });

  it('are no numbers where they name something', () => {
    expect(chart('code,kg\n007,3\n012,4\n', { x: 'code' }).table.rows).toEqual([
      ['007', 3],
      ['012', 4],
    ]);
    expect(chart('village,kg\n3,3\nA,4\n').table.rows.map(([name]) => name)).toEqual(['3', 'A']);
  });
});

it('says how many rows it leaves out', () => {
  expect(chart('village,kg\nA,3\n,4\n,5\n').alt).toContain('2 rows without village are left out.');
});

it('draws no line over days whose order nobody knows', () => {
  const days = 'day,kg\n03/04/2026,3\n2026-01-01,4\n';
  expect(refused(days, { type: 'line', x: 'day' })).toContain('row 1 has "03/04/2026"');
  expect(chart('day,kg\n2026-03-04,3\n2026-01-01,4\n', { type: 'line', x: 'day' }).table.rows).toHaveLength(
    2,
  );
});
