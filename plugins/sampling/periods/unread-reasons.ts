import { readStatus } from './reading.js';

/** Columns and rows that are looked at; the rest would tell no more. */
const MOST_COLUMNS = 200;
const MOST_ROWS = 1000;
/** A column says why there is no value where it is filled for so many rows without one, and for so few of the others. */
const OFTEN = 0.5;
const SELDOM = 0.2;

/** A column that was not read, though it says something just where there is no value. */
export interface UnreadReason {
  readonly column: string;
  /** The first line, and what it says. */
  readonly line: number;
  readonly text: string;
}

/** Watches the columns that are not read, row by row, for one that says why there is no value. */
export class UnreadReasons {
  readonly #columns: readonly string[];
  readonly #places: readonly number[];
  readonly #filled = new Map<number, number>();
  #valued = 0;
  readonly #without: { readonly line: number; readonly cells: ReadonlyMap<number, string> }[] = [];

  /** @param used places of the columns that are read */
  constructor(columns: readonly string[], used: readonly number[]) {
    this.#columns = columns;
    this.#places = columns.flatMap((_, at) => (used.includes(at) ? [] : [at])).slice(0, MOST_COLUMNS);
  }

  add(line: number, row: readonly string[], hasValue: boolean): void {
    const words = this.#places.filter((at) => /\p{L}/u.test(row[at] ?? ''));
    if (hasValue) {
      this.#valued += 1;
      for (const at of words) this.#filled.set(at, (this.#filled.get(at) ?? 0) + 1);
    } else if (this.#without.length < MOST_ROWS)
      this.#without.push({ line, cells: new Map(words.map((at) => [at, (row[at] ?? '').trim()])) });
  }

  /** @param silent lines with neither a value nor a reason */
  of(silent: ReadonlySet<number>): UnreadReason | undefined {
    const rows = this.#without.filter(({ line }) => silent.has(line));
    for (const at of this.#places) {
      const said = rows.flatMap(({ line, cells }) => {
        const text = cells.get(at);
        return text === undefined ? [] : [{ line, text }];
      });
      const [first] = said;
      if (first === undefined || said.length < rows.length * OFTEN) continue;
      const isSeldom = (this.#filled.get(at) ?? 0) <= this.#valued * SELDOM;
      if (isSeldom || said.every(({ text }) => isReason(text)))
        return { column: this.#columns[at] ?? '', ...first };
    }
    return undefined;
  }
}

function isReason(text: string): boolean {
  const reason = readStatus(text);
  return reason !== undefined && reason !== 'valid';
}
