import { type FieldError, OracleError } from 'oracle-runtime/plugin';
import type { PeriodQuestion } from './analyse-period.js';
import { isDay } from './calendar.js';

/** Faulty rows that an answer lists; a bad column would make thousands. */
const MOST_LISTED = 50;

/** @throws OracleError `invalid_request` with what is wrong about the days or the records of a period. */
export function periodFaults({
  from,
  to,
  readings,
  plan,
}: Pick<PeriodQuestion, 'from' | 'to' | 'readings' | 'plan'>): void {
  const errors: FieldError[] = [];
  const say = (field: string, message: string) => errors.push({ field, message });
  if (!isDay(from)) say('from', `'${from}' is no day: write YYYY-MM-DD.`);
  if (!isDay(to)) say('to', `'${to}' is no day: write YYYY-MM-DD.`);
  if (errors.length === 0 && from > to) say('to', `${to} lies before ${from}.`);
  const names = plan.strata && new Set(plan.strata.map(({ name }) => name.toLowerCase()));
  const days = new Map<string, boolean>();
  // One fault says it: the column is missing, not thousands of cells.
  const unplaced = names !== undefined && readings.every(({ stratum }) => (stratum ?? '') === '');
  if (unplaced && readings.length > 0)
    say(
      'readings',
      `name no stratum: add a column with ${[...names].join(', ')}, or the selectionId that drew the units.`,
    );
  const strataOf = new Map<string, string>();
  for (const [row, { unitId, date, stratum }] of readings.entries()) {
    if (errors.length >= MOST_LISTED) break;
    const place = (stratum ?? '').toLowerCase();
    const known = strataOf.get(unitId);
    if (known === undefined) strataOf.set(unitId, place);
    else if (names && known !== place)
      say(
        `readings.${row}.stratum`,
        `'${unitId}' was in '${known}' in a row before: a unit belongs to one stratum.`,
      );
    if (unitId === '') say(`readings.${row}.unitId`, 'is empty.');
    if (!days.has(date)) days.set(date, isDay(date));
    if (days.get(date) === false) say(`readings.${row}.date`, `'${date}' is no day: write YYYY-MM-DD.`);
    if (names && !unplaced && !names.has((stratum ?? '').toLowerCase()))
      say(`readings.${row}.stratum`, `'${stratum ?? ''}' is none of the strata ${[...names].join(', ')}.`);
  }
  if (errors.length === 0) return;
  const more = errors.length >= MOST_LISTED ? ` Only the first ${MOST_LISTED} faults are listed.` : '';
  throw new OracleError('invalid_request', { detail: `The readings are not usable.${more}`, errors });
}
