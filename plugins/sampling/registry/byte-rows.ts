const MAX_STORED_CELLS = 4096;
const SPACE = 0x20;

/** One row of a text registry as bytes; valid during the call that receives it. */
export interface ByteRow {
  readonly bytes: Buffer;
  /** Cell `i` is `bytes[starts[i]..ends[i])`, for the first 4,096 cells. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** Cells of the row. */
  readonly width: number;
  readonly line: number;
  /** The cells as text. */
  cells(): string[];
}

/** Whole rows of UTF-8 without quotes, split at two bytes. */
export class ByteRows implements ByteRow {
  readonly bytes: Buffer;
  readonly starts = new Uint32Array(MAX_STORED_CELLS);
  readonly ends = new Uint32Array(MAX_STORED_CELLS);
  width = 0;
  line: number;
  readonly #delimiter: number;
  readonly #newline: number;
  readonly #skip: number;

  /**
   * @param bytes ends with a newline.
   * @param line of the first row.
   * @param skip rows at the beginning, not counting blank ones, that are a header.
   */
  constructor(bytes: Buffer, delimiter: number, newline: number, line: number, skip: number) {
    this.bytes = bytes;
    this.#delimiter = delimiter;
    this.#newline = newline;
    this.line = line - 1;
    this.#skip = skip;
  }

  /** Visits the rows that are not blank. Gives how many lines there were, and how many rows were skipped. */
  forEachRow(visit: (row: ByteRow) => void): { lines: number; skipped: number } {
    const { bytes, starts, ends } = this;
    const delimiter = this.#delimiter;
    const newline = this.#newline;
    let skipped = 0;
    let lines = 0;
    let cell = 0;
    starts[0] = 0;
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at];
      if (byte === delimiter) {
        ends[cell] = at;
        cell++;
        starts[cell] = at + 1;
      } else if (byte === newline) {
        ends[cell] = at;
        this.width = cell + 1;
        this.line++;
        lines++;
        cell = 0;
        if (!this.#isBlank(at)) {
          if (skipped < this.#skip) skipped++;
          else visit(this);
        }
        starts[0] = at + 1;
      }
    }
    return { lines, skipped };
  }

  cells(): string[] {
    const cells: string[] = [];
    for (let at = 0; at < Math.min(this.width, MAX_STORED_CELLS); at++)
      cells.push(this.bytes.toString('utf8', this.starts[at], this.ends[at]));
    return cells;
  }

  /** Whether the row that ends at `end` holds nothing but delimiters and white space. Most rows answer at their first byte. */
  #isBlank(end: number): boolean {
    for (let at = this.starts[0] ?? 0; at < end; at++) {
      const byte = this.bytes[at] ?? 0;
      if (byte > SPACE && byte !== this.#delimiter) return false;
    }
    return true;
  }
}
