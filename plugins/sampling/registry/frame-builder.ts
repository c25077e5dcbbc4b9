import { OracleError } from 'oracle-runtime/plugin';
import { ByteCache } from './byte-cache.js';
import type { ByteRow } from './byte-rows.js';
import { type ColumnPlaces, type FrameColumns, placeColumns, readAdopter } from './frame-columns.js';
import { FaultList } from './frame-faults.js';
import { isPlainId, normalizeId, normalizeLabel } from './id-rule.js';
import type { FrameReader } from './read-frame.js';
import { IdSorter } from './sorter/id-sorter.js';
import { tagOf } from './unit-tag.js';

const MAX_STRATA = 1000;
const MAX_WARNINGS = 20;
const SPACE = 0x20;

/** Takes the rows of a registry, as text or as bytes, checks them and hands the units on. */
export class FrameBuilder {
  readonly faults = new FaultList();
  readonly warnings: string[] = [];
  readonly strata: { name: string | undefined; size: number }[] = [];
  readonly adoption = { adopters: 0, nonAdopters: 0, unclear: 0 };
  readonly sorter = new IdSorter();
  readonly places: ColumnPlaces;
  readonly #wanted: FrameColumns;
  readonly #width: number;
  readonly #lastUsed: number;
  readonly #reader: FrameReader;
  readonly #stratumByName = new Map<string, number>();
  readonly #stratumCells = new ByteCache((text) => this.#stratumOf(text));
  readonly #adopterCells = new ByteCache(readAdopter);

  constructor(columns: readonly string[], wanted: FrameColumns, reader: FrameReader) {
    this.#wanted = wanted;
    this.#width = columns.length;
    this.#reader = reader;
    this.places = placeColumns(columns, wanted);
    const { id, stratum = 0, adopter = 0, size = 0 } = this.places;
    this.#lastUsed = Math.max(id, stratum, adopter, size);
    if (this.places.stratum === undefined) this.#newStratum(undefined);
  }

  addRow(row: readonly string[], line: number): undefined {
    if (!this.#checkWidth(row.length, line, () => row)) return;
    const { places, faults } = this;
    const cell = row[places.id] ?? '';
    const normal = normalizeId(cell);
    if ('fault' in normal) return faults.add(normal.fault, line, normal.fault === 'empty_id' ? '' : cell);
    const { id } = normal;
    const stratum = places.stratum === undefined ? 0 : this.#stratumOf(row[places.stratum] ?? '');
    if (stratum === undefined) return faults.add('empty_stratum', line, id);
    const size = this.#size(places.size === undefined ? undefined : (row[places.size] ?? ''));
    if (size === undefined) return faults.add('bad_size', line, `${id} = ${row[places.size ?? 0] ?? ''}`);
    const adopter = places.adopter === undefined ? undefined : readAdopter(row[places.adopter] ?? '');
    this.#count(stratum, adopter);
    this.sorter.add(id, line, tagOf(stratum, adopter));
    this.#reader.onUnit?.({ id, stratum, adopter, size });
  }

  /** The same as `addRow` for a row whose cells are bytes; an id that is not plain ASCII takes the way over text. */
  addBytes(row: ByteRow): undefined {
    const { places, faults } = this;
    const { bytes, starts, ends, line } = row;
    let start = starts[places.id] ?? 0;
    let end = ends[places.id] ?? 0;
    while (end > start && (bytes[end - 1] ?? 0) <= SPACE) end--;
    while (start < end && (bytes[start] ?? 0) <= SPACE) start++;
    if (row.width !== this.#width || !isPlainId(bytes, start, end)) return this.addRow(row.cells(), line);

    const cell = (at: number) => bytes.toString('utf8', starts[at], ends[at]);
    const stratum =
      places.stratum === undefined
        ? 0
        : this.#stratumCells.get(bytes, starts[places.stratum] ?? 0, ends[places.stratum] ?? 0);
    if (stratum === undefined) return faults.add('empty_stratum', line, bytes.toString('latin1', start, end));
    const size = this.#size(places.size === undefined ? undefined : cell(places.size));
    if (size === undefined)
      return faults.add(
        'bad_size',
        line,
        `${bytes.toString('latin1', start, end)} = ${cell(places.size ?? 0)}`,
      );
    const adopter =
      places.adopter === undefined
        ? undefined
        : this.#adopterCells.get(bytes, starts[places.adopter] ?? 0, ends[places.adopter] ?? 0);
    this.#count(stratum, adopter);
    this.sorter.addBytes(bytes, start, end, line, tagOf(stratum, adopter));
    if (this.#reader.onBytes !== undefined) this.#reader.onBytes(bytes, start, end, stratum, adopter);
    else this.#reader.onUnit?.({ id: bytes.toString('latin1', start, end), stratum, adopter, size });
  }

  #checkWidth(width: number, line: number, cells: () => readonly string[]): boolean {
    if (width === this.#width) return true;
    if (width <= this.#lastUsed) {
      this.faults.add('missing_cell', line, cells().join(' ').trim());
      return false;
    }
    const surplus = cells().slice(this.#width).join(' ').trim();
    if (surplus !== '') {
      this.faults.add('ragged_row', line, surplus);
      return false;
    }
    if (width < this.#width && this.warnings.length < MAX_WARNINGS) {
      this.warnings.push(`line ${line} has ${width} of ${this.#width} cells; the missing ones are not used`);
    }
    return true;
  }

  /** NaN without a size column, undefined for a cell that is no size. */
  #size(cell: string | undefined): number | undefined {
    if (cell === undefined) return Number.NaN;
    const size = cell.trim() === '' ? Number.NaN : Number(cell);
    return size > 0 && Number.isFinite(size) ? size : undefined;
  }

  #count(stratum: number, adopter: boolean | undefined): void {
    const counted = this.strata[stratum];
    if (counted !== undefined) counted.size++;
    if (this.places.adopter === undefined) return;
    if (adopter === undefined) this.adoption.unclear++;
    else if (adopter) this.adoption.adopters++;
    else this.adoption.nonAdopters++;
  }

  /** Index of the stratum of a cell; undefined when it is empty. */
  #stratumOf(cell: string): number | undefined {
    const name = normalizeLabel(cell);
    if (name === '') return undefined;
    const known = this.#stratumByName.get(name);
    if (known !== undefined) return known;
    // A copy, because text cut out of a chunk would keep the chunk in memory.
    const own = Buffer.from(name, 'utf8').toString('utf8');
    const index = this.#newStratum(own);
    this.#stratumByName.set(own, index);
    return index;
  }

  #newStratum(name: string | undefined): number {
    if (this.strata.length === MAX_STRATA) {
      throw new OracleError('invalid_request', {
        detail: `The column "${this.#wanted.stratum}" has more than ${MAX_STRATA} values: it does not look like strata.`,
        hint: 'Choose the column that names the strata.',
        errors: [{ field: 'columns.stratum', message: `has more than ${MAX_STRATA} values` }],
      });
    }
    this.#reader.onStratum?.(name);
    return this.strata.push({ name, size: 0 }) - 1;
  }
}
