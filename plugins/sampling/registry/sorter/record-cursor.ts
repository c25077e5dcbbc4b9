import { readSync, writeSync } from 'node:fs';
import { HEAD_WORDS, type RecordBlock, recordBlock, sizeOfHead } from './id-record.js';

const WRITE_WORDS = 2 ** 16;
const READ_WORDS = 2 ** 13;

/** Goes through records in the order of their ids. The record at `at` is valid until the next step. */
export interface RecordCursor extends RecordBlock {
  readonly at: number;
  /** Moves to the next record; false at the end. */
  next(): boolean;
}

/** Goes through records in memory. */
export class MemoryCursor implements RecordCursor {
  readonly words: Uint32Array;
  readonly bytes: Buffer;
  at = 0;
  readonly #places: Uint32Array;
  #step = 0;

  constructor(block: RecordBlock, places: Uint32Array) {
    this.words = block.words;
    this.bytes = block.bytes;
    this.#places = places;
  }

  next(): boolean {
    if (this.#step === this.#places.length) return false;
    this.at = this.#places[this.#step++] ?? 0;
    return true;
  }
}

/** Goes through records in a file, a block at a time. */
export class FileCursor implements RecordCursor {
  readonly words: Uint32Array;
  readonly bytes: Buffer;
  at = 0;
  readonly #file: number;
  #position: number;
  readonly #stop: number;
  /** Words: where the next record begins, how many are there. */
  #next = 0;
  #filled = 0;

  /** Reads from byte `position` up to `position + length`. */
  constructor(file: number, position: number, length: number) {
    const block = recordBlock(READ_WORDS);
    this.words = block.words;
    this.bytes = block.bytes;
    this.#file = file;
    this.#position = position;
    this.#stop = position + length;
  }

  next(): boolean {
    let at = this.#next;
    let end = at + HEAD_WORDS;
    if (end <= this.#filled) end = at + sizeOfHead(this.words[at + 1] ?? 0);
    if (end > this.#filled) {
      if (!this.#refill(at)) return false;
      at = 0;
      end = sizeOfHead(this.words[1] ?? 0);
    }
    this.at = at;
    this.#next = end;
    return true;
  }

  #refill(from: number): boolean {
    this.words.copyWithin(0, from, this.#filled);
    let filled = (this.#filled - from) * 4;
    while (filled < READ_WORDS * 4 && this.#position < this.#stop) {
      const wanted = Math.min(READ_WORDS * 4 - filled, this.#stop - this.#position);
      const read = readSync(this.#file, this.bytes, filled, wanted, this.#position);
      if (read === 0) throw new Error('the temporary file of the sorter was cut short');
      filled += read;
      this.#position += read;
    }
    this.#filled = filled / 4;
    return filled > 0;
  }
}

/** Writes records to a file in a given order, from byte `position` on. Gives the bytes written. */
export function writeRecords(
  file: number,
  position: number,
  block: RecordBlock,
  places: Uint32Array,
): number {
  const { words } = block;
  const out = recordBlock(WRITE_WORDS);
  let used = 0;
  let written = 0;
  for (const at of places) {
    const end = at + sizeOfHead(words[at + 1] ?? 0);
    if (used + end - at > WRITE_WORDS) {
      written += writeBlock(file, position + written, out.bytes, used * 4);
      used = 0;
    }
    for (let word = at; word < end; word++) out.words[used++] = words[word] ?? 0;
  }
  return written + writeBlock(file, position + written, out.bytes, used * 4);
}

/** Writes the first bytes of a block. */
export function writeBlock(file: number, position: number, bytes: Buffer, length: number): number {
  for (let done = 0; done < length; ) done += writeSync(file, bytes, done, length - done, position + done);
  return length;
}
