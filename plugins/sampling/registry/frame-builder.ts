import { type ByteRow, type LeftOut, normalizeLabel } from 'oracle-runtime/kit';
import { OracleError } from 'oracle-runtime/plugin';
import { ByteCache } from './byte-cache.js';
import { EndUnits } from './end-units.js';
import { isTurnedDown, reviewColumn } from './form-export.js';
import { type ColumnPlaces, type FrameColumns, placeColumns, readAdopter } from './frame-columns.js';
import { type FaultKind, FaultList } from './frame-faults.js';
import { namesUnits } from './guess-columns.js';
import {
  isPlainLabel,
  isRounded,
  mayBeRounded,
  normalizeId,
  TRAIT,
  traitsOf,
  traitsOfBytes,
} from './id-rule.js';
import { IdShapes } from './id-shapes.js';
import { isMissingMark, isNamedTotal, isTotal, isTotalRow, mayBeTotal } from './no-unit.js';
import type { FrameReader } from './read-frame.js';
import { leaveOut, type RegistryTable } from './registry-table.js';
import { IdSorter } from './sorter/id-sorter.js';
import { tagOf } from './unit-tag.js';

const MAX_STRATA = 1000;
const MAX_WARNINGS = 20;
const SPACE = 0x20;
const LETTER = TRAIT.upper | TRAIT.lower;

/** Takes the rows of a registry, as text or as bytes, checks them and hands the units on. */
export class FrameBuilder {
  readonly faults = new FaultList();
  readonly warnings: string[] = [];
  readonly strata: { name: string | undefined; size: number }[] = [];
  readonly adoption = { adopters: 0, nonAdopters: 0, unclear: 0 };
  readonly sorter = new IdSorter();
  readonly ends = new EndUnits();
  readonly places: ColumnPlaces;
  /** Lines of ids without a digit, where nearly all others have one. */
  readonly oddIds: { line: number; id: string }[] = [];
  readonly shapes = new IdShapes();
  readonly #leftOut: LeftOut;
  /** What repeats the header, in small letters. */
  readonly #idColumn: string;
  readonly #usual: { readonly spaced: boolean; readonly digitless: boolean };
  readonly #mayGroup: boolean;
  /** The first size such as `1.201`, and whether another one shows that the point is a decimal one. */
  #unclearSize: { readonly line: number; readonly cell: string } | undefined;
  #hasDecimals = false;
  /** Where people say of a submission that it does not hold; -1 for nowhere. */
  readonly #review: number;
  readonly #wanted: FrameColumns;
  readonly #width: number;
  readonly #lastUsed: number;
  readonly #reader: FrameReader;
  readonly #stratumByName = new Map<string, number>();
  readonly #stratumCells = new ByteCache((text) => this.#stratumOf(text));
  readonly #adopterCells = new ByteCache(readAdopter);

  constructor(
    { format, delimiter, columns, header, leftOut, sample }: RegistryTable,
    wanted: FrameColumns,
    reader: FrameReader,
  ) {
    this.#wanted = wanted;
    // Where a comma parts the cells, a point can hardly group thousands; numbers of a workbook are numbers.
    this.#mayGroup = format === 'csv' && delimiter !== ',';
    this.#leftOut = leftOut;
    this.#idColumn = header ? normalizeLabel(wanted.id).toLowerCase() : '';
    this.#review = reviewColumn(columns);
    this.#width = columns.length;
    this.#reader = reader;
    this.places = placeColumns(columns, wanted);
    const { id, stratum = 0, adopter = 0, size = 0 } = this.places;
    this.#lastUsed = Math.max(id, stratum, adopter, size);
    this.#usual = usualTraits(sample.map((row) => (row[id] ?? '').trim()));
    if (this.places.stratum === undefined) this.#newStratum(undefined);
  }

