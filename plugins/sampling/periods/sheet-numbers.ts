import { addTo } from 'oracle-runtime/kit';
import { normalizeId } from '../registry/id-rule.js';
import { openRegistry } from '../registry/open-registry.js';
import type { RegistrySource } from '../registry/registry-source.js';
import { OtherNumbers, readingsBeside } from './other-numbers.js';
import type { Reading } from './reading.js';

/** A column names units when so many of its first cells are units of the readings. */
const MOSTLY = 0.5;

/**
 * What the columns of numbers of another sheet say of the units of readings, by the names of the columns, where they are of the
 * same thing as the readings: whatever its headings are, units are told by their ids. Its rows stand for the readings of their
 * unit in their order.
 * @throws OracleError as `openRegistry`
 */
export async function numbersOfSheet(
  source: RegistrySource,
  sheet: string,
  readings: readonly Reading[],
): Promise<Map<string, Reading[]>> {
  const found = new Map<string, Reading[]>();
  const places = new Map<string, number[]>();
  for (const [index, { unitId }] of readings.entries()) addTo(places, unitId, index);
  const table = await openRegistry(source, { allColumns: true, sheet });
  try {
    const unit = unitColumn(table, places);
    if (unit === undefined) return found;
    const others = new OtherNumbers(table.columns, [unit]);
    const rows: string[] = [];
    for await (const { rows: batch } of table.batches)
      for (const row of batch) {
        others.add(rows.length, row);
        rows.push(unitOf(row[unit]));
      }
    for (const [name, numbers] of await others.read(true)) {
      const ofUnits = new Map<string, number[]>();
      for (const [index, number] of numbers) addTo(ofUnits, rows[index] ?? '', number);
      const beside = besideOf(readings, places, ofUnits);
      if (beside !== undefined) found.set(name, beside);
    }
    return found;
  } finally {
    await table.close();
  }
}

function besideOf(
  readings: readonly Reading[],
  places: ReadonlyMap<string, readonly number[]>,
  ofUnits: ReadonlyMap<string, readonly number[]>,
): Reading[] | undefined {
  const numbers = new Map<number, number>();
  for (const [unitId, indices] of places) {
    const values = ofUnits.get(unitId) ?? [];
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    for (const [at, index] of indices.entries())
      if (values.length > 0)
        numbers.set(index, values.length === indices.length ? (values[at] ?? mean) : mean);
  }
  const beside = readingsBeside(readings, numbers, false);
  const date = readings[0]?.date ?? '';
  const alone = [...ofUnits].flatMap(([unitId, values]) =>
    places.has(unitId) ? [] : values.map((value) => ({ unitId, date, value })),
  );
  return beside && [...beside, ...alone];
}

/** The place of the column whose cells are mostly units of the readings; undefined for none. */
function unitColumn(
  { columns, sample }: Pick<Awaited<ReturnType<typeof openRegistry>>, 'columns' | 'sample'>,
  units: ReadonlyMap<string, unknown>,
): number | undefined {
  const counts = columns.map((_, at) => sample.filter((row) => units.has(unitOf(row[at]))).length);
  const most = Math.max(0, ...counts);
  return most > 0 && most >= MOSTLY * sample.length ? counts.indexOf(most) : undefined;
}

function unitOf(cell: string | undefined): string {
  const text = (cell ?? '').trim();
  const unit = normalizeId(text);
  return 'id' in unit ? unit.id : text;
}
