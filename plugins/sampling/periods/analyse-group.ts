import type { Distributions } from '../distributions/load-distributions.js';
import { type EstimationRules, estimatePopulation } from '../estimation/estimate-population.js';
import { type Estimate, withinPrecision } from '../estimation/mean-estimate.js';
import type { Interval } from '../estimation/proportion-interval.js';
import { estimateStratum, type StratumEstimate } from '../estimation/stratum-estimate.js';
import { summarize } from '../estimation/summarize.js';
import { type DropReason, wasMet } from './reading.js';
import type { UnitOutcome } from './unit-outcomes.js';

/** How a period is judged. */
export interface PeriodRules extends EstimationRules {
  readonly precision: number;
}

/** Why a group does not count as met, in the order in which it is looked at. */
export type MissReason =
  /** There are too few valid units for an estimate. */
  | 'no estimate'
  /** More valid units than the population has: one of the two counts is wrong. */
  | 'too many units'
  /** Fewer valid units than the profile asks for. */
  | 'too few units'
  /** All units gave the same value, so nothing tells how far the mean may be off. */
  | 'no variation'
  /** The interval is wider than was asked, or the mean is not positive. */
  | 'precision'
  /** A stratum that has to meet it by itself does not. */
  | 'stratum';

/** One stratum, or the whole sample, in a period. */
export interface GroupAnalysis {
  readonly population: number;
  /** Units that were to be surveyed. */
  readonly planned: number;
  /** Units of which somebody was met: with a value, or lost for a reason that somebody gave or showed. */
  readonly reached: number;
  /** Units with a valid value. */
  readonly valid: number;
  /** Fewest valid units that the profile accepts. */
  readonly minimum: number;
  /** Units that others took the place of; absent when there are none. */
  readonly replaced?: number;
  /** 1 - valid / (planned + replaced), not below 0: a replaced unit was asked as well, and lost. */
  readonly dropoutRate: number;
  readonly reasons: Partial<Record<DropReason, number>>;
  readonly mean: number | null;
  readonly sd: number | null;
  /** Null with fewer than two valid units. Its interval decides. */
  readonly estimate: Estimate | null;
  /** The interval of a proportion, once more by itself; null for a mean. */
  readonly scoreInterval: Interval | null;
  /** Whether there are enough valid units and the precision was reached; false when it cannot be told. */
  readonly met: boolean;
  /** Null when it is met. */
  readonly missed: MissReason | null;
}

/** A unit that was asked and lost, though another took its place. */
export interface ReplacedUnit {
  readonly unitId: string;
  readonly stratum: string | undefined;
  readonly reason: DropReason;
}

export interface GroupPlan {
  readonly planned: number;
  readonly population: number;
  /** Fewest valid units that count. */
  readonly minimum: number;
  readonly replaced?: readonly ReplacedUnit[] | undefined;
}

/** A group with what its stratum says, from which strata are pooled. */
export interface AnalysedGroup {
  readonly group: GroupAnalysis;
  readonly stratum: StratumEstimate | undefined;
}

/** Counts and estimates of the outcomes of one group. */
export function analyseGroup(
  outcomes: readonly UnitOutcome[],
  plan: GroupPlan,
  rules: PeriodRules,
  distributions: Distributions,
): AnalysedGroup {
  const units = outcomes.flatMap(({ value, chance }) => (value === null ? [] : [{ value, chance }]));
  const n = units.length;
  const stratum = estimateStratum(units, Math.max(n, plan.population));
  // One unit has a mean, and nothing else.
  const summary = stratum ?? (n === 0 ? undefined : summarize(units.map(({ value }) => value)));
  const { replaced = [] } = plan;
  const asked = plan.planned + replaced.length;
  const told = [...outcomes, ...withoutRecord(replaced, outcomes)];
  const counts = {
    population: plan.population,
    planned: plan.planned,
    reached: told.filter(({ reason }) => reason === undefined || wasMet(reason)).length,
    valid: n,
    minimum: plan.minimum,
    ...(replaced.length > 0 && { replaced: replaced.length }),
    dropoutRate: Math.max(0, 1 - n / asked),
    reasons: countReasons(told, asked),
    mean: summary?.mean ?? null,
    sd: summary?.sd ?? null,
  };
  return { group: judged(counts, stratum && [stratum], rules, distributions), stratum };
}

/** Counts with the estimate of their strata, and whether that is enough. */
export function judged(
  counts: Omit<GroupAnalysis, 'estimate' | 'scoreInterval' | 'met' | 'missed'>,
  strata: readonly StratumEstimate[] | undefined,
  rules: PeriodRules,
  distributions: Distributions,
): GroupAnalysis {
  const estimate = strata === undefined ? null : estimatePopulation(strata, rules, distributions);
  const missed = missReason(counts, estimate, strata ?? [], rules);
  return {
    ...counts,
    estimate,
    scoreInterval:
      estimate === null || rules.parameterType === 'mean'
        ? null
        : { lower: estimate.lower, upper: estimate.upper },
    met: missed === null,
    missed,
  };
}

function missReason(
  { valid, minimum, population }: Pick<GroupAnalysis, 'valid' | 'minimum' | 'population'>,
  estimate: Estimate | null,
  strata: readonly StratumEstimate[],
  { parameterType, precision }: PeriodRules,
): MissReason | null {
  if (estimate === null) return 'no estimate';
  if (valid > population) return 'too many units';
  if (valid < minimum) return 'too few units';
  const census = strata.every(({ unitVariance }) => unitVariance === 0);
  // Thirty times 0.1 leave a deviation of some 1e-17, the noise of the arithmetic.
  const alike = estimate.se <= 1e-12 * Math.abs(estimate.mean);
  if (parameterType === 'mean' && alike && !census) return 'no variation';
  return withinPrecision(estimate.relativePrecision, precision) ? null : 'precision';
}

/** Replaced units that no reading tells of. */
function withoutRecord(
  replaced: readonly ReplacedUnit[],
  outcomes: readonly UnitOutcome[],
): readonly ReplacedUnit[] {
  const known = new Set(outcomes.map(({ unitId }) => unitId));
  return replaced.filter(({ unitId }) => !known.has(unitId));
}

function countReasons(
  outcomes: readonly Pick<UnitOutcome, 'reason'>[],
  asked: number,
): Partial<Record<DropReason, number>> {
  const counts: Partial<Record<DropReason, number>> = {};
  for (const { reason } of outcomes) if (reason !== undefined) counts[reason] = (counts[reason] ?? 0) + 1;
  const silent = asked - outcomes.length;
  return silent > 0 ? { ...counts, 'no record': silent } : counts;
}
