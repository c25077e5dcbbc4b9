import { OracleError } from 'oracle-runtime/plugin';
import { describe, expect, it } from 'vitest';
import { type ReadingOptions, readReadings } from './read-readings.js';

const ids = Array.from({ length: 12 }, (_, at) => `HH-${at + 1}`);
/** Twelve homes; the last two without a value, with words in a column of some name. */
const csv = (column: string, words: readonly string[], beside = '') =>
  [
    `household_id,date,value,${column}`,
    ...ids.map((id, at) =>
      at < 10 ? `${id},2024-01-05,${at + 2},${beside}` : `${id},2024-01-05,,${words[at - 10] ?? ''}`,
    ),
  ].join('\n');

async function asked(text: string, options: ReadingOptions = {}): Promise<OracleError> {
  const error: unknown = await readReadings(text, options).then(
    ({ read }) => read.remarks,
    (thrown) => thrown,
  );
  if (!OracleError.isInstance(error)) throw new Error(`was read: ${JSON.stringify(error)}`);
  return error;
}

describe('a column that says why there is no value', () => {
  it.each([
    ['maelezo', ['amekataa', 'hayupo'], ''],
    ['maelezo', ['amekataa', 'hayupo'], 'sawa'],
    ['remark', ['gate locked', 'the owner was at a wedding'], ''],
    ['use/why', ['refused', 'refused'], ''],
  ])('is asked for and not passed over: %s %j %s', async (column, words, beside) => {
    const { detail, hint, errors } = await asked(csv(column, words, beside));
    expect(detail).toBe(
      `The readings have 2 line(s) without a value, and the column "${column}" says "${words[0]}" in line 12, which has no value, and is not read.`,
    );
    expect(hint).toContain(`statusColumn "${column}"`);
    expect(errors).toMatchObject([{ field: 'statusColumn' }]);
  });

  it('is read when it is named, and by usual names without', async () => {
    const named = await readReadings(csv('maelezo', ['amekataa', 'hayupo']), {
      columns: { status: 'maelezo' },
    });
    expect(named.readings.slice(-2).map(({ reason }) => reason)).toEqual(['refused', 'not found']);
    for (const name of ['sababu', 'not_measured_reason', 'Motif', 'razón', 'Begründung']) {
      const { readings } = await readReadings(csv(name, ['refused', 'moved away']));
      expect(readings.slice(-2).map(({ reason }) => reason)).toEqual(['refused', 'moved away']);
    }
  });

  it('is passed over for a reason, and that is said', async () => {
    const { read } = await readReadings(csv('remark', ['see the photo', 'see the photo']), {
      of: { reason: 'The remarks say nothing of it.' },
    });
    expect(read.remarks).toContain(
      'the column "remark" is not read, though it says something where there is no value',
    );
  });

  it.each([
    ['village', ['Moshi', 'Same'], 'Moshi'],
    ['phone', ['0712 345', ''], ''],
    ['remark', ['', ''], 'fine'],
  ])('is none that says as much of the others, or nothing: %s %j %s', async (column, words, beside) => {
    const { read, readings } = await readReadings(csv(column, words, beside));
    expect(read.remarks).toEqual(['2 lines (12, 13) have neither a value nor a reason']);
    expect(readings.at(-1)?.reason).toBe('invalid value');
  });
});
