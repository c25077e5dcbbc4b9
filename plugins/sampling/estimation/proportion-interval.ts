import type { Distributions } from '../distributions/load-distributions.js';
import { twoSidedT, twoSidedZ } from '../size/critical-value.js';

export interface Interval {
  readonly lower: number;
  readonly upper: number;
}

export interface ProportionQuestion {
  /** Units that have the property. */
  readonly successes: number;
  readonly n: number;
  readonly confidence: number;
  /** Units in the population; narrows the interval by 1 - n/N. */
  readonly population?: number;
  /** Default 1; a clustered sample of n counts as n / deff. */
  readonly designEffect?: number;
}

/** How many units of a simple sample from an unlimited population would say as much. */
function effectiveSize({ n, population, designEffect = 1 }: ProportionQuestion): number {
  const factor = population === undefined ? 1 : Math.max(0, 1 - n / population);
  return factor === 0 ? Number.POSITIVE_INFINITY : n / factor / designEffect;
}

/**
 * Wilson's score interval: has a width also at 0 of n and n of n, where Wald's has none.
 * Source: Wilson 1927; R, prop.test(correct = FALSE).
 */
export function wilsonInterval(question: ProportionQuestion, distributions: Distributions): Interval {
  const p = question.successes / question.n;
  const n = effectiveSize(question);
  if (n === Number.POSITIVE_INFINITY) return { lower: p, upper: p };
  return scoreInterval(p, n, twoSidedZ(question.confidence, distributions));
}

/**
 * The score interval of a proportion `p` of `n` units: where |p - x| <= critical * sqrt(x (1 - x) / n).
 * Source: Wilson 1927; with the size that a design is worth in the place of n and its t in that of z: Franco, Little,
 * Louis, Slud 2019, Journal of Survey Statistics and Methodology 7, 334-364.
 */
export function scoreInterval(p: number, n: number, critical: number): Interval {
  const z2 = critical ** 2;
  const center = (p + z2 / (2 * n)) / (1 + z2 / n);
  const half = Math.sqrt((z2 * p * (1 - p)) / n + z2 ** 2 / (4 * n ** 2)) / (1 + z2 / n);
  // The ends of 0 and 1 are exact on paper.
  return {
    lower: p === 0 ? 0 : Math.max(0, center - half),
    upper: p === 1 ? 1 : Math.min(1, center + half),
  };
}

/** The exact interval, for a strict reading. Source: Clopper, Pearson 1934; R, binom.test. */
export function clopperPearsonInterval(question: ProportionQuestion, distributions: Distributions): Interval {
  const p = question.successes / question.n;
  const n = effectiveSize(question);
  if (n === Number.POSITIVE_INFINITY) return { lower: p, upper: p };
  return betaInterval(p, n, question.confidence, distributions);
}

/** Clopper and Pearson's interval of a proportion `p` of `n` units, which need not be whole. */
export function betaInterval(
  p: number,
  n: number,
  confidence: number,
  distributions: Distributions,
): Interval {
  const tail = (1 - confidence) / 2;
  const x = n * p;
  return {
    lower: p === 0 ? 0 : distributions.betaQuantile(tail, x, n - x + 1),
    upper: p === 1 ? 1 : distributions.betaQuantile(1 - tail, x + 1, n - x),
  };
}

/** A proportion that a complex sample estimated. */
export interface SurveyProportion {
  readonly p: number;
  readonly se: number;
  /** Degrees of freedom of the design, such as n - H. */
  readonly df: number;
  /** Valid units. */
  readonly n: number;
  readonly confidence: number;
}

/** t interval on the log odds. Source: R package survey, svyciprop(method = "logit"). */
export function logitInterval(
  { p, se, df, confidence }: SurveyProportion,
  distributions: Distributions,
): Interval {
  const t = twoSidedT(confidence, df, distributions);
  const half = (t * se) / (p * (1 - p));
  const logit = Math.log(p / (1 - p));
  const back = (x: number) => 1 / (1 + Math.exp(-x));
  return { lower: back(logit - half), upper: back(logit + half) };
}

/**
 * Exact interval with the effective size that the standard error implies.
 * Source: Korn, Graubard 1998; R package survey, svyciprop(method = "beta").
 */
export function kornGraubardInterval(question: SurveyProportion, distributions: Distributions): Interval {
  const { p, se, df, n, confidence } = question;
  const ratio = twoSidedT(confidence, n - 1, distributions) / twoSidedT(confidence, df, distributions);
  return betaInterval(p, ((p * (1 - p)) / se ** 2) * ratio ** 2, confidence, distributions);
}
