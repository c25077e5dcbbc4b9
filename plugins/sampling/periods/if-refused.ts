import type { UnitOutcome } from './unit-outcomes.js';

/** What the mean would be, had all who refused been at one end. */
export interface IfRefused {
  readonly units: number;
  /** With 0 for each, or the lowest value where one lies below. */
  readonly low: number;
  /** With the highest value of the others; of a share with 1. */
  readonly high: number;
}

/**
 * How far those who refused could move the mean: what they would have given, nobody knows.
 * @param share whether values are shares, which end at 1; others are taken to end at the highest that was measured
 * @param meanOf the mean of outcomes, by the estimate of the period
 * @returns null when nobody refused, and where the others have no mean
 */
export function ifRefused(
  outcomes: readonly UnitOutcome[],
  share: boolean,
  meanOf: (outcomes: readonly UnitOutcome[]) => number | null,
): IfRefused | null {
  const units = outcomes.filter(hasRefused).length;
  if (units === 0) return null;
  const values = outcomes.flatMap(({ value }) => value ?? []);
  const lowest = values.reduce((low, value) => Math.min(low, value), 0);
  const highest = values.reduce((high, value) => Math.max(high, value), Number.NEGATIVE_INFINITY);
  const meanAt = (end: number) =>
    meanOf(
      outcomes.map((each) =>
        hasRefused(each) ? { ...each, value: end, readings: 1, reason: undefined } : each,
      ),
    );
  const [low, high] = [meanAt(lowest), meanAt(share ? 1 : highest)];
  return low === null || high === null ? null : { units, low, high };
}

function hasRefused({ value, reason }: UnitOutcome): boolean {
  return value === null && reason === 'refused';
}
