import { OracleError } from 'oracle-runtime/plugin';
import { type FrameColumns, placeColumns, readAdopter } from './frame-columns.js';
import { FaultList, type FrameFault } from './frame-faults.js';
import { normalizeId, normalizeLabel } from './id-rule.js';
import { IdSorter } from './id-sorter.js';
import { ListHash } from './list-hash.js';
import type { RegistryTable } from './registry-table.js';

const MAX_STRATA = 1000;
const MAX_WARNINGS = 20;

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
  readonly warnings: readonly string[];
}

/** A unit while the registry is read, in the order of its rows. */
export interface FrameUnit {
  readonly id: string;
  /** Index into the strata met so far; 0 without a stratum column. */
  readonly stratum: number;
  readonly adopter: boolean | undefined;
  /** NaN without a size column. */
  readonly size: number;
}

/** A unit in the sorted frame. Positions count from 1. */
export interface PlacedUnit {
  readonly stratum: number;
  readonly positionInFrame: number;
  readonly positionInStratum: number;
  readonly adopter: boolean | undefined;
  /** Decodes the id: ask only when it is needed. */
  id(): string;
}

export interface FrameReader {
  /** Called for each new stratum, with its index in order from 0 (once, with `undefined`, when there is no column). */
  readonly onStratum?: (name: string | undefined) => void;
  readonly onUnit?: (unit: FrameUnit) => void;
  /** Called when all rows were read and counts are known, before the first `onPlaced`. */
  readonly onCounted?: (size: number, strata: readonly { name: string | undefined; size: number }[]) => void;
  readonly onPlaced?: (unit: PlacedUnit) => void;
  readonly signal?: AbortSignal;
}

const ADOPTER_CODE = new Map<boolean | undefined, number>([
  [undefined, 0],
  [true, 1],
  [false, 2],
]);
const ADOPTER_OF = [undefined, true, false];

/** Text cut out of a chunk keeps the chunk alive; a copy does not. */
function copied(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8');
}

/**
 * Reads a registry once, row by row, and gives what the frame is: size, hash, strata, faults. Memory does not grow with
 * the number of rows (ids are sorted through a temporary file). Faulty rows are listed, never repaired.
 *
 * @throws OracleError `invalid_request` for columns that are not there; what the file's reader throws.
 */
