import { expect, it } from 'vitest';
import { listColumns } from './list-columns.js';
import { memorySource } from './registry-source.js';

const KEY = [0x12345678, 0x9abcdef0] as const;
const { signal } = new AbortController();
const columnsOf = (text: string) => listColumns(memorySource('a.csv', text), {}, KEY, signal);
const rows = (of: (i: number) => string, count = 400) =>
  Array.from({ length: count }, (_, i) => of(i)).join('\n');
const meter = (i: number) => `M${90_000 + i * 7}`;

it('has the same columns for a list whose columns are swapped', async () => {
  const [ids, meters] = await columnsOf(`household_id,meter_no\n${rows((i) => `V${i * 31},${meter(i)}`)}\n`);
  const swapped = await columnsOf(`meter_no,household_id\n${rows((i) => `${meter(i)},V${i * 31}`)}\n`);
  expect(swapped).toEqual([meters, ids]);
});

it('has nearly the same marks for a list with a row less', async () => {
  const [, meters = []] = await columnsOf(
    `household_id,meter_no\n${rows((i) => `V${i * 31},${meter(i)}`)}\n`,
  );
  const [, less = []] = await columnsOf(
    `household_id,meter_no\n${rows((i) => `V${i * 31},${meter(i)}`, 399)}\n`,
  );
  expect(less.filter((mark) => meters.includes(mark)).length).toBeGreaterThan(250);
});

it('keeps no column that any list may have', async () => {
  const text = `no,village,code,empty,meter\n${rows((i) => `${i + 1},Place ${i % 9},HH-${i + 1},${i % 2 ? `x${i * 77}` : ''},${meter(i)}`)}\n`;
  expect(await columnsOf(text)).toHaveLength(1);
  expect(await columnsOf(`id,meter\n${rows((i) => `V${i * 31},${meter(i)}`, 10)}\n`)).toEqual([]);
});

it('has the column of a list that has no other', async () => {
  const [alone] = await columnsOf(`meter_no\n${rows(meter)}\n`);
  const [, beside] = await columnsOf(`household_id,meter_no\n${rows((i) => `V${i * 31},${meter(i)}`)}\n`);
  expect(alone).toEqual(beside);
});
