import type { Distributions } from '../distributions/load-distributions.js';
import { twoSidedT, twoSidedZ } from '../size/critical-value.js';
import type { Estimate, IntervalName } from './mean-estimate.js';
import { betaInterval, type Interval, scoreInterval } from './proportion-interval.js';
import { poolStrata } from './stratified-mean.js';
import type { StratumEstimate } from './stratum-estimate.js';

/** `wilson`: the score interval. `clopper-pearson`: the exact one, never too short and often too long. */
export type ProportionInterval = 'wilson' | 'clopper-pearson';

interface ShareRules {
  readonly confidence: number;
  readonly designEffect: number;
  readonly proportionInterval: ProportionInterval;
}

/**
 * A share of the population with an interval that has a width also where everybody answered alike. Simple samples:
 * Wilson, or Clopper and Pearson. Strata and unequal chances: the same with the effective size of the design and
 * Student's t of its degrees of freedom (Franco et al. 2019; Korn and Graubard 1998). `se` is the plain standard error,
 * for information: no bound here rests on it.
 */
export function estimateShare(
  strata: readonly StratumEstimate[],
  rules: ShareRules,
  distributions: Distributions,
): Estimate {
  const { n, mean, variance, df } = poolStrata(strata);
  return shareOf(
    {
      mean,
      n,
      df,
      se: Math.sqrt(variance * rules.designEffect),
      simple: strata.length === 1 && strata.every(({ unequal }) => !unequal),
      size: effectiveSize(strata) / rules.designEffect,
    },
    rules,
    distributions,
  );
}

/** What an interval of a share is computed from. */
interface ShareBasis {
  readonly mean: number;
  /** Units with a value. */
  readonly n: number;
  readonly df: number;
  readonly se: number;
  /** One stratum whose units had the same chance. */
  readonly simple: boolean;
  /** Units of a simple sample from an unlimited population that tell as much; infinite for a census. */
  readonly size: number;
}

function shareOf(
  { mean: p, n, df: units, se, simple, size }: ShareBasis,
  { confidence, proportionInterval }: ShareRules,
  distributions: Distributions,
): Estimate {
  const df = Math.max(1, units);
  const bounds = (level: number): Interval => {
    if (size === Number.POSITIVE_INFINITY) return { lower: p, upper: p };
    const critical = simple ? twoSidedZ(level, distributions) : twoSidedT(level, df, distributions);
    if (proportionInterval === 'wilson') return scoreInterval(p, size, critical);
    const ratio = simple ? 1 : twoSidedT(level, n - 1, distributions) / critical;
    return betaInterval(p, size * ratio ** 2, level, distributions);
  };
  const { lower, upper } = bounds(confidence);
  // Each end of a two-sided interval at 2c - 1 is a one-sided bound at c; below one half there is none.
  const oneSided = confidence > 0.5 ? bounds(2 * confidence - 1) : { lower: p, upper: p };
  return {
    mean: p,
    se,
    df,
    confidence,
    criticalValue: simple ? 'z' : 't',
    critical: simple ? twoSidedZ(confidence, distributions) : twoSidedT(confidence, df, distributions),
    interval: nameOf(proportionInterval, simple),
    lower,
    upper,
    oneSidedLower: oneSided.lower,
    oneSidedUpper: oneSided.upper,
    relativePrecision: p > 0 ? (upper - lower) / 2 / p : null,
  };
}

/**
 * The interval of a share whose units had different chances, once more from its result alone. The chances are not in a
 * result, but one size stands behind all of its bounds: it is the one that gives the width, found by halving.
 */
export function shareOfItsWidth(
  known: Estimate,
  n: number,
  rules: ShareRules,
  distributions: Distributions,
): Estimate {
  const at = (size: number) => shareOf({ ...known, n, simple: false, size }, rules, distributions);
  const width = known.upper - known.lower;
  if (width === 0) return at(Number.POSITIVE_INFINITY);
  let [low, high] = [Math.log(1e-3), Math.log(1e15)];
  for (let i = 0; i < 200 && low < high; i++) {
    const middle = (low + high) / 2;
    const { lower, upper } = at(Math.exp(middle));
    if (upper - lower > width) low = middle;
    else high = middle;
  }
  return at(Math.exp((low + high) / 2));
}

function nameOf(kind: ProportionInterval, simple: boolean): IntervalName {
  if (simple) return kind;
  return kind === 'wilson' ? 'survey-wilson' : 'korn-graubard';
}

/**
 * How many units of a simple sample from an unlimited population would tell the share as well. Each stratum's variance
 * is that of (x + 1) of (n + 2), Laplace's rule: of 2 of 2 the plain one is zero, and the size would be without end.
 * With one stratum this is n / (1 - n/N) exactly. Where units had different chances the larger of this and the
 * linearised variance counts, for a value may go with the chance.
 */
function effectiveSize(strata: readonly StratumEstimate[]): number {
  const population = strata.reduce((a, s) => a + s.population, 0);
  let share = 0;
  let variance = 0;
  for (const { population: N, n, mean, variance: linearised, unitVariance, unequal } of strata) {
    const weight = N / population;
    const smooth = (n * mean + 1) / (n + 2);
    const binomial = smooth * (1 - smooth) * unitVariance;
    share += weight * smooth;
    variance += weight ** 2 * (unequal ? Math.max(linearised, binomial) : binomial);
  }
  return variance === 0 ? Number.POSITIVE_INFINITY : (share * (1 - share)) / variance;
}
