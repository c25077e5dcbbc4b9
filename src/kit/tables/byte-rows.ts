const MAX_CELLS = 4096;
const SPACE = 0x20;
const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const RETURN = 0x0d;

/** One row of a text as bytes; valid during the call that receives it. */
export interface ByteRow {
  readonly bytes: Buffer;
  /** Cell `i` is `bytes[starts[i]..ends[i])`. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** Cells of the row. */
  readonly width: number;
  readonly line: number;
  /** The cells as text. */
  cells(): string[];
}

/**
 * Splits whole rows of UTF-8 at two bytes. It knows plain cells and cells in quotes that hold no quote and no line break;
 * it stops before a row with anything else or with more than 4,096 cells, which is for the parser of text.
 */
export class ByteRows implements ByteRow {
  bytes: Buffer = Buffer.alloc(0);
  readonly starts = new Uint32Array(MAX_CELLS);
  readonly ends = new Uint32Array(MAX_CELLS);
  width = 0;
  line = 0;
  readonly #delimiter: number;
  readonly #newline: number;

  constructor(delimiter: number, newline: number) {
    this.#delimiter = delimiter;
    this.#newline = newline;
  }

  /**
   * Visits the rows that are not blank. Gives how many lines and bytes were read, and how many rows were skipped or blank.
   *
   * @param bytes ends with a newline.
   * @param line of the first row.
   * @param skip rows at the beginning, not counting blank ones, that are no data.
   */
  forEachRow(
    bytes: Buffer,
    line: number,
    skip: number,
    visit: (row: ByteRow) => void,
  ): { lines: number; used: number; skipped: number; blank: number } {
    this.bytes = bytes;
    this.line = line - 1;
    const { starts, ends } = this;
    const delimiter = this.#delimiter;
    const newline = this.#newline;
    // Most bytes are letters and digits and sort after all three.
    const special = Math.max(delimiter, newline, QUOTE);
    let used = 0;
    let lines = 0;
    let skipped = 0;
    let blanks = 0;
    let cell = 0;
    let start = 0;
    /** Where the text of a cell in quotes ends; 0 for a plain cell. */
    let textEnd = 0;
    let quoted = false;
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0;
      if (byte > special) continue;
      if (byte === delimiter) {
        starts[cell] = start;
        ends[cell] = textEnd || at;
        if (++cell === MAX_CELLS) break;
        start = at + 1;
        textEnd = 0;
      } else if (byte === newline) {
        starts[cell] = start;
        ends[cell] = textEnd || at;
        this.width = cell + 1;
        const blank = this.#isBlank(used, at, quoted);
        if (blank && quoted) break;
        this.line++;
        lines++;
        if (blank) blanks++;
        else if (skipped < skip) skipped++;
        else visit(this);
        cell = 0;
        start = at + 1;
        textEnd = 0;
        quoted = false;
        used = start;
      } else if (byte === QUOTE) {
        textEnd = at === start ? this.#closingQuote(start + 1) : 0;
        if (textEnd === 0) break;
        quoted = true;
        start++;
        at = textEnd;
      }
    }
    return { lines, used, skipped, blank: blanks };
  }

  cells(): string[] {
    const cells: string[] = [];
    for (let at = 0; at < this.width; at++)
      cells.push(this.bytes.toString('utf8', this.starts[at], this.ends[at]));
    return cells;
  }

  /** Where the quote is that closes a cell; 0 unless a delimiter or the end of the row follows at once. */
  #closingQuote(from: number): number {
    const { bytes } = this;
    for (let at = from; at < bytes.length; at++) {
      const byte = bytes[at];
      if (byte === this.#newline) return 0;
      if (byte !== QUOTE) continue;
      const atReturn = bytes[at + 1] === RETURN && this.#newline === LINE_FEED;
      const next = bytes[atReturn ? at + 2 : at + 1];
      return next === this.#newline || (next === this.#delimiter && !atReturn) ? at : 0;
    }
    return 0;
  }

  /** Whether a row holds nothing but delimiters, white space and, if it has any, quotes. Most answer at their first byte. */
  #isBlank(start: number, end: number, quoted: boolean): boolean {
    for (let at = start; at < end; at++) {
      const byte = this.bytes[at] ?? 0;
      if (byte > SPACE && byte !== this.#delimiter && !(quoted && byte === QUOTE)) return false;
    }
    return true;
  }
}
