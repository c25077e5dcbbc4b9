import { type Cell, writeWorkbook } from 'oracle-runtime/kit';
import { expect, it } from 'vitest';
import { openRegistry } from '../open-registry.js';
import { memorySource } from '../registry-source.js';

it('reads 200,000 rows and lets others have their turn some thousand times', async () => {
  function* rows(): Generator<Cell[]> {
    yield ['household_id', 'setting', 'installed', 'members'];
    for (let i = 0; i < 200_000; i++)
      yield [`HH-${i}`, i % 5 < 3 ? 'urban' : 'rural', new Date(1.6e12 + i), i % 7];
  }
  const book = await writeWorkbook([{ name: 'units', rows: rows() }], 0);
  let turns = 0;
  let waiting = setImmediate(function turn() {
    turns++;
    waiting = setImmediate(turn);
  });
  try {
    const table = await openRegistry(memorySource('r.xlsx', book));
    let count = 0;
    for await (const batch of table.batches) count += batch.rows.length;
    expect(count).toBe(200_000);
    expect(turns).toBeGreaterThan(2000);
  } finally {
    clearImmediate(waiting);
  }
});
