import { type FieldError, OracleError } from 'oracle-runtime/plugin';

/** One fuel that a household burnt on one day of a kitchen performance test. */
export interface KptDay {
  readonly household: string;
  /** `YYYY-MM-DD`. A row without one is a day of its own. */
  readonly date?: string | undefined;
  /** Such as `wood` or `charcoal`; a household may burn several in a day, each with its row. */
  readonly fuel?: string | undefined;
  /** Fuel burnt, kg. */
  readonly fuelKg: number;
  /** Standard adults fed that day. */
  readonly persons: number;
  /** Moisture of the wood on a wet basis, 0..1; default 0 for weighed dry or other fuels. */
  readonly moisture?: number | undefined;
  /** Energy of this fuel over that of dry wood, such as 1.8 for charcoal; default 1, for wood. */
  readonly dryWoodEquivalent?: number | undefined;
}

/** What a household burnt on one day, all fuels together. */
export interface HouseholdDay {
  readonly household: string;
  /** kg of dry-wood equivalent. */
  readonly fuel: number;
  readonly persons: number;
}

/** Faulty rows that an answer lists. */
const MOST_LISTED = 50;

/** Fuels that weigh as dry wood does, when their moisture is taken off. */
const WOOD = /^(dry |fire)?wood$/i;

/**
 * The days of each household: fuels of one day add up as dry wood, and the people of that day eat once.
 * @param field where the rows stand in the request, such as `baseline`
 * @throws OracleError `conflict` listing rows that contradict each other: two weighings of one fuel on one day, two
 * numbers of people, rows with and without a date in one household; `invalid_request` for a fuel that is not wood and
 * has no `dryWoodEquivalent`, or a fuel that is named without a date
 */
export function householdDays(rows: readonly KptDay[], field: string): HouseholdDay[] {
  const unclear = rows.flatMap((row, at) => unclearRow(row, `${field}.${at}`));
  if (unclear.length > 0) throw refused('invalid_request', unclear);
  const days = new Map<string, { day: HouseholdDay; fuels: Map<string, number>; at: number }>();
  const dated = new Map<string, { dated: boolean; at: number }>();
  const errors: FieldError[] = [];
  for (const [at, row] of rows.entries()) {
    const { household, date, fuelKg, persons, moisture = 0, dryWoodEquivalent = 1 } = row;
    const first = dated.get(household) ?? { dated: date !== undefined, at };
    dated.set(household, first);
    if (first.dated !== (date !== undefined))
      errors.push({
        field: `${field}.${at}.date`,
        message: `${first.dated ? 'is missing' : 'is given'}, but '${household}' has rows ${first.dated ? 'with' : 'without'} one, such as ${field}.${first.at}`,
      });
    const key = date === undefined ? `${at}` : `${date}\n${household}`;
    const known = days.get(key);
    const burnt = fuelKg * (1 - moisture) * dryWoodEquivalent;
    const kind = row.fuel?.trim().toLowerCase() ?? `${moisture}/${dryWoodEquivalent}`;
    if (known === undefined) {
      days.set(key, { day: { household, fuel: burnt, persons }, fuels: new Map([[kind, at]]), at });
      continue;
    }
    if (known.day.persons !== persons)
      errors.push({
        field: `${field}.${at}.persons`,
        message: `is ${persons}, but ${known.day.persons} at ${field}.${known.at} for the same day of '${household}'`,
      });
    const before = known.fuels.get(kind);
    if (before !== undefined)
      errors.push({
        field: `${field}.${at}.fuel`,
        message: `is the fuel of ${field}.${before} too, on the same day of '${household}': add up its weighings, or name the fuels`,
      });
    known.fuels.set(kind, at);
    known.day = { ...known.day, fuel: known.day.fuel + burnt };
  }
  if (errors.length > 0) throw refused('conflict', errors);
  return [...days.values()].map(({ day }) => day);
}

function unclearRow({ date, fuel, dryWoodEquivalent }: KptDay, field: string): FieldError[] {
  if (fuel === undefined) return [];
  const errors: FieldError[] = [];
  if (date === undefined)
    errors.push({
      field: `${field}.date`,
      message: 'is needed beside a fuel, so that the fuels of one day add up',
    });
  if (dryWoodEquivalent === undefined && !WOOD.test(fuel.trim()))
    errors.push({
      field: `${field}.dryWoodEquivalent`,
      message: `is needed for '${fuel}': its energy over that of dry wood, such as 1.8 for charcoal or 1 for wood`,
    });
  return errors;
}

function refused(code: 'conflict' | 'invalid_request', errors: readonly FieldError[]): OracleError {
  const [first] = errors;
  return new OracleError(code, {
    detail: `${errors.length} weighed rows are unclear, such as ${first?.field}: ${first?.message}.`,
    hint: 'Give each row its date and fuel: one row a fuel and day of a household.',
    errors: errors.slice(0, MOST_LISTED),
  });
}
