import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MergeCursor } from './merge-cursor.js';
import { compareBytes, PackedRun } from './packed-run.js';
import { FileCursor, type IdCursor, MemoryCursor, type SortedId, writeRun } from './run-cursor.js';

/** Ids between two breaths of the event loop. */
const BREATH = 2 ** 16;

/**
 * Sorts any number of ids bytewise in about 20 MB: runs of 131,072 ids are sorted in memory; when there is more than
 * one, they go to a file in the system's temporary directory (about 20 bytes an id) and are merged from there. A
 * registry that is already in order skips the sorting and the comparing, not the file.
 */
export class IdSorter {
  readonly #run: PackedRun;
  readonly #runs: { position: number; length: number }[] = [];
  #file: number | undefined;
  #directory: string | undefined;
  #written = 0;
  #count = 0;
  /** First id, and how many of its bytes all ids share. */
  #first: Buffer | undefined;
  #shared = 0;
  /** Last id of the latest run while each run begins after the one before ended. */
  #tail: Buffer | undefined;
  #inOrder = true;

  /** @param runCapacity ids that are sorted in memory at a time; at most 2^20. */
  constructor(runCapacity?: number) {
    this.#run = new PackedRun(runCapacity);
  }

  get count(): number {
    return this.#count;
  }

  /** @param tag any 32-bit number that goes with the id. */
  add(id: string, line: number, tag: number): void {
    if (!this.#run.add(id, line, tag)) {
      this.#spill();
      this.#run.add(id, line, tag);
    }
    this.#count++;
  }

  /** The same for an id that is at hand as UTF-8 bytes. */
  addBytes(bytes: Uint8Array, start: number, end: number, line: number, tag: number): void {
    if (!this.#run.addBytes(bytes, start, end, line, tag)) {
      this.#spill();
      this.#run.addBytes(bytes, start, end, line, tag);
    }
    this.#count++;
  }

  /** Visits all ids in order, giving way to other work now and then. Once only. */
  async forEach(visit: (id: SortedId) => void): Promise<void> {
    if (this.#count === 0) return;
    const cursors = this.#cursors();
    const merged = cursors.length > 1 && !this.#inOrder ? [new MergeCursor(cursors, this.#shared)] : cursors;
    let until = BREATH;
    for (const cursor of merged) {
      while (cursor.next()) {
        visit(cursor);
        if (--until === 0) {
          until = BREATH;
          await new Promise((resolve) => setImmediate(resolve));
        }
      }
    }
  }

  /** Removes the temporary file. Safe to call twice. */
  dispose(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    if (this.#directory !== undefined) rmSync(this.#directory, { recursive: true, force: true });
    this.#file = undefined;
    this.#directory = undefined;
  }

  #cursors(): IdCursor[] {
    if (this.#runs.length === 0) return [new MemoryCursor(this.#run, this.#run.sorted())];
    this.#spill();
    const file = this.#file;
    if (file === undefined) throw new Error('the sorter was disposed');
    return this.#runs.map(({ position, length }) => new FileCursor(file, position, length));
  }

  #spill(): void {
    const run = this.#run;
    if (run.count === 0) return;
    if (this.#file === undefined) {
      this.#directory = mkdtempSync(join(tmpdir(), 'registry-'));
      this.#file = openSync(join(this.#directory, 'ids'), 'wx+', 0o600);
    }
    const order = run.sorted();
    this.#observe(run, order[0] ?? 0, order[order.length - 1] ?? 0);
    const length = writeRun(this.#file, this.#written, new MemoryCursor(run, order));
    this.#runs.push({ position: this.#written, length });
    this.#written += length;
    run.clear();
  }

  /** Keeps track of the shared prefix and of whether the runs follow each other. */
  #observe(run: PackedRun, first: number, last: number): void {
    const idOf = (index: number) => run.bytes.subarray(run.starts[index] ?? 0, run.starts[index + 1] ?? 0);
    const low = idOf(first);
    const high = idOf(last);
    if (this.#first === undefined) {
      this.#first = Buffer.from(low);
      this.#shared = low.length;
    }
    // In sorted order, what the ends share with the first id, everything between shares with it.
    for (const id of [low, high]) {
      let k = 0;
      while (k < this.#shared && k < id.length && id[k] === this.#first[k]) k++;
      this.#shared = k;
    }
    if (this.#tail !== undefined && compareBytes(this.#tail, 0, this.#tail.length, low, 0, low.length) >= 0)
      this.#inOrder = false;
    this.#tail = Buffer.from(high);
  }
}
