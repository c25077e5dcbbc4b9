import { OracleError } from 'oracle-runtime/plugin';
import type { IdFault } from './id-rule.js';

/** Ids that can be read as one. */
export type TwinFault = 'case_twin' | 'look_alike' | 'spelled_twin' | 'noted_twin';

export type FaultKind =
  | IdFault
  | 'duplicate_id'
  | TwinFault
  | 'missing_mark'
  | 'rounded_id'
  | 'other_header'
  | 'note'
  | 'ragged_row'
  | 'missing_cell'
  | 'empty_stratum'
  | 'stratum_character'
  | 'bad_size'
  | 'unclear_size'
  | 'turned_down'
  | 'hidden_row';

/** One kind of fault, how often it occurs, and where first. */
export interface FrameFault {
  readonly kind: FaultKind;
  readonly count: number;
  /** At most 20. */
  readonly examples: readonly { readonly line: number; readonly value: string }[];
}

const MAX_EXAMPLES = 20;
const MAX_VALUE = 80;

const WORDS: Readonly<Record<FaultKind, string>> = {
  empty_id: 'no id',
  long_id: 'an id of more than 1000 bytes',
  control_character: 'an id with a control character or a line break',
  invisible_character: 'an id with a character that is not seen, such as a zero-width space: type it anew',
  duplicate_id: 'an id that occurs before',
  case_twin: 'an id that differs from another in capital letters alone',
  look_alike: 'an id that looks like another and is written with other characters',
  spelled_twin: 'an id that differs from another in zeros before a number or in what parts its letters alone',
  noted_twin: 'an id that differs from another in a note in brackets alone',
  missing_mark: 'a mark for a missing value in the place of the id',
  rounded_id: 'a number that a spreadsheet rounded in the place of the id: format the column as text',
  other_header: 'the header of another table in the place of the id',
  note: 'a note in the place of the id',
  ragged_row: 'more cells than the header has columns',
  missing_cell: 'no cell in a column that is used',
  empty_stratum: 'no stratum',
  stratum_character:
    'a stratum whose name has a line break or another character that is not seen: type it anew',
  bad_size:
    'a size that is not a positive number, written without signs for thousands and with a decimal point',
  turned_down: 'a submission that a review turned down: mend it there, or leave it out',
  hidden_row:
    'a unit in a row or in cells that the sheet does not show, by a filter, by hand, by white letters or by its format: show it if it is a unit, or delete it',
  unclear_size: 'a size that may be thousands or thousandths: write it without a sign for thousands',
};

/** Faults of ids that stand there already. */
const REPEATED: ReadonlySet<FaultKind> = new Set<FaultKind>([
  'duplicate_id',
  'case_twin',
  'look_alike',
  'spelled_twin',
  'noted_twin',
]);

/** Collects faults with their lines while a registry is read. */
export class FaultList {
  readonly #faults = new Map<FaultKind, { count: number; examples: { line: number; value: string }[] }>();

  add(kind: FaultKind, line: number, value: string): undefined {
    const fault = this.#faults.get(kind) ?? { count: 0, examples: [] };
    this.#faults.set(kind, fault);
    fault.count++;
    if (fault.examples.length < MAX_EXAMPLES) fault.examples.push({ line, value: value.slice(0, MAX_VALUE) });
  }

  list(): FrameFault[] {
    return [...this.#faults].map(([kind, fault]) => ({ kind, ...fault }));
  }
}

/** A fault in words: `3 rows with no id (lines 5, 9, 12)`. */
export function describeFault({ kind, count, examples }: FrameFault): string {
  const places = examples
    .map(({ line, value }) => (value === '' ? `${line}` : `${line}: ${value}`))
    .join(', ');
  return `${count} ${count === 1 ? 'row' : 'rows'} with ${WORDS[kind]} (${count === 1 ? 'line' : 'lines'} ${places}${count > examples.length ? ', …' : ''})`;
}

/**
 * Refuses a frame with faults, all of them at once.
 *
 * @param of the file and the column of its ids, for the error
 * @throws OracleError `conflict` (409) when ids are duplicated, else `invalid_request` (400).
 */
export function assertSoundFrame(
  faults: readonly FrameFault[],
  { name, id, stratum }: { readonly name: string; readonly id: string; readonly stratum?: string },
): void {
  if (faults.length === 0) return;
  throw new OracleError(faults.some(({ kind }) => REPEATED.has(kind)) ? 'conflict' : 'invalid_request', {
    detail: `The registry "${name}" cannot be drawn from, by its column "${id}"${stratum === undefined ? '' : ` and its strata in "${stratum}"`}: ${faults.map(describeFault).join('; ')}.`,
    hint: 'Correct these rows in the registry and send it again; nothing was left out or repaired in silence.',
    errors: faults.map((fault) => ({ field: 'registry', message: describeFault(fault) })),
  });
}
