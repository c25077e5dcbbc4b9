import type { Segment } from './pdf-columns.js';

type Line = readonly Segment[];

/** Columns that a table has at least: of two, what stands alone is read in its place. */
const LEAST_COLUMNS = 3;

/** From where to where on the page a column reaches. */
interface Column {
  readonly x: number;
  readonly right: number;
}

export interface GappedTable {
  readonly written: readonly string[];
  readonly to: number;
}

/**
 * The table that begins at a line, where cells before others are empty, so that each stands under the heading of its column;
 * undefined where none begins, or none of its cells is missing.
 */
export function gappedTable(lines: readonly Line[], from: number): GappedTable | undefined {
  if ((lines[from]?.length ?? 0) < 2) return undefined;
  let columns: readonly Column[] = [];
  let to = from;
  for (; to < lines.length; to += 1) {
    const line = lines[to] ?? [];
    const wider = joined([...columns, ...line]);
    if (line.length === 0 || !lines.slice(from, to + 1).every((one) => areApart(one, wider))) break;
    columns = wider;
  }
  // What stands below in the first column alone may be the next paragraph.
  while (to > from && lines[to - 1]?.length === 1 && places(lines[to - 1] ?? [], columns)[0] === 0) to -= 1;
  const table = lines.slice(from, to);
  const spread = joined(table.flat());
  const isWhole = table.some((line) => line.length === spread.length);
  const hasGap = table.some((line) => places(line, spread).some((column, at) => column !== at));
  if (spread.length < LEAST_COLUMNS || !isWhole || !hasGap) return undefined;
  return { written: table.map((line) => rowOf(line, spread)), to };
}

/** What overlaps is one column. */
function joined(segments: readonly Column[]): Column[] {
  const columns: Column[] = [];
  for (const { x, right } of [...segments].sort((one, other) => one.x - other.x)) {
    const last = columns.at(-1);
    if (last !== undefined && x <= last.right)
      columns[columns.length - 1] = { x: last.x, right: Math.max(last.right, right) };
    else columns.push({ x, right });
  }
  return columns;
}

/** Of each segment the column that it stands in. */
function places(line: Line, columns: readonly Column[]): number[] {
  return line.map(({ x, right }) => columns.findIndex((column) => x >= column.x && right <= column.right));
}

function areApart(line: Line, columns: readonly Column[]): boolean {
  return new Set(places(line, columns)).size === line.length;
}

function rowOf(line: Line, columns: readonly Column[]): string {
  const at = places(line, columns);
  return columns
    .map((_, column) => line[at.indexOf(column)]?.text.trim() ?? '')
    .map((text, column) => (column === 0 || text === '' ? text : ` ${text}`))
    .join(' |');
}
