import { oneLine } from 'oracle-runtime/kit';

/** Rows of a registry that repeat another one in columns that tell units apart: one home under several ids. */
export interface RepeatedUnits {
  /** Rows beyond the first of each. */
  readonly rows: number;
  readonly of: number;
  readonly columns: readonly string[];
  /** Ids of the first one and of that which it repeats. */
  readonly example: string;
}

/** Fewer rows say nothing; of more the first are looked at. */
const [FEW_ROWS, MOST_ROWS] = [20, 200_000];
/** Columns that are looked at. */
const MOST_COLUMNS = 20;
/** A column tells units apart where so many rows have a cell, and so many of these are different. */
const [FILLED, DIFFERENT] = [0.9, 0.5];
/** Numbers up to this many times the rows count rows. */
const COUNTS_ROWS = 3;
/** Told from so many rows on, and this part of them: two people may have one name. */
const [LEAST, LEAST_PART] = [5, 0.02];
/** Neighbours have one place, and were visited at one time. */
const OF_NEIGHBOURS =
  /lat|lon|lng|gps|geo|coord|place|ort|village|date|time|today|start|end|submi|visit|altitude|accuracy|^[xy]$/i;
const SHOWN = 40;

/** Looks at rows as they are read. */
export class RepeatedRows {
  readonly #id: string;
  #columns: readonly { readonly name: string; readonly at: number }[] = [];
  #idAt = -1;
  readonly #ids: string[] = [];
  /** Cells of each column, in the order of the rows. */
  #cells: string[][] = [];

  /** @param id column of the ids */
  constructor(id: string) {
    this.#id = id;
  }

  begin(columns: readonly string[]): void {
    this.#idAt = columns.indexOf(this.#id);
    this.#columns = columns
      .map((name, at) => ({ name, at }))
      .filter(({ name, at }) => at !== this.#idAt && !OF_NEIGHBOURS.test(name))
      .slice(0, MOST_COLUMNS);
    this.#cells = this.#columns.map(() => []);
  }

  add(row: readonly string[]): void {
    const id = (row[this.#idAt] ?? '').trim();
    if (id === '' || this.#ids.length >= MOST_ROWS) return;
    this.#ids.push(id);
    for (const [place, { at }] of this.#columns.entries())
      this.#cells[place]?.push((row[at] ?? '').trim().toLowerCase());
  }

  /** Undefined where hardly any row repeats another in two such columns. */
  result(): RepeatedUnits | undefined {
    const of = this.#ids.length;
    if (of < FEW_ROWS) return undefined;
    const telling = this.#cells.flatMap((cells, place) => (tellsApart(cells) ? [place] : []));
    if (telling.length < 2) return undefined;
    const first = new Map<string, string>();
    let rows = 0;
    let example = '';
    for (const [row, id] of this.#ids.entries()) {
      const own = telling.map((place) => this.#cells[place]?.[row] ?? '');
      if (own.includes('')) continue;
      const key = own.join('\u0000');
      const before = first.get(key);
      if (before === undefined) first.set(key, id);
      else if (before !== id) {
        rows++;
        if (example === '') example = `${id.slice(0, SHOWN)} like ${before.slice(0, SHOWN)}`;
      }
    }
    if (rows < LEAST || rows < LEAST_PART * of) return undefined;
    return { rows, of, columns: telling.map((place) => this.#columns[place]?.name ?? ''), example };
  }
}

function tellsApart(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell !== '');
  if (filled.length < FILLED * cells.length || new Set(filled).size < DIFFERENT * filled.length) return false;
  const numbers = filled.map((cell) => /^(\D*)(\d{1,9})$/.exec(cell));
  const isCount =
    numbers.every((found) => found !== null && found[1] === numbers[0]?.[1]) &&
    Math.max(...numbers.slice(0, 10_000).map((found) => Number(found?.[2]))) <= COUNTS_ROWS * cells.length;
  return !isCount;
}

/** In words, for a warning and a mark. */
export function repeatedWords({ rows, of, columns, example }: RepeatedUnits): string {
  const named = columns.slice(0, 3).map((name) => `"${oneLine(name, SHOWN)}"`);
  return `${rows} of ${of} rows of the registry have the same ${named.join(' and ')} as another one (${oneLine(example, 3 * SHOWN)}): a home under several ids is drawn as often.`;
}
