import { type FieldError, OracleError } from 'oracle-runtime/plugin';
import type { Deviation } from '../trail/trail-entry.js';
import type { Reading } from './reading.js';

/** Faulty rows that an answer lists; readings of another draw would make hundreds. */
const MOST_LISTED = 50;
/** Units that a mark names. */
const EXAMPLES = 5;

interface Drawn {
  readonly id: string;
}

/** What matters here of a draw. */
export interface HeldAgainst {
  /** Of the selection record. */
  readonly strata: readonly {
    readonly name: string | null;
    readonly selected: readonly Drawn[];
    readonly replacements: readonly Drawn[];
  }[];
  /** Replacements that were called, in their order. */
  readonly called: readonly { readonly unitId: string; readonly by: string }[];
  /** Day of the draw, `YYYY-MM-DD`; no reading of it can be older. Undefined when the day does not matter. */
  readonly drawnOn?: string | undefined;
  /** Why readings deviate; without it they are refused. */
  readonly reason?: string | undefined;
}

/**
 * Gives each reading the stratum that its unit was drawn in, where the reading does not say it. Units that were not drawn,
 * replacements that nobody called, values of replaced units and readings older than the draw deviate.
 * @throws OracleError `invalid_request` listing readings in another stratum than that of the draw and, unless a reason is
 * given, those that deviate
 */
export function readingsOfDraw(
  readings: readonly Reading[],
  { strata, called, drawnOn, reason }: HeldAgainst,
): { readonly readings: Reading[]; readonly deviations: Deviation[] } {
  const stratumOf = new Map(
    strata.flatMap(({ name, selected, replacements }) =>
      [...selected, ...replacements].map(({ id }) => [id, name] as const),
    ),
  );
  const standIns = new Set(strata.flatMap(({ replacements }) => replacements.map(({ id }) => id)));
  const replacedBy = new Map(called.map(({ unitId, by }) => [unitId, by]));
  for (const { by } of called) standIns.delete(by);

  const errors: FieldError[] = [];
  const deviating = new Map<Deviation['kind'], Reading[]>();
  const deviates = (kind: Deviation['kind'], reading: Reading, field: string, message: string) => {
    if (reason === undefined) errors.push({ field, message });
    else {
      const known = deviating.get(kind);
      if (known === undefined) deviating.set(kind, [reading]);
      else known.push(reading);
    }
  };
  const placed = readings.map((reading, row) => {
    const { unitId, date } = reading;
    const drawn = stratumOf.get(unitId);
    const unit = `readings.${row}.unitId`;
    const standIn = replacedBy.get(unitId);
    const said = reading.stratum === '' ? undefined : reading.stratum;
    if (drawn === undefined) deviates('not drawn', reading, unit, `'${unitId}' was not drawn`);
    else if (standIns.has(unitId))
      deviates('replacement not called', reading, unit, `'${unitId}' is a replacement that was not called`);
    else if (standIn !== undefined && reading.value !== null)
      deviates('replaced unit', reading, unit, `'${unitId}' was replaced by '${standIn}'`);
    if (drawnOn !== undefined && date < drawnOn)
      deviates(
        'before the draw',
        reading,
        `readings.${row}.date`,
        `${date} lies before the draw of ${drawnOn}`,
      );
    if (
      drawn !== undefined &&
      drawn !== null &&
      said !== undefined &&
      said.toLowerCase() !== drawn.toLowerCase()
    )
      errors.push({
        field: `readings.${row}.stratum`,
        message: `'${said}' is not where '${unitId}' was drawn: '${drawn}'`,
      });
    return { ...reading, stratum: said ?? drawn ?? undefined };
  });
  if (errors.length === 0) return { readings: placed, deviations: [...deviating].map(asDeviation) };
  const [first] = errors;
  throw new OracleError('invalid_request', {
    detail: `${errors.length} readings do not fit the selection, such as ${first?.field}: ${first?.message}.`,
    hint: 'Only drawn units and replacements that were called in their order (replace_units) count, from the day of the draw. Spell ids as in the registry, leading zeros included. Readings that deviate for a good reason: say it in `reason`, and it stays in the trail.',
    errors: errors.slice(0, MOST_LISTED),
  });
}

function asDeviation([kind, readings]: [Deviation['kind'], Reading[]]): Deviation {
  const units = new Set(readings.map(({ unitId }) => unitId));
  return { kind, readings: readings.length, units: units.size, examples: [...units].slice(0, EXAMPLES) };
}
