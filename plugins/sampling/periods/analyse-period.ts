import { OracleError } from 'oracle-runtime/plugin';
import type { Distributions } from '../distributions/load-distributions.js';
import { type EffectOnReductions, type ErAdjustment, erAdjustment } from '../er/er-adjustment.js';
import type { Estimate } from '../estimation/mean-estimate.js';
import { outliers } from '../estimation/outliers.js';
import { estimateStratifiedMean } from '../estimation/stratified-mean.js';
import { summarize } from '../estimation/summarize.js';
import type { MissRule } from '../profiles/profile.js';
import { analyseGroup, type GroupAnalysis, type PeriodRules } from './analyse-group.js';
import { periodFaults } from './period-faults.js';
import type { Reading } from './reading.js';
import { type UnitOutcome, unitOutcomes } from './unit-outcomes.js';

/** The sample that was to be monitored. */
export interface PeriodPlan {
  readonly population: number;
  /** Units that were to be surveyed: the adjusted size. */
  readonly planned: number;
  readonly strata?:
    | readonly { readonly name: string; readonly population: number; readonly planned: number }[]
    | undefined;
}

export interface PeriodQuestion extends PeriodRules {
  /** First and last day, `YYYY-MM-DD`, both included. */
  readonly from: string;
  readonly to: string;
  readonly readings: readonly Reading[];
  readonly plan: PeriodPlan;
  readonly missRule: MissRule;
  /** Default `raises`. */
  readonly effect?: EffectOnReductions | undefined;
}

export interface FlaggedUnit {
  readonly unitId: string;
  readonly value: number;
  readonly tukey: 'mild' | 'extreme' | null;
  readonly madScore: number | null;
}

export interface PeriodAnalysis {
  readonly from: string;
  readonly to: string;
  readonly rules: PeriodRules & { readonly finitePopulationFactor: '1-n/N' };
  readonly readings: { readonly total: number; readonly inside: number; readonly outside: number };
  readonly pooled: GroupAnalysis;
  readonly strata: readonly (GroupAnalysis & { readonly name: string })[] | null;
  readonly erAdjustment: ErAdjustment | null;
  readonly outliers: readonly FlaggedUnit[];
  /** The same without flagged units, for comparison only. */
  readonly withoutOutliers: { readonly n: number; readonly mean: number; readonly sd: number | null } | null;
  readonly warnings: readonly string[];
}

/**
 * What a monitoring period showed: units planned, reached and valid, dropout with reasons, mean, standard deviation,
 * interval and achieved precision, by stratum and pooled.
 * @throws OracleError `invalid_request` for bad days or records, `insufficient_data` (422) without a valid reading
 */
export function analysePeriod(question: PeriodQuestion, distributions: Distributions): PeriodAnalysis {
  periodFaults(question);
  const { from, to, readings, plan, parameterType, confidence, precision, criticalValue, designEffect } =
    question;
  const rules: PeriodRules = { parameterType, confidence, precision, criticalValue, designEffect };
  const inside = readings.filter(({ date }) => date >= from && date <= to);
  const outcomes = unitOutcomes(parameterType === 'proportion' ? inside.map(asShare) : inside);
  const valid = outcomes.filter(({ value }) => value !== null);
  if (valid.length === 0)
    throw new OracleError('insufficient_data', {
      detail: `There is no valid reading between ${from} and ${to}.`,
      hint:
        readings.length > inside.length
          ? `${readings.length - inside.length} readings lie outside these days.`
          : undefined,
      errors: [{ field: 'readings', message: `none of ${readings.length} is valid in the period` }],
    });
  const strata =
    plan.strata?.map((stratum) => ({
      name: stratum.name,
      ...analyseGroup(ofStratum(outcomes, stratum.name), stratum, rules, distributions),
    })) ?? null;
  const whole = analyseGroup(outcomes, plan, rules, distributions);
  const pooled = strata === null ? whole : pool(whole, strata, rules, distributions);
  // A share has no far values: where most say yes, every no would be flagged.
  const flagged = parameterType === 'proportion' ? [] : outliers(valid.map(({ value }) => value ?? 0));
  return {
    from,
    to,
    rules: { ...rules, finitePopulationFactor: '1-n/N' },
    readings: { total: readings.length, inside: inside.length, outside: readings.length - inside.length },
    pooled,
    strata,
    erAdjustment:
      pooled.estimate &&
      erAdjustment({
        rule: question.missRule,
        estimate: pooled.estimate,
        precision,
        effect: question.effect ?? 'raises',
      }),
    outliers: flagged.map(({ index, value, tukey, madScore }) => ({
      unitId: valid[index]?.unitId ?? '',
      value,
      tukey: tukey ?? null,
      madScore: madScore ?? null,
    })),
    withoutOutliers: without(valid, new Set(flagged.map(({ index }) => index))),
    warnings: periodWarnings(outcomes, pooled, strata, flagged.length),
  };
}

