import { OracleError } from 'oracle-runtime/plugin';

/** How the rows of a file split. */
export interface Dialect {
  /** One byte. */
  readonly delimiter: number;
  /** LF, or CR of old files. */
  readonly newline: 0x0a | 0x0d;
}

/** Where the fields of a row stand in its bytes, quotes left out. */
export interface Fields {
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

export type OnRow = (bytes: Uint8Array, count: number, line: number) => void;

const MOST_FIELDS = 16_384;
const MOST_ROW_BYTES = 2 ** 20;
const QUOTE = 0x22;

/**
 * Splits bytes into rows and fields, piece by piece, without making a string of any. A quoted field may hold the
 * delimiter; line breaks within quotes no logger writes, so a line is always a row.
 */
export class FieldScanner implements Fields {
  readonly starts = new Int32Array(MOST_FIELDS);
  readonly ends = new Int32Array(MOST_FIELDS);
  readonly #delimiter: number;
  readonly #newline: number;
  readonly #onRow: OnRow;
  #rest: Uint8Array = new Uint8Array(0);
  #line = 0;

  constructor({ delimiter, newline }: Dialect, onRow: OnRow) {
    this.#delimiter = delimiter;
    this.#newline = newline;
    this.#onRow = onRow;
  }

  /** @throws OracleError `invalid_request` for a line that is no line of a logger */
  push(chunk: Uint8Array): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const end = bytes.lastIndexOf(this.#newline) + 1;
    this.#rest = bytes.subarray(end);
    if (this.#rest.length > MOST_ROW_BYTES) throw tooLong(this.#line + 1);
    this.#scan(bytes, end);
  }

  /** The last line, which may have no line break. */
  end(): void {
    const last = this.#rest;
    this.#rest = new Uint8Array(0);
    if (last.length > 0) this.#scan(Buffer.concat([last, Buffer.of(this.#newline)]), last.length + 1);
  }

  #scan(bytes: Uint8Array, end: number): void {
    const { starts, ends } = this;
    const [delimiter, newline] = [this.#delimiter, this.#newline];
    let at = 0;
    while (at < end) {
      let count = 0;
      for (;;) {
        let from = at;
        let to: number;
        if (bytes[at] === QUOTE) {
          from = ++at;
          while (at < end && bytes[at] !== QUOTE && bytes[at] !== newline) at++;
          to = at;
          while (at < end && bytes[at] !== delimiter && bytes[at] !== newline) at++;
        } else {
          while (at < end) {
            const byte = bytes[at];
            if (byte === delimiter || byte === newline) break;
            at++;
          }
          to = at;
        }
        if (count === MOST_FIELDS)
          throw new OracleError('invalid_request', {
            detail: `Line ${this.#line + 1} has more than ${MOST_FIELDS} cells.`,
            hint: 'Split a wide file into several of fewer columns.',
          });
        starts[count] = from;
        ends[count++] = to;
        if (bytes[at] === newline) break;
        at++;
      }
      const last = count - 1;
      const stop = ends[last] as number;
      if (stop > (starts[last] as number) && bytes[stop - 1] === 0x0d) ends[last] = stop - 1;
      at++;
      this.#line++;
      this.#onRow(bytes, count, this.#line);
    }
  }
}

function tooLong(line: number): OracleError {
  return new OracleError('invalid_request', {
    detail: `Line ${line} has more than ${MOST_ROW_BYTES} bytes: this is no table of a logger.`,
    hint: 'Send CSV with one reading, or one instant of all sensors, on a line.',
  });
}
