import { type FieldError, OracleError } from 'oracle-runtime/plugin';
import type { Reading } from './reading.js';

/** Faulty rows that an answer lists; readings of another draw would make hundreds. */
const MOST_LISTED = 50;

interface Drawn {
  readonly id: string;
}

/** What matters here of a selection record. */
interface DrawnStrata {
  readonly strata: readonly {
    readonly name: string | null;
    readonly selected: readonly Drawn[];
    readonly replacements: readonly Drawn[];
  }[];
}

/**
 * Gives each reading the stratum that its unit was drawn in, where the reading does not say it.
 * @throws OracleError `invalid_request` listing readings of units that were not drawn, or drawn in another stratum
 */
export function readingsOfDraw(readings: readonly Reading[], record: DrawnStrata): Reading[] {
  const stratumOf = new Map(
    record.strata.flatMap(({ name, selected, replacements }) =>
      [...selected, ...replacements].map(({ id }) => [id, name] as const),
    ),
  );
  const errors: FieldError[] = [];
  const placed = readings.map((reading, row) => {
    const drawn = stratumOf.get(reading.unitId);
    const said = reading.stratum === '' ? undefined : reading.stratum;
    if (drawn === undefined)
      errors.push({ field: `readings.${row}.unitId`, message: `'${reading.unitId}' was not drawn` });
    else if (drawn !== null && said !== undefined && said.toLowerCase() !== drawn.toLowerCase())
      errors.push({
        field: `readings.${row}.stratum`,
        message: `'${said}' is not where '${reading.unitId}' was drawn: '${drawn}'`,
      });
    return { ...reading, stratum: said ?? drawn ?? undefined };
  });
  if (errors.length === 0) return placed;
  const [first] = errors;
  throw new OracleError('invalid_request', {
    detail: `${errors.length} readings do not fit the selection, such as ${first?.field}: ${first?.message}.`,
    hint: 'Only drawn units and their replacements count. Spell ids as in the registry, leading zeros included.',
    errors: errors.slice(0, MOST_LISTED),
  });
}