/** A proportion's value is a share of use: anything outside 0..1 is invalid. */
function asShare(reading: Reading): Reading {
  const { value } = reading;
  return value !== null && (value < 0 || value > 1)
    ? { ...reading, value: null, reason: 'invalid value' }
    : reading;
}

function ofStratum(outcomes: readonly UnitOutcome[], name: string): UnitOutcome[] {
  return outcomes.filter(({ stratum }) => stratum?.toLowerCase() === name.toLowerCase());
}

/** The whole sample's counts with the population-weighted estimate; none while a stratum has fewer than two units. */
function pool(
  whole: GroupAnalysis,
  strata: readonly GroupAnalysis[],
  { confidence, criticalValue, designEffect, precision }: PeriodRules,
  distributions: Distributions,
): GroupAnalysis {
  const summaries = strata.flatMap(({ valid, mean, sd, population }) =>
    mean === null || sd === null ? [] : [{ n: valid, mean, sd, population: Math.max(valid, population) }],
  );
  if (summaries.length < strata.length)
    return { ...whole, mean: null, sd: null, estimate: null, scoreInterval: null, met: false };
  const estimate: Estimate = estimateStratifiedMean(
    { strata: summaries, confidence, criticalValue, designEffect },
    distributions,
  );
  const { relativePrecision } = estimate;
  return {
    ...whole,
    mean: estimate.mean,
    estimate,
    scoreInterval: null,
    met: relativePrecision !== null && relativePrecision <= precision * (1 + 1e-12),
  };
}

function without(
  valid: readonly UnitOutcome[],
  flagged: ReadonlySet<number>,
): PeriodAnalysis['withoutOutliers'] {
  const kept = valid.flatMap(({ value }, index) => (value === null || flagged.has(index) ? [] : [value]));
  return flagged.size === 0 || kept.length === 0 ? null : summarize(kept);
}

function periodWarnings(
  outcomes: readonly UnitOutcome[],
  pooled: GroupAnalysis,
  strata: PeriodAnalysis['strata'],
  flagged: number,
): string[] {
  const said: string[] = [];
  if (outcomes.length > pooled.planned)
    said.push(
      `${outcomes.length} units have records, but ${pooled.planned} were planned: reconcile the counts.`,
    );
  const repeated = outcomes.filter(({ readings }) => readings > 1).length;
  if (repeated > 0)
    said.push(`${repeated} units have several readings; each unit counts once, with its mean.`);
  for (const { name, valid } of strata ?? [])
    if (valid < 2)
      said.push(`Stratum ${name} has ${valid} valid units: no pooled estimate without at least 2.`);
  if (pooled.estimate !== null && pooled.estimate.relativePrecision === null)
    said.push('The mean is not positive, so a relative precision says nothing.');
  for (const { name, met } of strata ?? []) if (!met) said.push(`Stratum ${name} missed the precision.`);
  if (!pooled.met)
    said.push('The precision was missed: reductions take the bound that the profile prescribes.');
  if (flagged > 0)
    said.push(
      `${flagged} values are far from the others. They stay in the estimate unless there is a documented reason to drop them.`,
    );
  return said;
}
