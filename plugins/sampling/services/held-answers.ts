import { addTo } from 'oracle-runtime/kit';
import { isOfDraw, type Reading } from '../periods/reading.js';
import type { AnswersBeside } from '../trail/analysed-entry.js';
import { meanOf } from '../trail/judged-marks.js';
import type { SamplingService } from './sampling-service.js';

/** Two texts of one number may differ in the last digits. */
const SAME = 1e-9;

/**
 * Answers of phones that this oracle has of the units and days of readings which were handed in otherwise; undefined for
 * none. A unit differs when none of its readings has a value that came in of it.
 */
export async function answersBeside(
  service: SamplingService,
  designs: readonly string[],
  {
    readings,
    units,
    from,
    to,
  }: {
    readonly readings: readonly Reading[];
    /** Those that were drawn or called. */
    readonly units: ReadonlySet<string>;
    readonly from: string;
    readonly to: string;
  },
): Promise<AnswersBeside | undefined> {
  if (service.answers.length === 0) return undefined;
  const all = await Promise.all(service.answers.map((held) => held(designs, { from, to })));
  const answers = all.flat().filter(({ unitId }) => units.has(unitId));
  if (answers.length === 0) return undefined;
  const handed = new Map<string, Reading[]>();
  for (const reading of readings)
    if (isOfDraw(reading) && reading.date >= from && reading.date <= to)
      addTo(handed, reading.unitId, reading);
  const cameIn = new Map<string, number[]>();
  for (const { unitId, value } of answers) addTo(cameIn, unitId, value);
  const differ = [...cameIn].filter(
    ([unitId, came]) =>
      !(handed.get(unitId) ?? []).some(({ value }) => came.some((each) => isSame(each, value))),
  );
  const byPhone: number[] = [];
  const otherwise: number[] = [];
  for (const [unitId, rows] of handed) {
    const values = rows.flatMap(({ value }) => value ?? []);
    if (values.length === 0) continue;
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    (cameIn.has(unitId) ? byPhone : otherwise).push(mean);
  }
  return {
    answers: answers.length,
    units: cameIn.size,
    differ: differ.length,
    byNoPhone:
      otherwise.length === 0
        ? null
        : {
            units: otherwise.length,
            of: byPhone.length + otherwise.length,
            mean: meanOf(otherwise) ?? '',
            others: meanOf(byPhone),
          },
  };
}

function isSame(a: number, b: number | null): boolean {
  return b !== null && Math.abs(a - b) <= SAME * Math.max(Math.abs(a), Math.abs(b));
}
