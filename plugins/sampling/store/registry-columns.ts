import type { Kysely } from 'kysely';
import type { ColumnMarks } from '../registry/list-columns.js';
import type { SamplingTables } from './tables.js';

type Database = Kysely<SamplingTables>;

/** Part of the marks of a column that another one must have to be of the same list. */
const SAME_LIST = 0.6;
/** Rows that one statement brings; SQLite takes 32,766 values. */
const AT_ONCE = 1000;

/** Keeps what tells the columns of a registry's list from others; it stays when the registry is deleted. */
export async function keepColumns(
  on: Database,
  registryId: string,
  columns: readonly ColumnMarks[],
): Promise<void> {
  const rows = columns.flatMap((marks, place) =>
    marks.map((mark) => ({ registry_id: registryId, place, mark })),
  );
  for (let at = 0; at < rows.length; at += AT_ONCE)
    await on
      .insertInto('sampling_registry_columns')
      .values(rows.slice(at, at + AT_ONCE))
      .execute();
}

/** Registries, whoever stored them, that have a column in common with this one, but for some of its cells. */
export async function registriesWithColumn(on: Database, registryId: string): Promise<string[]> {
  const own = await on
    .selectFrom('sampling_registry_columns')
    .select(['place', 'mark'])
    .where('registry_id', '=', registryId)
    .execute();
  const found = new Set<string>();
  for (const column of grouped(own)) {
    const rows = await on
      .selectFrom('sampling_registry_columns')
      .select(['registry_id', 'place', (eb) => eb.fn.countAll().as('common')])
      .where('mark', 'in', column)
      .where('registry_id', '!=', registryId)
      .groupBy(['registry_id', 'place'])
      .execute();
    for (const row of rows) if (Number(row.common) >= column.length * SAME_LIST) found.add(row.registry_id);
  }
  return [...found];
}

/** Marks by the place of their column. */
function grouped(rows: readonly { readonly place: number; readonly mark: string }[]): string[][] {
  const columns: string[][] = [];
  for (const { place, mark } of rows) {
    columns[place] ??= [];
    columns[place].push(mark);
  }
  return columns.filter((column) => column !== undefined);
}
