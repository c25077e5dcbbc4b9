import { describeLeftOut, type LeftOutRow } from 'oracle-runtime/kit';
import { FrameBuilder } from './frame-builder.js';
import type { FrameColumns } from './frame-columns.js';
import type { FaultList, FrameFault } from './frame-faults.js';
import { describeHidden, isUnseen } from './hidden-parts.js';
import type { IdShapes } from './id-shapes.js';
import { ListHash } from './list-hash.js';
import type { OpenRegistry } from './registry-table.js';
import type { RepeatedUnits } from './repeated-rows.js';
import type { IdSorter } from './sorter/id-sorter.js';
import { stratumRemarks } from './stratum-remarks.js';
import type { MistypedIds } from './twin-ids.js';
import { stratumOf } from './unit-tag.js';
import { describeSheets } from './unread-sheets.js';

/** One stratum as the registry has it. */
export interface FrameStratum {
  readonly name: string;
  readonly size: number;
  /** SHA-256 of its ids, sorted bytewise, each ended by a line break. */
  readonly sha256: string;
}

/** What a registry is as a sampling frame. */
export interface Frame {
  /** Units. */
  readonly size: number;
  /** SHA-256 of all ids, sorted bytewise, each ended by a line break. */
  readonly sha256: string;
  /** In the order of their first rows; absent without a stratum column. */
  readonly strata?: readonly FrameStratum[];
  readonly adoption?: { readonly adopters: number; readonly nonAdopters: number; readonly unclear: number };
  readonly faults: readonly FrameFault[];
  /** Ids that may be those of others; absent where there are none, or nobody looked. */
  readonly mistyped?: MistypedIds;
  /** Rows that repeat another one but for the id; absent where hardly any does, or nobody looked. */
  readonly repeated?: RepeatedUnits;
  /** The first and the last three units in the order of their rows. */
  readonly firstUnits: readonly string[];
  readonly lastUnits: readonly string[];
  /** Rows that were recognised as none of a unit. */
  readonly leftOut: readonly LeftOutRow[];
  readonly warnings: readonly string[];
}

/** A unit while the registry is read, in the order of its rows. */
export interface FrameUnit {
  readonly id: string;
  readonly line: number;
  /** Index into the strata met so far; 0 without a stratum column. */
  readonly stratum: number;
  readonly adopter: boolean | undefined;
  /** NaN without a size column. */
  readonly size: number;
}

export interface FrameReader {
  /** Called for each new stratum, with its index in order from 0 (once, with `undefined`, when there is no column). */
  readonly onStratum?: (name: string | undefined) => void;
  readonly onUnit?: (unit: FrameUnit) => void;
  /** Takes the place of `onUnit` where the id is at hand as bytes (`bytes[start..end)`, plain ASCII, valid during the call). */
  readonly onBytes?: (
    bytes: Buffer,
    start: number,
    end: number,
    stratum: number,
    adopter: boolean | undefined,
  ) => void;
  /** What the ids look like, once all are read. */
  readonly onShapes?: (shapes: IdShapes) => void;
  /** Called when all rows were read and counts are known, before the first `onPlaced`. */
  readonly onCounted?: (size: number, strata: readonly { name: string | undefined; size: number }[]) => void;
  /**
   * Each unit in the order of the sorted frame: its id `bytes[start..end)`, valid during the call, its tag, which `unit-tag`
   * reads, and its place in its stratum, from 1.
   */
  readonly onPlaced?: (
    bytes: Buffer,
    start: number,
    end: number,
    tag: number,
    positionInStratum: number,
  ) => void;
  readonly signal?: AbortSignal;
}

/**
 * Reads a registry once, row by row, and gives what the frame is: size, hash, strata, faults. Memory does not grow with
 * the number of rows (ids are sorted through a temporary file). Faulty rows are listed, never repaired.
 *
 * @throws OracleError `invalid_request` for columns that are not there; what the file's reader throws.
 */
export async function readFrame(
  table: OpenRegistry,
  wanted: FrameColumns,
  reader: FrameReader = {},
): Promise<Frame> {
  try {
    return await readOpenFrame(table, wanted, reader);
  } finally {
    await table.close();
  }
}

