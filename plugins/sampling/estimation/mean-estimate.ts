import type { Distributions } from '../distributions/load-distributions.js';
import { type CriticalValueKind, criticalValueOf } from '../size/critical-value.js';

/**
 * How much of the variance a large sample of a finite population saves: `1-n/N` as R's survey package (default),
 * `(N-n)/(N-1)` as statpsych and some textbooks. They differ in the third digit; results declare which.
 */
export type FinitePopulationFactor = '1-n/N' | '(N-n)/(N-1)';

export interface MeanQuestion {
  readonly n: number;
  readonly mean: number;
  readonly sd: number;
  readonly confidence: number;
  /** Units in the population; absent for an unlimited one. */
  readonly population?: number;
  /** Default `t`. */
  readonly criticalValue?: CriticalValueKind;
  readonly factor?: FinitePopulationFactor;
  /** Default 1. */
  readonly designEffect?: number;
}

/**
 * Which interval the bounds are of: `normal` and `student-t` of a mean; of a share `wilson`, `clopper-pearson`, or for
 * strata and unequal chances `survey-wilson` and `korn-graubard`, which take the size that the design is worth and its
 * degrees of freedom.
 */
export type IntervalName =
  | 'normal'
  | 'student-t'
  | 'wilson'
  | 'survey-wilson'
  | 'clopper-pearson'
  | 'korn-graubard';

/** What each interval is called in a sentence. */
export const INTERVAL_WORDS: Readonly<Record<IntervalName, string>> = {
  normal: 'normal interval',
  'student-t': "Student's t interval",
  wilson: 'Wilson score interval',
  'survey-wilson': 'Wilson score interval of the design',
  'clopper-pearson': 'Clopper-Pearson interval',
  'korn-graubard': 'Korn-Graubard interval',
};

/** An estimated mean or share with its uncertainty, in the unit of the values. */
export interface Estimate {
  readonly mean: number;
  readonly se: number;
  readonly df: number;
  readonly confidence: number;
  readonly criticalValue: CriticalValueKind;
  readonly critical: number;
  /** The interval that every bound and precision below is of. */
  readonly interval: IntervalName;
  /** Two-sided confidence interval. */
  readonly lower: number;
  readonly upper: number;
  /** One-sided bounds at the same confidence. */
  readonly oneSidedLower: number;
  readonly oneSidedUpper: number;
  /** Half of the interval's width over the mean; null when the mean is not positive, where it says nothing. */
  readonly relativePrecision: number | null;
}

/** Whether a relative precision is within what was asked; false when there is none. */
export function withinPrecision(relativePrecision: number | null, precision: number): boolean {
  // Half a unit in the 12th digit is noise of the arithmetic, not of the sample.
  return relativePrecision !== null && relativePrecision <= precision * (1 + 1e-12);
}

/** SE = sd / sqrt(n) * sqrt(factor) * sqrt(deff). Source: Cochran, Sampling Techniques, 2.6. */
export function standardError(
  question: Pick<MeanQuestion, 'n' | 'sd' | 'population' | 'factor' | 'designEffect'>,
): number {
  const { n, sd, population: N, factor = '1-n/N', designEffect = 1 } = question;
  const finite = N === undefined ? 1 : factor === '1-n/N' ? 1 - n / N : (N - n) / (N - 1);
  return (sd / Math.sqrt(n)) * Math.sqrt(Math.max(0, finite) * designEffect);
}

/** Estimates the mean of a population from a simple random sample. Needs n of at least 2. */
export function estimateMean(question: MeanQuestion, distributions: Distributions): Estimate {
  return interval(
    {
      mean: question.mean,
      se: standardError(question),
      df: question.n - 1,
      confidence: question.confidence,
      criticalValue: question.criticalValue ?? 't',
    },
    distributions,
  );
}

/** The confidence interval of any estimate with a standard error and degrees of freedom. */
export function interval(
  known: Pick<Estimate, 'mean' | 'se' | 'df' | 'confidence' | 'criticalValue'>,
  distributions: Distributions,
): Estimate {
  const { mean, se, df, confidence, criticalValue } = known;
  const critical = criticalValueOf(criticalValue, confidence, df, distributions);
  const oneSided =
    criticalValue === 'z'
      ? distributions.normalQuantile(confidence)
      : distributions.tQuantile(confidence, df);
  return {
    ...known,
    critical,
    interval: criticalValue === 'z' ? 'normal' : 'student-t',
    lower: mean - critical * se,
    upper: mean + critical * se,
    oneSidedLower: mean - oneSided * se,
    oneSidedUpper: mean + oneSided * se,
    relativePrecision: mean > 0 ? (critical * se) / mean : null,
  };
}
