import { addTo } from 'oracle-runtime/kit';
import { isOfDraw, type Reading } from '../periods/reading.js';
import type { AnswersElsewhere } from '../trail/analysed-entry.js';
import { meanOf } from '../trail/judged-marks.js';
import { lineOf } from './line-of-designs.js';
import type { SamplingService } from './sampling-service.js';

/** Days that an entry lists. */
const MOST_DAYS = 400;
/** Units that a mark names. */
const EXAMPLES = 5;

/**
 * Answers of phones that this oracle has of units of a draw, to a line of designs or to `more` of the same homes, of days since it that neither these readings nor an analysis of
 * the line of designs before them are of. Undefined for none.
 */
export async function answersOfOtherDays(
  service: SamplingService,
  { designId, more }: { readonly designId: string; readonly more: readonly string[] },
  {
    readings,
    units,
    from,
    to,
    drawnOn,
    typed,
  }: {
    readonly readings: readonly Reading[];
    /** Those that were drawn or called, replaced ones among them. */
    readonly units: ReadonlySet<string>;
    readonly from: string;
    readonly to: string;
    /** `YYYY-MM-DD` */
    readonly drawnOn: string;
    /** Whether the readings are no answers of phones themselves. */
    readonly typed: boolean;
  },
): Promise<AnswersElsewhere | undefined> {
  if (service.answers.length === 0) return undefined;
  const line = await lineOf(service, designId);
  const analysed = [{ from, to }, ...line.flatMap(({ state }) => state.analyses)];
  const since = { from: drawnOn, to: '9999-12-31' };
  const designs = [...line.map((each) => each.designId), ...more];
  const all = (await Promise.all(service.answers.map((held) => held(designs, since)))).flat();
  const answers = all.filter(
    ({ unitId, day }) => units.has(unitId) && !analysed.some((days) => days.from <= day && day <= days.to),
  );
  if (answers.length === 0) return undefined;
  const byDay = new Map<string, number[]>();
  for (const { day, value } of answers) addTo(byDay, day, value);
  const measured = new Set(
    readings.flatMap((reading) =>
      isOfDraw(reading) && reading.value !== null && reading.date >= from && reading.date <= to
        ? [reading.unitId]
        : [],
    ),
  );
  const missed = answers.filter(({ unitId }) => !measured.has(unitId));
  const without = [...new Set(missed.map(({ unitId }) => unitId))];
  return {
    answers: answers.length,
    units: new Set(answers.map(({ unitId }) => unitId)).size,
    days: [...byDay]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .slice(0, MOST_DAYS)
      .map(([day, values]) => ({ day, answers: values.length, mean: meanOf(values) ?? '' })),
    without:
      without.length === 0
        ? null
        : {
            units: without.length,
            examples: without.slice(0, EXAMPLES),
            mean: meanOf(missed.map(({ value }) => value)) ?? '',
          },
    typed,
  };
}