async function readOpenFrame(table: OpenRegistry, wanted: FrameColumns, reader: FrameReader): Promise<Frame> {
  const builder = new FrameBuilder(table, wanted, reader);
  const { faults, warnings, strata, adoption, sorter, places } = builder;
  const onRow = builder.addBytes.bind(builder);
  const usedPlaces = Object.values(places);
  let numericIds: number | undefined;
  try {
    for await (const batch of table.byteBatches ?? table.batches) {
      reader.signal?.throwIfAborted();
      if ('forEachRow' in batch) {
        batch.forEachRow(onRow);
        builder.ends.endBatch();
        continue;
      }
      for (const [at, row] of batch.rows.entries()) {
        const before = sorter.count;
        builder.addRow(row, batch.lines[at] ?? 0, isUnseen(batch, at, usedPlaces));
        // A total below the units is none, whatever stands in its cells.
        if (sorter.count > before && batch.numbers?.[at]?.includes(places.id) === true)
          numericIds ??= batch.lines[at];
      }
      builder.ends.endBatch();
    }
    builder.end();
    if (numericIds !== undefined) {
      warnings.push(
        `the id column "${wanted.id}" holds numbers (from line ${numericIds}): leading zeros and digits beyond 15 are lost before this program sees them; format the column as text`,
      );
    }
    if (places.adopter !== undefined && adoption.unclear > 0) {
      warnings.push(
        `${adoption.unclear} units have an adopter cell that says neither yes nor no; they stay in the frame`,
      );
    }
    warnings.push(...describeHidden(table.hidden, Object.values(wanted)));
    warnings.push(...describeSheets(table, 'put the rows of all under one heading in one sheet'));
    if (table.repeat !== undefined)
      warnings.push(`each answer of the repeat group "${table.repeat}" is read as a unit`);
    const leftOut = table.leftOut.rows();
    if (leftOut.length > 0) warnings.push(`left out as no units: ${describeLeftOut(leftOut)}`);
    if (builder.oddIds.length > 0)
      warnings.push(
        `ids without a digit, unlike the others: ${builder.oddIds.map(({ line, id }) => `line ${line} "${id}"`).join(', ')}; they stay in the frame`,
      );
    warnings.push(
      ...stratumRemarks(strata.flatMap(({ name, size }) => (name === undefined ? [] : [{ name, size }]))),
    );
    reader.onCounted?.(sorter.count, strata);
    reader.onShapes?.(builder.shapes);
    const hashes = await placeAll(sorter, strata.length, faults, reader);
    return {
      size: sorter.count,
      sha256: hashes.all,
      ...(places.stratum !== undefined && {
        strata: strata.map(({ name = '', size }, at) => ({ name, size, sha256: hashes.strata[at] ?? '' })),
      }),
      ...(places.adopter !== undefined && { adoption }),
      firstUnits: builder.ends.first,
      lastUnits: builder.ends.last,
      faults: faults.list(),
      leftOut,
      warnings,
    };
  } finally {
    sorter.dispose();
  }
}

/** Goes through the sorted frame: hashes, duplicates, places. */
async function placeAll(
  sorter: IdSorter,
  strataCount: number,
  faults: FaultList,
  reader: FrameReader,
): Promise<{ all: string; strata: string[] }> {
  const all = new ListHash();
  const byStratum = Array.from({ length: strataCount }, () => new ListHash());
  const positions = new Uint32Array(strataCount);
  await sorter.forEach((bytes, start, end, line, tag, repeated) => {
    if (repeated) faults.add('duplicate_id', line, bytes.toString('utf8', start, end));
    const stratum = stratumOf(tag);
    all.add(bytes, start, end);
    if (strataCount > 1) byStratum[stratum]?.add(bytes, start, end);
    const positionInStratum = (positions[stratum] ?? 0) + 1;
    positions[stratum] = positionInStratum;
    reader.onPlaced?.(bytes, start, end, tag, positionInStratum);
  });
  const digest = all.digest();
  return { all: digest, strata: strataCount > 1 ? byStratum.map((hash) => hash.digest()) : [digest] };
}