  /** @param hidden whether a workbook hides it: nobody knows whether it is meant */
  addRow(row: readonly string[], line: number, hidden = false): undefined {
    const { places, faults } = this;
    const cell = row[places.id] ?? '';
    const traits = traitsOf(cell.trim());
    const looked = mayBeNoUnit(traits) || isRounded(cell.trim()) || (traits & LETTER) === 0;
    if (looked && this.#isNoUnit(row, line, traits)) return;
    if (!this.#checkWidth(row.length, line, () => row)) return;
    const normal = normalizeId(cell);
    if ('fault' in normal) return faults.add(normal.fault, line, normal.fault === 'empty_id' ? '' : cell);
    const { id } = normal;
    if (hidden) return faults.add('hidden_row', line, id);
    if (this.#review >= 0 && isTurnedDown(row[this.#review] ?? ''))
      return faults.add('turned_down', line, id);
    this.shapes.add(traits, id.length);
    const stratum = places.stratum === undefined ? 0 : this.#stratumOf(row[places.stratum] ?? '');
    if (typeof stratum !== 'number') return faults.add(stratum, line, id);
    const size = this.#size(places.size === undefined ? undefined : (row[places.size] ?? ''), line);
    if (size === undefined) return faults.add('bad_size', line, `${id} = ${row[places.size ?? 0] ?? ''}`);
    const adopter = places.adopter === undefined ? undefined : readAdopter(row[places.adopter] ?? '');
    this.#count(stratum, adopter);
    this.ends.add(id);
    this.sorter.add(id, line, tagOf(stratum, adopter));
    this.#reader.onUnit?.({ id, line, stratum, adopter, size });
  }

  /** The same as `addRow` for a row whose cells are bytes; an id that is not plain ASCII takes the way over text. */
  addBytes(row: ByteRow): undefined {
    const { places, faults } = this;
    const { bytes, starts, ends, line } = row;
    let start = starts[places.id] ?? 0;
    let end = ends[places.id] ?? 0;
    while (end > start && (bytes[end - 1] ?? 0) <= SPACE) end--;
    while (start < end && (bytes[start] ?? 0) <= SPACE) start++;
    const traits = traitsOfBytes(bytes, start, end);
    const looked = mayBeNoUnit(traits) || mayBeRounded(bytes, end) || mayBeSum(row, traits);
    if (this.#review >= 0 || row.width !== this.#width || looked) return this.addRow(row.cells(), line);
    this.shapes.add(traits, end - start);

    const cell = (at: number) => bytes.toString('utf8', starts[at], ends[at]);
    const stratum =
      places.stratum === undefined
        ? 0
        : this.#stratumCells.get(bytes, starts[places.stratum] ?? 0, ends[places.stratum] ?? 0);
    if (typeof stratum !== 'number') return faults.add(stratum, line, bytes.toString('latin1', start, end));
    const size = this.#size(places.size === undefined ? undefined : cell(places.size), line);
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
    this.ends.addBytes(bytes, start, end);
    this.sorter.addBytes(bytes, start, end, line, tagOf(stratum, adopter));
    if (this.#reader.onBytes !== undefined) this.#reader.onBytes(bytes, start, end, stratum, adopter);
    else this.#reader.onUnit?.({ id: bytes.toString('latin1', start, end), line, stratum, adopter, size });
  }

  /** Judges what only the whole column tells. */
  end(): void {
    const unclear = this.#unclearSize;
    if (unclear !== undefined && !this.#hasDecimals)
      this.faults.add('unclear_size', unclear.line, unclear.cell);
  }

  /** Whether a row is none of a unit; it is said, or is a fault where only a person can tell. */
  #isNoUnit(row: readonly string[], line: number, traits: number): boolean {
    const id = (row[this.places.id] ?? '').trim();
    if (this.#idColumn !== '' && id.toLowerCase() === this.#idColumn) {
      leaveOut(this.#leftOut, line, 'repeated header', row);
      return true;
    }
    if (isTotalRow(row, this.places.id) || (!this.#usual.spaced && isNamedTotal(id))) {
      leaveOut(this.#leftOut, line, 'total', row);
      return true;
    }
    if (id === '') return false;
    const kind = this.#faultOf(id, row, traits);
    if (kind !== undefined) this.faults.add(kind, line, id);
    else if ((traits & TRAIT.digit) === 0 && !this.#usual.digitless && this.oddIds.length < MAX_WARNINGS)
      this.oddIds.push({ line, id: id.slice(0, 80) });
    return kind !== undefined;
  }

  /** What stands in the place of an id and is none. */
  #faultOf(id: string, row: readonly string[], traits: number): FaultKind | undefined {
    if (isMissingMark(id)) return 'missing_mark';
    if (isRounded(id)) return 'rounded_id';
    const alone = row.every((cell, at) => at === this.places.id || cell.trim() === '');
    if ((traits & TRAIT.space) !== 0 && !this.#usual.spaced && alone) return 'note';
    const digitless = (traits & TRAIT.digit) === 0 && !this.#usual.digitless;
    return digitless && namesUnits([id]) ? 'other_header' : undefined;
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
  #size(cell: string | undefined, line: number): number | undefined {
    if (cell === undefined) return Number.NaN;
    if (this.#mayGroup && cell.includes('.')) {
      if (!/^\s*[1-9]\d{0,2}\.\d{3}\s*$/.test(cell)) this.#hasDecimals = true;
      else this.#unclearSize ??= { line, cell: cell.trim() };
    }
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

  /** Index of the stratum of a cell; what is wrong with one that names none. */
  #stratumOf(cell: string): number | FaultKind {
    const name = normalizeLabel(cell);
    if (name === '') return 'empty_stratum';
    if (!isPlainLabel(name)) return 'stratum_character';
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

/** Plain ids with a digit and without a space are never looked at twice. */
function mayBeNoUnit(traits: number): boolean {
  return (traits & (TRAIT.digit | TRAIT.space | TRAIT.other)) !== TRAIT.digit;
}

/** Whether a row whose id is a figure may be one of totals, by what stands beside it. */
function mayBeSum({ bytes, starts, ends, width }: ByteRow, traits: number): boolean {
  if ((traits & LETTER) !== 0) return false;
  for (let at = 0; at < width; at++) if (mayBeTotal(bytes, starts[at] ?? 0, ends[at] ?? 0)) return true;
  return false;
}

/** Whether ids with spaces, or without digits, are usual in a column: more than one in ten of its first ones. */
function usualTraits(ids: readonly string[]): { spaced: boolean; digitless: boolean } {
  const filled = ids.filter((id) => id !== '' && !isTotal(id) && !isNamedTotal(id));
  const often = (matches: (traits: number) => boolean) =>
    filled.filter((id) => matches(traitsOf(id))).length > Math.max(1, filled.length / 10);
  return {
    spaced: often((traits) => (traits & TRAIT.space) !== 0),
    digitless: filled.length < 4 || often((traits) => (traits & TRAIT.digit) === 0),
  };
}
