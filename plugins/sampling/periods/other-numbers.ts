import { nextTurn, numberRule, readNumber } from 'oracle-runtime/kit';
import { isMissingMark } from '../registry/no-unit.js';
import { numberInWords } from './number-in-words.js';

/** Columns that are looked at, and cells of them that are kept: more would hold too much. */
const [MOST_COLUMNS, MOST_CELLS] = [200, 2_000_000];
/** Cells of a column after which one that holds words for the most part is let go. */
const FIRST_CELLS = 20;
/** A column holds numbers when so many of its cells do. */
const MOSTLY = 0.8;

/** The numbers of a column by the index of their row, and the unit that its cells say; undefined for none and for several. */
export interface ColumnNumbers {
  readonly numbers: ReadonlyMap<number, number>;
  readonly unit: string | undefined;
}

/** Keeps the numbers of the columns that are not read, row by row. */
export class OtherNumbers {
  readonly #columns: readonly string[];
  readonly #kept: Map<number, Map<number, string>>;
  readonly #words = new Map<number, number>();
  /** The first unit behind the numbers of a column; null where another cell has another one. */
  readonly #units = new Map<number, string | undefined | null>();
  #cells = 0;

  /** @param used places of the columns that are read */
  constructor(columns: readonly string[], used: readonly number[]) {
    this.#columns = columns;
    const places = columns.flatMap((name, at) => (used.includes(at) || name.trim() === '' ? [] : [at]));
    this.#kept = new Map(places.slice(0, MOST_COLUMNS).map((at) => [at, new Map()]));
  }

  /** @param index of the row, by which its number is found again */
  add(index: number, row: readonly string[]): void {
    for (const [at, cells] of this.#kept) {
      const text = (row[at] ?? '').trim();
      if (text === '' || isMissingMark(text)) continue;
      const number = numberInWords(text);
      if (number !== undefined) {
        cells.set(index, number.text);
        const unit = this.#units.has(at) ? this.#units.get(at) : number.unit;
        this.#units.set(at, unit === number.unit ? unit : null);
        this.#cells += 1;
      } else this.#words.set(at, (this.#words.get(at) ?? 0) + 1);
      const words = this.#words.get(at) ?? 0;
      if ((words + cells.size >= FIRST_CELLS && !this.#isNumbers(at)) || this.#cells > MOST_CELLS) {
        this.#cells -= cells.size;
        this.#kept.delete(at);
      }
    }
  }

  #isNumbers(at: number): boolean {
    const numbers = this.#kept.get(at)?.size ?? 0;
    return numbers >= MOSTLY * (numbers + (this.#words.get(at) ?? 0));
  }

  /**
   * The numbers of each column. Columns whose numbers are not written by one rule, or are of several units, say nothing.
   * @param plain whether the file is written with decimal points
   */
  async read(plain: boolean): Promise<Map<string, ColumnNumbers>> {
    const found = new Map<string, ColumnNumbers>();
    for (const [at, cells] of this.#kept) {
      await nextTurn();
      const unit = this.#units.get(at);
      if (cells.size === 0 || unit === null || !this.#isNumbers(at)) continue;
      const rule = numberRule(
        [...cells].map(([line, text]) => ({ text, line })),
        undefined,
        plain,
      );
      if ('faults' in rule) continue;
      const numbers = [...cells].flatMap(([index, text]) => {
        const number = readNumber(text, rule);
        return number === undefined ? [] : [[index, number] as const];
      });
      found.set(this.#columns[at] ?? '', { numbers: new Map(numbers), unit });
    }
    return found;
  }
}
