import { addTo } from 'oracle-runtime/kit';
import { openRegistry } from '../registry/open-registry.js';
import type { RegistrySource } from '../registry/registry-source.js';
import { type ColumnBeside, columnsBeside } from './columns-beside.js';
import { type ColumnNumbers, OtherNumbers } from './other-numbers.js';
import type { ReadReadings } from './read-readings.js';
import { unitsNamed } from './units-named.js';

/**
 * What the columns of numbers of another sheet say of the units of readings, in words for each, where they are of the same thing
 * as the readings: whatever its headings are, units are told by their ids. Its rows stand for the readings of their unit in their
 * order.
 * @throws OracleError as `openRegistry`
 */
export async function numbersOfSheet(
  source: RegistrySource,
  sheet: string,
  { readings, read }: Pick<ReadReadings, 'readings' | 'read'>,
): Promise<Map<string, ColumnBeside>> {
  const places = new Map<string, number[]>();
  for (const [index, { unitId }] of readings.entries()) addTo(places, unitId, index);
  const table = await openRegistry(source, { allColumns: true, sheet });
  try {
    const named = unitsNamed(table, places);
    if (named === undefined) return new Map();
    const others = new OtherNumbers(table.columns, [named.column]);
    const rows: string[] = [];
    for await (const { rows: batch } of table.batches)
      for (const row of batch) {
        others.add(rows.length, row);
        rows.push(named.unitOf(row[named.column]));
      }
    // Units of the sheet alone stand behind the readings, without a value.
    const all = [...readings];
    const date = readings[0]?.date ?? '';
    for (const unitId of new Set(rows))
      if (unitId !== '' && !places.has(unitId)) {
        addTo(places, unitId, all.length);
        all.push({ unitId, date, value: null });
      }
    const columns = new Map(
      [...(await others.read(true))].map(([name, { numbers, unit }]): [string, ColumnNumbers] => {
        const ofUnits = new Map<string, number[]>();
        for (const [index, number] of numbers) addTo(ofUnits, rows[index] ?? '', number);
        return [name, { numbers: byReading(places, ofUnits), unit }];
      }),
    );
    return await columnsBeside(all, columns, { value: read.columns.value, isForm: false });
  } finally {
    await table.close();
  }
}

/** The numbers of units by the index of their readings: one each where there are as many, else their mean. */
function byReading(
  places: ReadonlyMap<string, readonly number[]>,
  ofUnits: ReadonlyMap<string, readonly number[]>,
): Map<number, number> {
  const numbers = new Map<number, number>();
  for (const [unitId, indices] of places) {
    const values = ofUnits.get(unitId) ?? [];
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    for (const [at, index] of indices.entries())
      if (values.length > 0)
        numbers.set(index, values.length === indices.length ? (values[at] ?? mean) : mean);
  }
  return numbers;
}
