import type { Distributions } from '../distributions/load-distributions.js';
import { type Estimate, estimateMean } from '../estimation/mean-estimate.js';
import { type Interval, wilsonInterval } from '../estimation/proportion-interval.js';
import { summarize } from '../estimation/summarize.js';
import type { CriticalValueKind } from '../size/critical-value.js';
import type { ParameterType } from '../size/variance.js';
import type { DropReason } from './reading.js';
import type { UnitOutcome } from './unit-outcomes.js';

/** How a period is judged. */
export interface PeriodRules {
  readonly parameterType: ParameterType;
  readonly confidence: number;
  readonly precision: number;
  readonly criticalValue: CriticalValueKind;
  readonly designEffect: number;
}

/** One stratum, or the whole sample, in a period. */
export interface GroupAnalysis {
  readonly population: number;
  /** Units that were to be surveyed. */
  readonly planned: number;
  /** Units with any record but `not found`. */
  readonly reached: number;
  /** Units with a valid value. */
  readonly valid: number;
  /** 1 - valid / planned, not below 0. */
  readonly dropoutRate: number;
  readonly reasons: Partial<Record<DropReason, number>>;
  readonly mean: number | null;
  readonly sd: number | null;
  /** Null with fewer than two valid units. */
  readonly estimate: Estimate | null;
  /** Wilson's interval of a proportion, which also serves at 0% and 100%; null for a mean. */
  readonly scoreInterval: Interval | null;
  /** Whether the precision was reached; false when it cannot be told. */
  readonly met: boolean;
}

/** Counts and estimates of the outcomes of one group. */
export function analyseGroup(
  outcomes: readonly UnitOutcome[],
  plan: { readonly planned: number; readonly population: number },
  rules: PeriodRules,
  distributions: Distributions,
): GroupAnalysis {
  const values = outcomes.flatMap(({ value }) => (value === null ? [] : [value]));
  const n = values.length;
  const summary = n === 0 ? null : summarize(values);
  const mean = summary?.mean ?? null;
  const sd = summary?.sd ?? null;
  const estimate =
    mean === null || sd === null
      ? null
      : estimateMean({ n, mean, sd, ...rules, population: Math.max(n, plan.population) }, distributions);
  const scoreInterval =
    rules.parameterType === 'proportion' && mean !== null
      ? wilsonInterval(
          {
            successes: mean * n,
            n,
            confidence: rules.confidence,
            population: Math.max(n, plan.population),
            designEffect: rules.designEffect,
          },
          distributions,
        )
      : null;
  return {
    population: plan.population,
    planned: plan.planned,
    reached: outcomes.filter(({ reason }) => reason !== 'not found').length,
    valid: n,
    dropoutRate: Math.max(0, 1 - n / plan.planned),
    reasons: countReasons(outcomes, plan.planned),
    mean,
    sd,
    estimate,
    scoreInterval,
    met: precisionMet(estimate, scoreInterval, rules.precision),
  };
}

/** At 0% and 100% the plain interval has no width; the score interval tells the precision then. */
function precisionMet(estimate: Estimate | null, score: Interval | null, precision: number): boolean {
  if (estimate === null || estimate.relativePrecision === null) return false;
  const relative =
    score !== null && estimate.se === 0
      ? (score.upper - score.lower) / 2 / estimate.mean
      : estimate.relativePrecision;
  return relative <= precision * (1 + 1e-12);
}

function countReasons(
  outcomes: readonly UnitOutcome[],
  planned: number,
): Partial<Record<DropReason, number>> {
  const counts: Partial<Record<DropReason, number>> = {};
  for (const { reason } of outcomes) if (reason !== undefined) counts[reason] = (counts[reason] ?? 0) + 1;
  const silent = planned - outcomes.length;
  return silent > 0 ? { ...counts, 'no record': silent } : counts;
}
