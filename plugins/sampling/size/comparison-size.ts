import type { Distributions } from '../distributions/load-distributions.js';
import { meanTestPower } from './mean-test-power.js';

/** How sure a comparison of two groups must be. */
export interface TestLevel {
  /** Chance of seeing a difference where there is none, such as 0.05. */
  readonly alpha: number;
  /** Chance of seeing the difference that is there, such as 0.8. */
  readonly power: number;
  readonly sides: 1 | 2;
}

/** z of the level and of the power. */
function criticals({ alpha, power, sides }: TestLevel, d: Distributions): { za: number; zb: number } {
  return { za: d.normalQuantile(1 - alpha / sides), zb: d.normalQuantile(power) };
}

/**
 * Units per group to see the difference between two proportions, unrounded, with the pooled variance under the
 * hypothesis of no difference. Source: R, power.prop.test (Fleiss 1981, equation 3.14).
 */
export function twoProportionsSize(p1: number, p2: number, level: TestLevel, d: Distributions): number {
  const { za, zb } = criticals(level, d);
  const pooled = (p1 + p2) / 2;
  const spread = za * Math.sqrt(2 * pooled * (1 - pooled)) + zb * Math.sqrt(p1 * (1 - p1) + p2 * (1 - p2));
  return (spread / (p1 - p2)) ** 2;
}

/**
 * Units per group to see a change between two surveys, unrounded: deff (za + zb)^2 (p1 q1 + p2 q2) / (p1 - p2)^2.
 * Source: FANTA, Sampling Guide, indicators as proportions.
 */
export function surveyChangeSize(
  p1: number,
  p2: number,
  deff: number,
  level: TestLevel,
  d: Distributions,
): number {
  return deff * noninferioritySize(p1 * (1 - p1) + p2 * (1 - p2), p1 - p2, level, d);
}

/**
 * Units per group to show that one group is not worse than another by the margin, unrounded.
 * @param variance sum of the two groups' variances (p q each, or sd^2 each)
 * @param distance expected difference less the margin
 * Source: Chow, Shao, Wang, Sample Size Calculations in Clinical Research, 3.2 and 4.2.
 */
export function noninferioritySize(
  variance: number,
  distance: number,
  level: TestLevel,
  d: Distributions,
): number {
  const { za, zb } = criticals(level, d);
  return ((za + zb) ** 2 * variance) / distance ** 2;
}

/**
 * Units per group to see a standardized difference of means (difference / sd) with Student's t, unrounded.
 * `paired`: the same homes twice, sd that of the differences. Source: R, power.t.test.
 */
export function twoMeansSize(
  effect: number,
  design: 'parallel' | 'paired',
  level: TestLevel,
  d: Distributions,
): number {
  let low = 2;
  let high = 4;
  while (meanTestPower(high, effect, design, level, d) < level.power) {
    low = high;
    high *= 2;
  }
  for (let i = 0; i < 60 && high - low > 1e-9; i++) {
    const middle = (low + high) / 2;
    if (meanTestPower(middle, effect, design, level, d) < level.power) low = middle;
    else high = middle;
  }
  return high;
}

/**
 * Units per occasion to see a change of a mean when a share of the units is measured both times, unrounded.
 * `overlap` is that share, `correlation` the correlation of a unit's two values.
 * Source: Valliant, Dever, Kreuter, Practical Tools, 4.3 (nDep2sam), equal sizes.
 */
export function overlappingSurveysSize(
  variances: readonly [number, number],
  overlap: number,
  correlation: number,
  difference: number,
  level: TestLevel,
  d: Distributions,
): number {
  const [first, second] = variances;
  const { za, zb } = criticals(level, d);
  const variance = first + second - 2 * overlap * correlation * Math.sqrt(first * second);
  return (variance * (za + zb) ** 2) / difference ** 2;
}
