import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nextTurn } from 'oracle-runtime/kit';
import { MAX_ID_BYTES } from '../id-rule.js';
import { ByteCensus } from './byte-census.js';
import { compareIds, copyRecord, HEAD_WORDS, lengthOfHead, sizeOfHead, tagOfHead } from './id-record.js';
import { MergeCursor } from './merge-cursor.js';
import { PackedRun } from './packed-run.js';
import { FileCursor, MemoryCursor, type RecordCursor, writeBlock, writeRecords } from './record-cursor.js';

/** Ids between two breaths of the event loop. */
const BREATH = 2 ** 13;
/** Exact in a double. */
const MAX_MERGE_KEY = 2 ** 52;

/**
 * Takes one id on its way out of the sorter: `bytes[start..end)`, valid during the call. `repeated` says that the id before
 * it was the same.
 */
export type VisitId = (
  bytes: Buffer,
  start: number,
  end: number,
  line: number,
  tag: number,
  repeated: boolean,
) => void;

/**
 * Sorts any number of ids bytewise, ten million in about 10 MB: runs of 65,536 ids are sorted in memory; when there is more than
 * one, they go to a file in the system's temporary directory (about 20 bytes an id) and are merged from there. A
 * registry that is already in order skips the sorting and the comparing, not the file.
 */
export class IdSorter {
  readonly #run: PackedRun;
  readonly #runs: { position: number; length: number }[] = [];
  /** What the ids in the file are made of. */
  readonly #census = new ByteCensus();
  #file: number | undefined;
  #directory: string | undefined;
  #written = 0;
  #count = 0;
  /** Last id of the latest run while each run begins after the one before ended. */
  #tail: Uint32Array | undefined;
  #inOrder = true;

  /** @param runCapacity ids that are sorted in memory at a time. */
  constructor(runCapacity?: number) {
    this.#run = new PackedRun(runCapacity);
  }

  get count(): number {
    return this.#count;
  }

  /** @param tag any number below 2^22 that goes with the id. */
  add(id: string, line: number, tag: number): void {
    if (!this.#run.add(id, line, tag)) {
      this.#spill();
      this.#run.add(id, line, tag);
    }
    this.#count++;
  }

  /** The same for an id that is at hand as UTF-8 bytes. */
  addBytes(bytes: Buffer, start: number, end: number, line: number, tag: number): void {
    if (!this.#run.addBytes(bytes, start, end, line, tag)) {
      this.#spill();
      this.#run.addBytes(bytes, start, end, line, tag);
    }
    this.#count++;
  }

  /** Visits all ids in order, giving way to other work now and then. Once only. */
  async forEach(visit: VisitId): Promise<void> {
    const previous = new Uint32Array(sizeOfHead(MAX_ID_BYTES));
    for (const cursor of this.#cursors()) {
      while (visitSome(cursor, previous, visit)) await nextTurn();
    }
  }

  /** Removes the temporary file. Safe to call twice. */
  dispose(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    if (this.#directory !== undefined) rmSync(this.#directory, { recursive: true, force: true });
    this.#file = undefined;
    this.#directory = undefined;
  }

  /** Cursors that give all ids in order, one after another. */
  #cursors(): RecordCursor[] {
    if (this.#runs.length === 0) return [new MemoryCursor(this.#run, this.#run.sorted().places)];
    this.#spill();
    const file = this.#file;
    if (file === undefined) throw new Error('the sorter was disposed');
    const cursors = this.#runs.map(({ position, length }) => new FileCursor(file, position, length));
    return this.#inOrder ? cursors : [new MergeCursor(cursors, this.#census.key(MAX_MERGE_KEY))];
  }

  #spill(): void {
    const run = this.#run;
    if (run.count === 0) return;
    if (this.#file === undefined) {
      this.#directory = mkdtempSync(join(tmpdir(), 'registry-'));
      this.#file = openSync(join(this.#directory, 'ids'), 'wx+', 0o600);
    }
    const { places, census } = run.sorted();
    this.#census.merge(census);
    if (this.#inOrder) this.#observe(run.words, places[0] ?? 0, places[places.length - 1] ?? 0);
    const length = run.ascending
      ? writeBlock(this.#file, this.#written, run.bytes, run.used * 4)
      : writeRecords(this.#file, this.#written, run, places);
    this.#runs.push({ position: this.#written, length });
    this.#written += length;
    run.clear();
  }

  /** Keeps track of whether the runs follow each other. */
  #observe(words: Uint32Array, first: number, last: number): void {
    if (this.#tail !== undefined && compareIds(this.#tail, 0, words, first) >= 0) this.#inOrder = false;
    this.#tail ??= new Uint32Array(sizeOfHead(MAX_ID_BYTES));
    copyRecord(words, last, this.#tail);
  }
}

/** Visits the next ids, as many as go in one breath; false when there are no more. `previous` keeps the last one. */
function visitSome(cursor: RecordCursor, previous: Uint32Array, visit: VisitId): boolean {
  for (let count = 0; count < BREATH; count++) {
    if (!cursor.next()) return false;
    const { words, bytes, at } = cursor;
    const head = words[at + 1] ?? 0;
    const start = (at + HEAD_WORDS) * 4;
    const repeated = compareIds(previous, 0, words, at) === 0;
    if (!repeated) copyRecord(words, at, previous);
    visit(bytes, start, start + lengthOfHead(head), words[at] ?? 0, tagOfHead(head), repeated);
  }
  return true;
}
