import { normalizeId } from '../registry/id-rule.js';

/** A column names units when so many of its first cells are units of the readings. */
const MOSTLY = 0.5;
/** Fewer units under other names are chance. */
const LEAST_OTHERWISE = 10;

/** Ways to call a unit, the surest first: as it is, by its letters and digits, by its numbers, by the last of them. */
const WAYS: readonly ((id: string) => string)[] = [
  (id) => id,
  (id) => id.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}]/gu, ''),
  (id) => numbersOf(id).join('-'),
  (id) => numbersOf(id).at(-1) ?? '',
];

/** Where a table names its units, and which one a cell of that column means; empty for none. */
interface UnitsNamed {
  readonly column: number;
  unitOf(cell: string | undefined): string;
}

/**
 * The column whose cells name units of readings, as they are called there or by a part of it: `00012` or `si1_00012a` for
 * `SI1-00012`, where no other unit is called so. Undefined for none.
 */
export function unitsNamed(
  table: { readonly columns: readonly string[]; readonly sample: readonly (readonly string[])[] },
  units: ReadonlyMap<string, unknown>,
): UnitsNamed | undefined {
  for (const way of WAYS) {
    const known = new Map<string, string | undefined>();
    for (const id of units.keys()) known.set(way(id), known.has(way(id)) ? undefined : id);
    known.delete('');
    const isExact = way === WAYS[0];
    const counts = table.columns.map((_, at) => {
      const cells = table.sample.map((row) => known.get(way(textOf(row[at]))));
      const found = cells.filter((id) => id !== undefined);
      const enough = found.length >= MOSTLY * table.sample.length;
      // Days and counts have some of these numbers as well, again and again.
      const different = new Set(found).size;
      return enough && (isExact || different >= LEAST_OTHERWISE) ? (isExact ? found.length : different) : 0;
    });
    const most = Math.max(0, ...counts);
    if (most === 0) continue;
    const column = counts.indexOf(most);
    if (isExact) return { column, unitOf: textOf };
    const before = beforeAll(
      table.sample.map((row) => textOf(row[column])),
      (cell) => known.get(way(cell)),
    );
    return {
      column,
      unitOf: (cell) => {
        const text = textOf(cell);
        return known.get(way(text)) ?? (text === '' || before === undefined ? '' : `${before}${text}`);
      },
    };
  }
  return undefined;
}

/** What all units have before the text of their cell; undefined where it is not the same of all. */
function beforeAll(
  cells: readonly string[],
  unitOf: (cell: string) => string | undefined,
): string | undefined {
  const all = new Set(
    cells.flatMap((cell) => {
      const id = unitOf(cell);
      if (id === undefined) return [];
      return [id.endsWith(cell) ? id.slice(0, id.length - cell.length) : undefined];
    }),
  );
  const [only, ...more] = all;
  return more.length === 0 ? only : undefined;
}

/** The numbers within an id, without leading zeros. */
function numbersOf(id: string): string[] {
  return (id.match(/\d+/g) ?? []).map((digits) => digits.replace(/^0+(?=\d)/, ''));
}

function textOf(cell: string | undefined): string {
  const text = (cell ?? '').trim();
  const unit = normalizeId(text);
  return 'id' in unit ? unit.id : text;
}
