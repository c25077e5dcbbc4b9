import { OracleError } from 'oracle-runtime/plugin';
import type { Distributions } from '../distributions/load-distributions.js';
import { type EffectOnReductions, type ErAdjustment, erAdjustment } from '../er/er-adjustment.js';
import { outliers } from '../estimation/outliers.js';
import { poolStrata } from '../estimation/stratified-mean.js';
import { leastUnits, type Minima, type MissRule } from '../profiles/profile.js';
import {
  type AnalysedGroup,
  analyseGroup,
  type GroupAnalysis,
  judged,
  type PeriodRules,
  type ReplacedUnit,
} from './analyse-group.js';
import { type IfRefused, ifRefused } from './if-refused.js';
import { type DrawnChances, withChances } from './inclusion-chances.js';
import { periodFaults } from './period-faults.js';
import { periodWarnings } from './period-warnings.js';
import { isOfDraw, type Reading } from './reading.js';
import { type UnitOutcome, unitOutcomes } from './unit-outcomes.js';

/** What a sample has to have where no profile says it: the CDM guideline's 30, or the whole group. */
const CDM_MINIMA: Minima = { minimumSample: 30, minimumStratum: 30, censusBelow: 0 };

/** The sample that was to be monitored. */
export interface PeriodPlan {
  readonly population: number;
  /** Units that were to be surveyed: the adjusted size. */
  readonly planned: number;
  /** Share of these that the design expects to lose. */
  readonly expectedDropout?: number | undefined;
  /** Units that a replacement was called for, since the period before. */
  readonly replaced?: readonly ReplacedUnit[] | undefined;
  readonly strata?:
    | readonly { readonly name: string; readonly population: number; readonly planned: number }[]
    | undefined;
  /** What has to meet the precision: `stratum`, each by itself, or `overall` (default), their pooled result. */
  readonly scope?: 'stratum' | 'overall' | undefined;
}

export interface PeriodQuestion extends Omit<PeriodRules, 'proportionInterval'> {
  /** Default `wilson`. */
  readonly proportionInterval?: PeriodRules['proportionInterval'] | undefined;
  /** Default: those of the CDM guideline. */
  readonly minima?: Minima | undefined;
  /** The chances of a draw that gave its units different ones. */
  readonly chances?: DrawnChances | undefined;
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
  readonly readings: {
    readonly total: number;
    readonly inside: number;
    readonly outside: number;
    /** Of those inside, readings of units that were not drawn, which do not count; absent when there are none. */
    readonly notDrawn?: number;
    /** Of those inside, readings of replaced units whose stand-ins have values too, which do not count; absent when there are none. */
    readonly stoodIn?: number;
  };
  readonly pooled: GroupAnalysis;
  readonly strata: readonly (GroupAnalysis & { readonly name: string })[] | null;
  readonly erAdjustment: ErAdjustment | null;
  readonly outliers: readonly FlaggedUnit[];
  /** The mean, had all who refused had 0 or the highest value; null when nobody refused. Absent from analyses of before. */
  readonly ifRefused?: IfRefused | null;
  /** The same estimate without flagged units, for comparison only; `sd` is of the sample, as in `pooled`. */
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
  const { from, to, readings, plan, precision, minima = CDM_MINIMA } = question;
  const dated = readings.filter(({ date }) => date >= from && date <= to);
  const inside = dated.filter(isOfDraw);
  const stoodIn = dated.filter((each) => each.stoodIn === true).length;
  const notDrawn = dated.length - inside.length - stoodIn;
  const { parameterType } = question;
  const answered = unitOutcomes(parameterType === 'proportion' ? inside.map(asShare) : inside);
  const outcomes = withChances(answered, question.chances);
  const valid = outcomes.filter(({ value }) => value !== null);
  if (valid.length === 0)
    throw new OracleError('insufficient_data', {
      detail: `There is no valid reading between ${from} and ${to}.`,
      hint:
        [
          ...(readings.length > dated.length
            ? [`${readings.length - dated.length} readings lie outside these days.`]
            : []),
          ...(notDrawn > 0
            ? [`${notDrawn} readings are of units that were not drawn, and do not count.`]
            : []),
        ].join(' ') || undefined,
      errors: [{ field: 'readings', message: `none of ${readings.length} is valid in the period` }],
    });
  const shares = parameterType === 'proportion' || isYesOrNo(valid);
  const rules: PeriodRules = {
    parameterType,
    confidence: question.confidence,
    precision,
    criticalValue: question.criticalValue,
    designEffect: question.designEffect,
    proportionInterval: question.proportionInterval ?? 'wilson',
  };
  const judge = (
    kind: 'minimumSample' | 'minimumStratum',
    group: Pick<PeriodPlan, 'population' | 'planned' | 'replaced'>,
    of: readonly UnitOutcome[],
  ) =>
    analyseGroup(
      of,
      { ...group, minimum: leastUnits(minima, kind, group.population) },
      shares ? { ...rules, parameterType: 'proportion' } : rules,
      distributions,
    );
  const estimate = (of: readonly UnitOutcome[]) => {
    const analysed = plan.strata?.map((stratum) =>
      judge(
        'minimumStratum',
        { ...stratum, replaced: ofStratum(plan.replaced ?? [], stratum.name) },
        ofStratum(of, stratum.name),
      ),
    );
    const whole = judge('minimumSample', plan, of).group;
    const decides = shares ? ({ ...rules, parameterType: 'proportion' } as const) : rules;
    return {
      strata: analysed?.map(({ group }, h) => ({ name: plan.strata?.[h]?.name ?? '', ...group })) ?? null,
      pooled:
        analysed === undefined
          ? whole
          : pool(whole, analysed, plan.scope ?? 'overall', decides, distributions),
    };
  };
  const { strata, pooled } = estimate(outcomes);
  // A share has no far values: where most say yes, every no would be flagged.
  const flagged = shares ? [] : outliers(valid.map(({ value }) => value ?? 0));
  return {
    from,
    to,
    rules: { ...rules, finitePopulationFactor: '1-n/N' },
    readings: {
      total: readings.length,
      inside: dated.length,
      outside: readings.length - dated.length,
      ...(notDrawn > 0 && { notDrawn }),
      ...(stoodIn > 0 && { stoodIn }),
    },
    pooled,
    strata,
    erAdjustment:
      pooled.estimate &&
      erAdjustment({
        rule: question.missRule,
        estimate: pooled.estimate,
        precision,
        effect: question.effect ?? 'raises',
        met: pooled.met,
      }),
    outliers: flagged.map(({ index, value, tukey, madScore }) => ({
      unitId: valid[index]?.unitId ?? '',
      value,
      tukey: tukey ?? null,
      madScore: madScore ?? null,
    })),
    ifRefused: ifRefused(answered, shares, (of) => estimate(withChances(of, question.chances)).pooled.mean),
    withoutOutliers: without(valid, new Set(flagged.map(({ index }) => index)), estimate),
    warnings: periodWarnings({
      outcomes,
      pooled,
      strata,
      flagged: flagged.length,
      weighed: question.chances !== undefined,
      // Nothing but zeros may be any measure.
      yesOrNo: shares && parameterType === 'mean' && valid.some(({ value }) => value !== 0),
      partly: parameterType === 'proportion' ? inside.filter(({ value }) => isPart(value)) : [],
      expectedDropout: plan.expectedDropout,
    }),
  };
}

