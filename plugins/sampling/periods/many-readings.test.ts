import { expect, it } from 'vitest';
import { readReadings } from './read-readings.js';
import { type RawReading, settleReadings } from './settle-readings.js';

it('takes no longer for each when a status speaks against very many values', () => {
  const rows = Array.from(
    { length: 60_000 },
    (_, at): RawReading => ({
      line: at + 2,
      unitId: `HH-${at}`,
      date: '2024-02-01',
      value: 1,
      text: '1',
      stratum: undefined,
      status: 'refused',
    }),
  );
  const before = process.cpuUsage();
  const { remarks } = settleReadings(rows);
  const { user, system } = process.cpuUsage(before);
  expect(remarks).toEqual([
    'the values of 60000 lines (2, 3, 4, 5, 6, …) count, although the status says "refused"',
  ]);
  // Microseconds: a fifth of a second, and half a minute when each line copies those before it.
  expect(user + system).toBeLessThan(3e6);
});

it('gives others their turns between its looks at the rows', async () => {
  const csv = `unit_id,date,value\n${Array.from({ length: 100 }, (_, at) => `HH-${at},2024-02-01,1`).join('\n')}`;
  let turns = 0;
  let isOver = false;
  const take = () => {
    turns += 1;
    if (!isOver) setImmediate(take);
  };
  const read = readReadings(csv);
  setImmediate(take);
  await read;
  isOver = true;
  // The bytes come in one piece, which is one turn.
  expect(turns).toBeGreaterThanOrEqual(5);
});
