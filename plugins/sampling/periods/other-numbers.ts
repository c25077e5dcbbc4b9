import { looksLikeNumber, nextTurn, numberRule, readNumber } from 'oracle-runtime/kit';
import { isMissingMark } from '../registry/no-unit.js';
import type { ValuePair } from './again.js';
import { correlation } from './correlation.js';
import type { Reading } from './reading.js';

/** Columns that are looked at, and cells of them that are kept: more would hold too much. */
const [MOST_COLUMNS, MOST_CELLS] = [200, 2_000_000];
/** Cells of a column after which one that holds words for the most part is let go. */
const FIRST_CELLS = 20;
/** A column holds numbers when so many of its cells do. */
const MOSTLY = 0.8;

/** Keeps the numbers of the columns that are not read, row by row. */
export class OtherNumbers {
  readonly #columns: readonly string[];
  readonly #kept: Map<number, Map<number, string>>;
  readonly #words = new Map<number, number>();
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
      if (looksLikeNumber(text)) {
        cells.set(index, text);
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
   * The numbers of each column by the index of their row. Columns whose numbers are not written by one rule say nothing.
   * @param plain whether the file is written with decimal points
   */
  async read(plain: boolean): Promise<Map<string, ReadonlyMap<number, number>>> {
    const found = new Map<string, ReadonlyMap<number, number>>();
    for (const [at, cells] of this.#kept) {
      await nextTurn();
      if (cells.size === 0 || !this.#isNumbers(at)) continue;
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
      found.set(this.#columns[at] ?? '', new Map(numbers));
    }
    return found;
  }
}

/** Fewer pairs say nothing of two columns. */
const LEAST_PAIRS = 10;
/** Two columns of one thing go together by so much; */
const GO_TOGETHER = 0.9;
/** or have so many values alike, and go together by so much all the same. */
const [ALIKE, SOMEWHAT] = [0.5, 0.5];
/** With fewer kinds of values, such as yes and no, anything goes together. */
const LEAST_KINDS = 3;
const SAME = 1e-9;

/**
 * What a column of numbers says of the units and days of readings, where it is of the same thing as they are: some of them
 * raised, all of them by a factor, or in another unit. Undefined where it is not, or says the same.
 * @param numbers by the index of a reading
 * @param isForm whether a form wrote both: what it computes a value from goes with it
 */
export function readingsBeside(
  readings: readonly Reading[],
  numbers: ReadonlyMap<number, number>,
  isForm: boolean,
): Reading[] | undefined {
  const beside = [...numbers].flatMap(([index, value]) => {
    const reading = readings[index];
    return reading === undefined ? [] : [{ reading, value }];
  });
  const pairs = beside.flatMap(({ reading, value: old }) =>
    reading.value === null ? [] : [{ value: reading.value, old }],
  );
  if (!areOfOneThing(pairs, isForm)) return undefined;
  const saysMore = pairs.length < beside.length || pairs.some((pair) => !isAlike(pair));
  return saysMore
    ? beside.map(({ reading: { unitId, date }, value }) => ({ unitId, date, value }))
    : undefined;
}

function areOfOneThing(pairs: readonly ValuePair[], isForm: boolean): boolean {
  if (pairs.length < LEAST_PAIRS || new Set(pairs.map(({ value }) => value)).size < LEAST_KINDS) return false;
  const together = correlation(pairs);
  const alike = pairs.filter(isAlike).length;
  return (alike >= ALIKE * pairs.length && together >= SOMEWHAT) || (!isForm && together >= GO_TOGETHER);
}

const isAlike = ({ value, old }: ValuePair) => Math.abs(value - old) <= SAME;