export async function readFrame(
  table: RegistryTable,
  wanted: FrameColumns,
  reader: FrameReader = {},
): Promise<Frame> {
  const places = placeColumns(table.columns, wanted);
  const width = table.columns.length;
  const lastUsed = Math.max(places.id, places.stratum ?? 0, places.adopter ?? 0, places.size ?? 0);
  const faults = new FaultList();
  const warnings: string[] = [...table.warnings];
  const strata: { name: string | undefined; size: number }[] = [];
  const stratumOf = new Map<string, number>();
  const adoption = { adopters: 0, nonAdopters: 0, unclear: 0 };
  const sorter = new IdSorter();
  let numericIds: number | undefined;

  const newStratum = (name: string | undefined): number => {
    if (strata.length === MAX_STRATA) {
      throw new OracleError('invalid_request', {
        detail: `The column "${wanted.stratum}" has more than ${MAX_STRATA} values: it does not look like strata.`,
        hint: 'Choose the column that names the strata.',
        errors: [{ field: 'columns.stratum', message: `has more than ${MAX_STRATA} values` }],
      });
    }
    reader.onStratum?.(name);
    return strata.push({ name, size: 0 }) - 1;
  };
  /** Index of the stratum of a cell, undefined when it is empty. */
  const placeStratum = (cell: string): number | undefined => {
    const known = stratumOf.get(cell);
    if (known !== undefined) return known;
    const name = copied(normalizeLabel(cell));
    if (name === '') return undefined;
    const index = stratumOf.get(name) ?? newStratum(name);
    stratumOf.set(name, index);
    if (stratumOf.size < 10 * MAX_STRATA) stratumOf.set(copied(cell), index);
    return index;
  };
  if (places.stratum === undefined) newStratum(undefined);

  const readRow = (row: readonly string[], line: number): undefined => {
    if (row.length <= lastUsed) return faults.add('missing_cell', line, row.join(' ').trim());
    if (row.length > width && row.slice(width).some((cell) => cell.trim() !== '')) {
      return faults.add('ragged_row', line, row.slice(width).join(' ').trim());
    }
    if (row.length < width && warnings.length < MAX_WARNINGS) {
      warnings.push(`line ${line} has ${row.length} of ${width} cells; the missing ones are not used`);
    }
    const normal = normalizeId(row[places.id] ?? '');
    if ('fault' in normal)
      return faults.add(normal.fault, line, normal.fault === 'empty_id' ? '' : (row[places.id] ?? ''));
    const { id } = normal;

    const stratum = places.stratum === undefined ? 0 : placeStratum(row[places.stratum] ?? '');
    if (stratum === undefined) return faults.add('empty_stratum', line, id);
    let adopter: boolean | undefined;
    if (places.adopter !== undefined) {
      adopter = readAdopter(row[places.adopter] ?? '');
      if (adopter === undefined) adoption.unclear++;
      else if (adopter) adoption.adopters++;
      else adoption.nonAdopters++;
    }
    const size = places.size === undefined ? Number.NaN : Number(row[places.size] || Number.NaN);
    if (places.size !== undefined && !(size > 0 && Number.isFinite(size))) {
      return faults.add('bad_size', line, `${id} = ${row[places.size] ?? ''}`);
    }
    const counted = strata[stratum];
    if (counted !== undefined) counted.size++;
    sorter.add(id, line, stratum * 4 + (ADOPTER_CODE.get(adopter) ?? 0));
    reader.onUnit?.({ id, stratum, adopter, size });
  };

  try {
    for await (const { rows, lines, numericColumns } of table.batches) {
      reader.signal?.throwIfAborted();
      if (numericIds === undefined && numericColumns?.has(places.id)) numericIds = lines[0];
      for (const [at, row] of rows.entries()) readRow(row, lines[at] ?? 0);
    }
    if (numericIds !== undefined) {
      warnings.push(
        `the id column "${wanted.id}" holds numbers (from about line ${numericIds}): leading zeros and digits beyond 15 are lost before this program sees them; format the column as text`,
      );
    }
    if (places.adopter !== undefined && adoption.unclear > 0) {
      warnings.push(
        `${adoption.unclear} units have an adopter cell that says neither yes nor no; they stay in the frame`,
      );
    }
    reader.onCounted?.(sorter.count, strata);
    const hashes = await placeAll(sorter, strata.length, faults, reader);
    return {
      size: sorter.count,
      sha256: hashes.all,
      ...(places.stratum !== undefined && {
        strata: strata.map(({ name = '', size }, at) => ({ name, size, sha256: hashes.strata[at] ?? '' })),
      }),
      ...(places.adopter !== undefined && { adoption }),
      faults: faults.list(),
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
  const previous = { bytes: Buffer.alloc(1024), length: -1 };
  let position = 0;
  await sorter.forEach(({ bytes, start, end, line, tag }) => {
    const length = end - start;
    if (length === previous.length && bytes.compare(previous.bytes, 0, length, start, end) === 0) {
      faults.add('duplicate_id', line, bytes.toString('utf8', start, end));
    }
    bytes.copy(previous.bytes, 0, start, end);
    previous.length = length;
    const stratum = tag >>> 2;
    all.add(bytes, start, end);
    if (strataCount > 1) byStratum[stratum]?.add(bytes, start, end);
    position++;
    const positionInStratum = (positions[stratum] ?? 0) + 1;
    positions[stratum] = positionInStratum;
    reader.onPlaced?.({
      stratum,
      positionInFrame: position,
      positionInStratum,
      adopter: ADOPTER_OF[tag & 3],
      id: () => bytes.toString('utf8', start, end),
    });
  });
  const digest = all.digest();
  return { all: digest, strata: strataCount > 1 ? byStratum.map((hash) => hash.digest()) : [digest] };
}
