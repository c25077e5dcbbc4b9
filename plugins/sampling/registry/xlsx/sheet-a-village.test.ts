import { type Cell, writeWorkbook } from 'oracle-runtime/kit';
import { OracleError } from 'oracle-runtime/plugin';
import { describe, expect, it } from 'vitest';
import { readReadings } from '../../periods/read-readings.js';
import { inspectRegistry } from '../inspect-registry.js';
import { memorySource } from '../registry-source.js';

const HEADING: Cell[] = ['household_id', 'date', 'hours', 'status'];
const rowsOf = (letter: string, count: number): Cell[][] =>
  Array.from({ length: count }, (_, at) => [`${letter}-${at + 1}`, '2024-01-05', at + 1.5, 'ok']);
const sheet = (name: string, letter: string, count: number, before: Cell[][] = []) => ({
  name,
  rows: [...before, HEADING, ...rowsOf(letter, count)],
});
const book = (...more: { name: string; rows: Cell[][] }[]) =>
  writeWorkbook(
    [sheet('Village A', 'A', 3), sheet('Village B', 'B', 4, [['Village B, by Juma']]), ...more],
    0,
  );

async function refusal(attempt: Promise<unknown>): Promise<OracleError> {
  const error: unknown = await attempt.catch((thrown: unknown) => thrown);
  if (!OracleError.isInstance(error)) throw new Error(JSON.stringify(error));
  return error;
}

describe('a workbook with the homes of one village on each sheet', () => {
  it('is refused with the way to read all as one table', async () => {
    const { detail, hint } = await refusal(readReadings(await book()));
    expect(detail).toContain('the workbook has 2 sheets that could be meant: "Village A", "Village B"');
    expect(hint).toBe(
      'Write sheet "*" to read all that have one heading as one table, or name the one to read (sheet).',
    );
  });

  it('is read as one table, whose lines go on from sheet to sheet', async () => {
    const codes = { name: 'Codes', rows: [['status', 'meaning'] as Cell[], ['ok', 'measured'] as Cell[]] };
    const { readings, read } = await readReadings(await book(codes), { sheet: '*' });
    expect(readings.map(({ unitId }) => unitId)).toEqual(['A-1', 'A-2', 'A-3', 'B-1', 'B-2', 'B-3', 'B-4']);
    expect(read).toMatchObject({ sheet: 'Village A, Village B', rows: 7, headerLine: 1 });
    expect(read.remarks).toEqual([
      '2 sheets of one heading are read as one table: "Village A", "Village B" (from line 5)',
      'sheets that are not read: "Codes"',
      expect.stringContaining('left out as no readings'),
    ]);
    const spoilt = await writeWorkbook(
      [sheet('Village A', 'A', 3), { name: 'B', rows: [HEADING, ['B-1', '2024-01-05', 'many', '']] }],
      0,
    );
    expect((await refusal(readReadings(spoilt, { sheet: '*' }))).detail).toContain('line 6, column "hours"');
  });

  it('says of a sheet that is named which others have its headings', async () => {
    const { readings, read } = await readReadings(await book(), { sheet: 'Village A' });
    expect(readings).toHaveLength(3);
    expect(read.remarks).toContain(
      'sheets with the same headings are not read: "Village B". If they hold more of it, write sheet "*" to read all as one table',
    );
  });

  it('reads as one no sheets of different headings', async () => {
    const other = await writeWorkbook(
      [
        sheet('Village A', 'A', 3),
        {
          name: 'B',
          rows: [
            ['id', 'day', 'kg'],
            ['B-1', '2024-01-05', 3],
          ],
        },
      ],
      0,
    );
    expect((await refusal(readReadings(other, { sheet: '*' }))).detail).toContain('could be meant');
  });

  it('is no registry before all its rows stand in one sheet', async () => {
    const content = await book();
    const { hint } = await refusal(inspectRegistry(memorySource('r.xlsx', content)));
    expect(hint).toContain('Put the rows of all under one heading in one sheet');
    const named = await inspectRegistry(memorySource('r.xlsx', content), { sheet: 'Village B' });
    expect(named.warnings.join(' ')).toContain('sheets with the same headings are not read: "Village A"');
    expect((await refusal(inspectRegistry(memorySource('r.xlsx', content), { sheet: '*' }))).detail).toBe(
      'the workbook has no sheet "*"',
    );
  });
});