/** A proportion's value is a share of use: anything outside 0..1 is invalid. */
function asShare(reading: Reading): Reading {
  const { value } = reading;
  return value !== null && (value < 0 || value > 1)
    ? { ...reading, value: null, reason: 'invalid value' }
    : reading;
}

/** Neither yes nor no, though it can be a share. */
function isPart(value: number | null): boolean {
  return value !== null && value > 0 && value < 1;
}

/** Answers that are all yes or no are a share, whatever the design called them: a plain interval of 30 of 30 has no width. */
function isYesOrNo(valid: readonly UnitOutcome[]): boolean {
  return valid.every(({ value }) => value === 0 || value === 1);
}

function ofStratum<U extends { readonly stratum: string | undefined }>(
  units: readonly U[],
  name: string,
): U[] {
  return units.filter(({ stratum }) => stratum?.toLowerCase() === name.toLowerCase());
}

/**
 * The whole sample's counts with the population-weighted estimate; none while a stratum cannot be estimated. A stratum
 * with too few units spoils the whole, and so does any that missed where each has to meet the precision by itself.
 */
function pool(
  whole: GroupAnalysis,
  strata: readonly AnalysedGroup[],
  scope: NonNullable<PeriodPlan['scope']>,
  rules: PeriodRules,
  distributions: Distributions,
): GroupAnalysis {
  const known = strata.flatMap(({ stratum }) => stratum ?? []);
  if (known.length < strata.length)
    return {
      ...whole,
      mean: null,
      sd: null,
      estimate: null,
      scoreInterval: null,
      met: false,
      missed: 'no estimate',
    };
  const pooled = judged({ ...whole, mean: poolStrata(known).mean }, known, rules, distributions);
  const spoilt = strata.some(
    ({ group }) =>
      group.missed === 'too few units' ||
      group.missed === 'too many units' ||
      (scope === 'stratum' && !group.met),
  );
  return pooled.met && spoilt ? { ...pooled, met: false, missed: 'stratum' } : pooled;
}

/** The same estimate of the values that are not flagged, which weighs strata and chances as the whole does. */
function without(
  valid: readonly UnitOutcome[],
  flagged: ReadonlySet<number>,
  estimate: (of: readonly UnitOutcome[]) => { readonly pooled: Pick<GroupAnalysis, 'mean' | 'sd'> },
): PeriodAnalysis['withoutOutliers'] {
  const kept = valid.filter((_, index) => !flagged.has(index));
  if (flagged.size === 0 || kept.length === 0) return null;
  const { mean, sd } = estimate(kept).pooled;
  return mean === null ? null : { n: kept.length, mean, sd };
}
