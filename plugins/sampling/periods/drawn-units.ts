import { addTo } from 'oracle-runtime/kit';
import { type FieldError, OracleError } from 'oracle-runtime/plugin';
import { NearestId } from '../registry/alike-ids.js';
import type { Deviation, SilentUnits } from '../trail/analysed-entry.js';
import type { Reading } from './reading.js';

/** Faulty rows that an answer lists; readings of another draw would make hundreds. */
const MOST_LISTED = 50;
/** Units that a mark names. */
const EXAMPLES = 5;

/** What is wrong with one unit, or with many for one reason. */
interface Fault {
  /** Of the first row. */
  readonly field: string;
  readonly message: string;
  /** The message without the row, where rows of several units share it. */
  readonly many: string | undefined;
  count: number;
  last: number;
}

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
  /** Strata of units as the registry has them, where the draw has none. */
  readonly inRegistry?: ReadonlyMap<string, string> | undefined;
  /** Replacements that were called, in their order. */
  readonly called: readonly { readonly unitId: string; readonly by: string }[];
  /** First and last day that are analysed; undefined where all that is given is. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Day of the draw, `YYYY-MM-DD`; no reading of it can be older. Undefined when the day does not matter. */
  readonly drawnOn?: string | undefined;
  /** Why readings deviate; without it they are refused. */
  readonly reason?: string | undefined;
}

/**
 * Gives each reading the stratum that its unit was drawn in, or else has in the registry, where the reading does not say it. Units that were not drawn,
 * replacements that nobody called, values of replaced units and readings older than the draw deviate; those of the first two
 * are called `notDrawn`, whatever the reason: nobody knows with which chance such a unit came in. Those of a replaced unit are
 * `stoodIn` where its stand-in has a value too: of the two, the one that pleases could be taken, and both would count twice.
 * @throws OracleError `invalid_request` listing readings in another stratum than that of the draw, units that were drawn
 * and are spelled otherwise and, unless a reason is given, those that deviate: one fault a unit, or one for all that are older than the draw
 */
