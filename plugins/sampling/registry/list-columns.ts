import { FrameSketch, type SketchKey } from './frame-sketch.js';
import { openRegistry } from './open-registry.js';
import type { RegistrySource } from './registry-source.js';
import type { ReadOptions } from './registry-table.js';
import type { RepeatedRows } from './repeated-rows.js';

/** What tells a column of a list from those of other lists: some of the marks of its cells. */
export type ColumnMarks = readonly string[];

/** Columns that are kept of one list. */
const MOST_COLUMNS = 8;
/** Of fewer rows several lists may have as many cells in common by chance. */
const FEW_ROWS = 20;
/** A column tells units apart where so many of its rows have a cell, and so many of these are different. */
const FILLED = 0.9;
const DIFFERENT = 0.8;
/** Numbers up to this many times the rows count rows, and any list has the same. */
const COUNTS_ROWS = 3;
/** Marks are below this; the smallest of many lie as close as there are many. */
const SPACE = 2 ** 53;

/** One column while the rows are read. */
class Column {
  readonly #sketch: FrameSketch;
  #filled = 0;
  #prefix: string | undefined;
  #isCount = true;
  #most = 0;

  constructor(key: SketchKey) {
    this.#sketch = new FrameSketch(key);
  }

  add(cell: string): void {
    if (cell === '') return;
    this.#filled++;
    const bytes = Buffer.from(cell, 'utf8');
    this.#sketch.add(bytes, 0, bytes.length);
    if (!this.#isCount) return;
    const [, prefix, number] = /^(\D*)(\d{1,9})$/.exec(cell) ?? [];
    this.#prefix ??= prefix;
    this.#isCount = number !== undefined && prefix === this.#prefix;
    this.#most = Math.max(this.#most, Number(number));
  }

  /** Undefined for a column that other lists may have as well: of names of places, of numbers of rows. */
  marks(rows: number): ColumnMarks | undefined {
    if (this.#filled < rows * FILLED || (this.#isCount && this.#most <= rows * COUNTS_ROWS)) return undefined;
    const { marks, whole } = this.#sketch.result();
    const last = Number.parseInt(marks.at(-1) ?? '0', 16);
    const different = whole ? marks.length : ((marks.length - 1) * SPACE) / last;
    return different < this.#filled * DIFFERENT ? undefined : marks;
  }
}

/**
 * The columns of a list that tell its units apart, whichever of them the ids are read from: the same list saved with its
 * columns in another order, or with a row less, has the same.
 * @param key undefined of a list that is too large to be compared
 * @param repeated sees each row as well
 * @throws what reading the file throws
 */
export async function listColumns(
  source: RegistrySource,
  options: ReadOptions,
  key: SketchKey | undefined,
  signal: AbortSignal,
  repeated?: RepeatedRows,
): Promise<ColumnMarks[]> {
  const table = await openRegistry(source, options);
  try {
    const columns = key === undefined ? [] : table.columns.map(() => new Column(key));
    repeated?.begin(table.columns);
    let rows = 0;
    for await (const batch of table.batches) {
      signal.throwIfAborted();
      for (const row of batch.rows) {
        rows++;
        repeated?.add(row);
        for (const [at, column] of columns.entries()) column.add((row[at] ?? '').trim());
      }
    }
    if (rows < FEW_ROWS) return [];
    return columns
      .flatMap((column) => {
        const marks = column.marks(rows);
        return marks === undefined ? [] : [marks];
      })
      .slice(0, MOST_COLUMNS);
  } finally {
    await table.close();
  }
}
