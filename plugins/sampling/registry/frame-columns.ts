import { normalizeLabel } from 'oracle-runtime/kit';
import { type FieldError, OracleError } from 'oracle-runtime/plugin';
import { listedNames } from './listed-names.js';

/** Which column holds what, by name. */
export interface FrameColumns {
  readonly id: string;
  readonly stratum?: string;
  /** Whether the unit adopted the technology. Never a filter: non-adopters belong to the frame. */
  readonly adopter?: string;
  /** Measure of size, for selection with probability proportional to size. */
  readonly size?: string;
}

export interface ColumnPlaces {
  readonly id: number;
  readonly stratum: number | undefined;
  readonly adopter: number | undefined;
  readonly size: number | undefined;
}

/** Finds the named columns. @throws OracleError `invalid_request` naming every column that is missing or there twice. */
export function placeColumns(columns: readonly string[], wanted: FrameColumns): ColumnPlaces {
  const errors: FieldError[] = [];
  const place = (role: keyof FrameColumns): number | undefined => {
    const name = wanted[role];
    if (name === undefined) return undefined;
    const label = normalizeLabel(name);
    const at = columns.indexOf(label);
    if (at < 0) errors.push({ field: `columns.${role}`, message: `the registry has no column "${name}"` });
    else if (columns.indexOf(label, at + 1) >= 0) {
      errors.push({ field: `columns.${role}`, message: `the registry has more than one column "${name}"` });
    }
    return at;
  };
  const places = {
    id: place('id') ?? -1,
    stratum: place('stratum'),
    adopter: place('adopter'),
    size: place('size'),
  };
  if (errors.length > 0) {
    throw new OracleError('invalid_request', {
      detail: errors.map((error) => error.message).join('; '),
      hint: `The columns are: ${listedNames(columns)}.`,
      errors,
    });
  }
  return places;
}

const YES = new Set([
  'yes',
  'y',
  'true',
  't',
  '1',
  'adopter',
  'adopted',
  'active',
  'in use',
  'oui',
  'ja',
  'si',
  'sí',
  'sim',
  'ndiyo',
  'ndio',
]);
const NO = new Set([
  'no',
  'n',
  'false',
  'f',
  '0',
  'non-adopter',
  'non adopter',
  'not adopted',
  'inactive',
  'not in use',
  'non',
  'nein',
  'não',
  'nao',
  'hapana',
]);

/** What a cell of an adopter column says; undefined when it says neither. */
export function readAdopter(cell: string): boolean | undefined {
  const word = cell.trim().toLowerCase().replaceAll('_', '-');
  if (YES.has(word)) return true;
  return NO.has(word) ? false : undefined;
}
