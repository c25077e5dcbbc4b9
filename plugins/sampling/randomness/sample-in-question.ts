import { fieldErrors } from 'oracle-runtime/kit';
import { OracleError } from 'oracle-runtime/plugin';
import type { FrameColumns } from '../registry/frame-columns.js';
import { normalizeId } from '../registry/id-rule.js';
import type { ReadOptions } from '../registry/registry-table.js';
import type { Witness } from '../selection/rests-on.js';
import { type SelectionRecord, selectionRecordSchema } from '../selection/selection-record.js';

export interface RandomnessRequest {
  /** The record of the draw; with it the draw is repeated, which settles the question. Untrusted JSON. */
  readonly record?: unknown;
  /** Who saw the commitment of the record, and when. */
  readonly witnesses?: readonly Witness[];
  /** Why the record is not what was drawn, as the trail of its design has it. */
  readonly fault?: string;
  /** Without a record: the selected ids in the order of the draw, taken as one simple random sample. */
  readonly selected?: readonly string[];
  /** Columns of the registry; with a record, those of the draw unless given. A stratum column adds a composition test. */
  readonly columns?: Partial<FrameColumns>;
  readonly read?: ReadOptions;
  /** Default 0.95. */
  readonly confidence?: number;
}

export interface DrawnList {
  /** The stratum; `null` for the whole frame. */
  readonly name: string | null;
  readonly ids: readonly string[];
}

/** @throws OracleError `invalid_request` for what is no record, and when there is neither a record nor a list */
export function parseRecord(request: RandomnessRequest): SelectionRecord | undefined {
  if (request.record !== undefined) {
    const parsed = selectionRecordSchema.safeParse(request.record);
    if (parsed.success) return parsed.data;
    throw new OracleError('invalid_request', {
      detail: 'The record is no selection record of version 1.',
      errors: fieldErrors(parsed.error)
        .slice(0, 20)
        .map(({ field, message }) => ({
          field: ['record', field].filter((part) => part !== '').join('.'),
          message,
        })),
    });
  }
  if (request.selected === undefined || request.selected.length === 0) {
    throw new OracleError('invalid_request', {
      detail: 'There is neither a selection record nor a list of selected ids to validate.',
      hint: 'Send the record of the draw: only with it can the draw be repeated.',
      errors: [{ field: 'selected', message: 'must list at least one id when there is no record' }],
    });
  }
  return undefined;
}

/** What was drawn, by stratum, in the order of the draw. */
export function drawnLists(
  record: SelectionRecord | undefined,
  selected: readonly string[] | undefined,
): DrawnList[] {
  if (record !== undefined)
    return record.strata.map(({ name, selected: units }) => ({ name, ids: units.map((unit) => unit.id) }));
  const ids = (selected ?? []).map((cell) => {
    const normal = normalizeId(cell);
    return 'id' in normal ? normal.id : cell;
  });
  return [{ name: null, ids }];
}

/** @throws OracleError `invalid_request` when no id column is known */
export function chooseColumns(
  record: SelectionRecord | undefined,
  given: Partial<FrameColumns> = {},
): FrameColumns {
  const recorded = record?.frame.columns;
  const id = given.id ?? recorded?.id;
  if (id === undefined) {
    throw new OracleError('invalid_request', {
      detail: 'The id column of the registry is not named.',
      errors: [{ field: 'columns.id', message: 'is needed when there is no record' }],
    });
  }
  const stratum = given.stratum ?? recorded?.stratum;
  const adopter = given.adopter ?? recorded?.adopter;
  return { id, ...(stratum !== undefined && { stratum }), ...(adopter !== undefined && { adopter }) };
}
