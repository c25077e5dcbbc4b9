import { readSync, writeSync } from 'node:fs';
import type { PackedRun } from './packed-run.js';

/** Line, tag and length before each id on disk. */
const HEADER = 10;
const WRITE_BYTES = 2 ** 18;
const READ_BYTES = 2 ** 16;

/** One id on its way out of the sorter: `bytes[start..end)`, valid until the next one. */
export interface SortedId {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly tag: number;
}

/** Something that gives ids in bytewise order. */
export interface IdCursor extends SortedId {
  /** Moves to the next id; false at the end. */
  next(): boolean;
}

/** Reads a run that is in memory. */
export class MemoryCursor implements IdCursor {
  readonly bytes: Buffer;
  start = 0;
  end = 0;
  line = 0;
  tag = 0;
  readonly #run: PackedRun;
  readonly #order: Uint32Array;
  #at = 0;

  constructor(run: PackedRun, order: Uint32Array) {
    this.#run = run;
    this.#order = order;
    this.bytes = run.bytes;
  }

  next(): boolean {
    const index = this.#order[this.#at++];
    if (index === undefined) return false;
    this.start = this.#run.starts[index] ?? 0;
    this.end = this.#run.starts[index + 1] ?? 0;
    this.line = this.#run.lines[index] ?? 0;
    this.tag = this.#run.tags[index] ?? 0;
    return true;
  }
}

/** Writes a run in its order to a file, from `position` on. Gives the bytes written. */
export function writeRun(file: number, position: number, cursor: IdCursor): number {
  const buffer = Buffer.allocUnsafe(WRITE_BYTES);
  let used = 0;
  let written = 0;
  const flush = () => {
    for (let done = 0; done < used; )
      done += writeSync(file, buffer, done, used - done, position + written + done);
    written += used;
    used = 0;
  };
  while (cursor.next()) {
    const length = cursor.end - cursor.start;
    if (used + HEADER + length > WRITE_BYTES) flush();
    const { line, tag, bytes, start, end } = cursor;
    buffer[used] = line;
    buffer[used + 1] = line >>> 8;
    buffer[used + 2] = line >>> 16;
    buffer[used + 3] = line >>> 24;
    buffer[used + 4] = tag;
    buffer[used + 5] = tag >>> 8;
    buffer[used + 6] = tag >>> 16;
    buffer[used + 7] = tag >>> 24;
    buffer[used + 8] = length;
    buffer[used + 9] = length >>> 8;
    used += HEADER;
    for (let at = start; at < end; at++) buffer[used++] = bytes[at] ?? 0;
  }
  flush();
  return written;
}

/** Reads a run back from a file, a block at a time. */
export class FileCursor implements IdCursor {
  readonly bytes = Buffer.allocUnsafe(READ_BYTES);
  start = 0;
  end = 0;
  line = 0;
  tag = 0;
  readonly #file: number;
  #position: number;
  readonly #stop: number;
  #filled = 0;

  constructor(file: number, position: number, length: number) {
    this.#file = file;
    this.#position = position;
    this.#stop = position + length;
  }

  next(): boolean {
    const { bytes } = this;
    let at = this.end;
    if (this.#filled - at < HEADER || this.#filled - at < HEADER + uint16(bytes, at + 8)) {
      if (!this.#refill(at)) return false;
      at = 0;
    }
    this.line = uint16(bytes, at) + uint16(bytes, at + 2) * 0x10000;
    this.tag = uint16(bytes, at + 4) + uint16(bytes, at + 6) * 0x10000;
    this.start = at + HEADER;
    this.end = this.start + uint16(bytes, at + 8);
    return true;
  }

  #refill(from: number): boolean {
    this.bytes.copyWithin(0, from, this.#filled);
    this.#filled -= from;
    while (this.#filled < READ_BYTES && this.#position < this.#stop) {
      const wanted = Math.min(READ_BYTES - this.#filled, this.#stop - this.#position);
      const read = readSync(this.#file, this.bytes, this.#filled, wanted, this.#position);
      if (read === 0) throw new Error('the temporary file of the sorter was cut short');
      this.#filled += read;
      this.#position += read;
    }
    return this.#filled > 0;
  }
}

/** Little-endian. Millions of calls: Buffer's own checks its arguments each time. */
function uint16(bytes: Buffer, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
}