export function readingsOfDraw(
  readings: readonly Reading[],
  { strata, inRegistry, called, from = '', to = '9999', drawnOn, reason }: HeldAgainst,
): { readonly readings: Reading[]; readonly deviations: Deviation[] } {
  const stratumOf = new Map(
    strata.flatMap(({ name, selected, replacements }) =>
      [...selected, ...replacements].map(({ id }) => [id, name] as const),
    ),
  );
  const standIns = new Set(strata.flatMap(({ replacements }) => replacements.map(({ id }) => id)));
  const replacedBy = new Map(called.map(({ unitId, by }) => [unitId, by]));
  for (const { by } of called) standIns.delete(by);
  const measured = new Set(
    readings.flatMap(({ unitId, value, date }) =>
      value !== null && date >= from && date <= to ? [unitId] : [],
    ),
  );
  /** Whether one of those who stand in for a unit, one after another, has a value. */
  const isStoodIn = (unitId: string): boolean => {
    const by = replacedBy.get(unitId);
    return by !== undefined && (measured.has(by) || isStoodIn(by));
  };

  let known: NearestId | undefined;
  const near = (unitId: string) => {
    known ??= new NearestId(stratumOf.keys());
    return known.to(unitId);
  };

  const errors = new Map<string, Fault>();
  const wrong = (key: string, row: number, field: string, message: string, many?: string) => {
    const known = errors.get(key);
    if (known === undefined)
      errors.set(key, { field: `readings.${row}.${field}`, message, many, count: 1, last: row });
    else {
      known.count += 1;
      known.last = row;
    }
  };
  const deviating = new Map<Deviation['kind'], Reading[]>();
  const deviates = (
    kind: Deviation['kind'],
    reading: Reading,
    ...[row, field, message, many]: [row: number, field: string, message: string, many?: string]
  ) => {
    if (reason === undefined)
      wrong(many === undefined ? `${kind} ${reading.unitId}` : kind, row, field, message, many);
    else addTo(deviating, kind, reading);
  };
  const placed = readings.map((reading, row) => {
    const { unitId, date } = reading;
    const drawn = stratumOf.get(unitId);
    const standIn = replacedBy.get(unitId);
    const place = drawn ?? inRegistry?.get(unitId);
    const said = reading.stratum === '' ? undefined : reading.stratum;
    const unit = (kind: Deviation['kind'], message: string) =>
      deviates(kind, reading, row, 'unitId', `'${unitId}' ${message}`);
    if (drawn === undefined) {
      const { same, nearest } = near(unitId);
      // No reason makes a home of its own out of another spelling.
      if (same !== undefined)
        wrong(
          `spelling ${unitId}`,
          row,
          'unitId',
          `'${unitId}' was not drawn, but '${same}' was: spell it so`,
        );
      else unit('not drawn', nearest === undefined ? 'was not drawn' : `was not drawn: is it '${nearest}'?`);
    } else if (standIns.has(unitId)) unit('replacement not called', 'is a replacement that was not called');
    else if (standIn !== undefined && reading.value !== null)
      unit('replaced unit', `was replaced by '${standIn}'`);
    if (drawnOn !== undefined && date < drawnOn) {
      const late = `before the draw of ${drawnOn}`;
      deviates('before the draw', reading, row, 'date', `${date} lies ${late}`, `lie ${late}`);
    }
    if (place !== undefined && said !== undefined && said.toLowerCase() !== place.toLowerCase())
      wrong(
        `stratum ${unitId} ${said}`,
        row,
        'stratum',
        `'${said}' is not where '${unitId}' ${drawn === place ? 'was drawn' : 'stands in the registry'}: '${place}'`,
      );
    const notDrawn = drawn === undefined || standIns.has(unitId);
    const stoodIn = !notDrawn && reading.value !== null && isStoodIn(unitId);
    return { ...reading, stratum: said ?? place, ...(notDrawn && { notDrawn }), ...(stoodIn && { stoodIn }) };
  });
  if (errors.size === 0) return { readings: placed, deviations: [...deviating].map(asDeviation) };
  const faults = [...errors.values()];
  const [first] = faults;
  const count = faults.reduce((sum, each) => sum + each.count, 0);
  throw new OracleError('invalid_request', {
    detail: `${count} readings do not fit the selection, such as ${first?.field}: ${first?.message}.`,
    hint: 'Only drawn units and replacements that were called in their order (replace_units) count, from the day of the draw. Spell ids as in the registry, leading zeros included. Readings that deviate for a good reason: say it in `reason`, and it stays in the trail; those of units that were not drawn or called are kept there and do not count.',
    errors: faults.slice(0, MOST_LISTED).map(asFieldError),
  });
}

/**
 * Drawn units, and those called in their place, that have no row within some days; undefined when all have one.
 * @param heard units of which something came in that is no reading: they are told of otherwise
 */
export function silentUnits(
  readings: readonly Reading[],
  {
    strata,
    called,
    from,
    to,
    heard: others = [],
  }: Pick<HeldAgainst, 'strata' | 'called'> & {
    readonly from: string;
    readonly to: string;
    readonly heard?: Iterable<string>;
  },
): SilentUnits | undefined {
  const heard = new Set(others);
  for (const { date, unitId } of readings) if (date >= from && date <= to) heard.add(unitId);
  const replaced = new Set(called.map(({ unitId }) => unitId));
  const wanted = [
    ...strata.flatMap(({ selected }) => selected.map(({ id }) => id)),
    ...called.map(({ by }) => by),
  ];
  const silent = wanted.filter((id) => !heard.has(id) && !replaced.has(id));
  return silent.length === 0 ? undefined : { units: silent.length, examples: silent.slice(0, EXAMPLES) };
}

/** One fault of however many rows. */
function asFieldError({ field, message, many, count, last }: Fault): FieldError {
  if (count === 1) return { field, message };
  const rows = `${count} readings, from ${field.split('.', 2).join('.')} to readings.${last}`;
  return { field, message: many === undefined ? `${message} (${rows})` : `${rows}, ${many}` };
}

function asDeviation([kind, readings]: [Deviation['kind'], Reading[]]): Deviation {
  const units = new Set(readings.map(({ unitId }) => unitId));
  return { kind, readings: readings.length, units: units.size, examples: [...units].slice(0, EXAMPLES) };
}
