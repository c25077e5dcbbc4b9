import type { Distributions } from '../distributions/load-distributions.js';
import { type Estimate, type IntervalName, withinPrecision } from '../estimation/mean-estimate.js';
import type { Profiles } from '../profiles/find-profile.js';
import type { MissRule } from '../profiles/profile.js';
import type { Step } from '../size/working.js';
import { type Alternative, alternatives } from './alternatives.js';
import type {
  DesignRequest,
  Justification,
  StratificationMethod,
  StratificationScope,
} from './design-request.js';
import { expectedEstimate, expectedStrata } from './expected-estimate.js';
import { planSizes } from './plan-sizes.js';
import { precisionWarnings } from './precision-warnings.js';
import { keepsStrata, type SettledRequest, settleRequest } from './settle-request.js';
import type { StratumSize } from './size-plan.js';
import { warnings } from './warnings.js';

/** The planned effect of imprecision on emission reductions; the analysis of a period gives the actual one. */
export interface PlannedErAdjustment {
  readonly rule: MissRule;
  /** Which bound would be used; `none` when the mean stands. */
  readonly bound: 'none' | 'lower';
  /** Reductions are multiplied by this, if the expected values hold. */
  readonly factor: number;
}

/** A stratum with the precision that it reaches by itself if the expected values hold. */
export interface PlannedStratumSize extends StratumSize {
  readonly expectedPrecision: number;
}

/** A sample design without its identity and verification: what can be recomputed from the request alone. */
export interface Design {
  readonly projectId: string | null;
  readonly profile: string;
  readonly parameters: {
    readonly parameterType: 'mean' | 'proportion';
    readonly confidence: number;
    readonly precision: number;
    readonly population: number;
    readonly expectedMean: number;
    readonly expectedSD: number | null;
    readonly criticalValue: 'z' | 't';
    readonly designEffect: number;
    /** Valid units needed, before dropout. */
    readonly calculatedSize: number;
    /** Units to draw. */
    readonly adjustedSize: number;
    readonly dropoutRate: number;
    /** Relative precision that the plan reaches if the expected values hold, by `interval`. */
    readonly expectedPrecision: number;
    /** The interval that will judge the period. */
    readonly interval: IntervalName;
    /** Share of the claimed emission reductions that the frame represents. */
    readonly erCoverage: number;
    readonly erCoverageBasis: string;
  };
  readonly stratification: {
    readonly method: StratificationMethod;
    readonly scope: StratificationScope;
    readonly strata: readonly PlannedStratumSize[];
  } | null;
  readonly erAdjustment: PlannedErAdjustment;
  readonly justification: Justification;
  /** The question as it was asked, so that anybody can ask it again. */
  readonly request: DesignRequest;
  readonly working: readonly Step[];
  readonly alternatives: readonly Alternative[];
  readonly warnings: readonly string[];
}

/**
 * Computes a sample design.
 * @throws OracleError `invalid_request` (400), `conflict` (409) or `insufficient_data` (422) with every fault.
 */
export function computeDesign(
  request: DesignRequest,
  profiles: Profiles,
  distributions: Distributions,
): Design {
  const settled = settleRequest(request, profiles);
  const plan = planSizes(settled, distributions);
  const strata = expectedStrata(settled, plan);
  const expected = expectedEstimate(settled, strata, distributions);
  const each = strata.map((stratum) => reached(expectedEstimate(settled, [stratum], distributions)));
  const { stratification } = settled;
  return {
    projectId: request.projectId ?? null,
    profile: settled.profile.name,
    parameters: {
      parameterType: settled.parameterType,
      confidence: settled.confidence,
      precision: settled.precision,
      population: settled.population,
      expectedMean: settled.expectedMean,
      expectedSD: settled.expectedSD ?? null,
      criticalValue: settled.criticalValue,
      designEffect: settled.designEffect,
      calculatedSize: plan.calculatedSize,
      adjustedSize: plan.adjustedSize,
      dropoutRate: settled.dropoutRate,
      expectedPrecision: reached(expected),
      interval: expected.interval,
      erCoverage: request.erCoverage ?? oneMinus(settled.dropoutRate),
      erCoverageBasis: request.erCoverage === undefined ? 'not stated: 1 - dropoutRate' : 'stated',
    },
    stratification:
      stratification === undefined
        ? null
        : {
            method: stratification.method,
            scope: keepsStrata(stratification) ? 'stratum' : 'overall',
            strata: (plan.strata ?? []).map((stratum, h) => ({
              ...stratum,
              expectedPrecision: each[h] ?? 0,
            })),
          },
    erAdjustment: plannedAdjustment(settled, expected, each),
    justification: request.justification ?? {},
    request,
    working: plan.steps,
    alternatives: alternatives(request, plan, profiles, distributions),
    warnings: [
      ...plan.notes,
      ...precisionWarnings(settled, strata, expected, each, distributions),
      ...warnings(request, settled, plan),
    ],
  };
}

function reached({ relativePrecision }: Estimate): number {
  return relativePrecision ?? Number.POSITIVE_INFINITY;
}

function plannedAdjustment(
  { profile, precision, stratification }: SettledRequest,
  expected: Estimate,
  each: readonly number[],
): PlannedErAdjustment {
  const { missRule: rule } = profile;
  const alone = stratification !== undefined && keepsStrata(stratification);
  const met = [reached(expected), ...(alone ? each : [])].every((e) => withinPrecision(e, precision));
  if (rule === 'bound-if-missed' && met) return { rule, bound: 'none', factor: 1 };
  if (rule === 'precision-deduction') return { rule, bound: 'none', factor: oneMinus(reached(expected)) };
  const { mean, lower } = expected;
  return { rule, bound: 'lower', factor: oneMinus((mean - Math.max(0, lower)) / mean) };
}

/** 1 - x as it reads on paper: 1 - 0.15 is 0.85. */
function oneMinus(x: number): number {
  return Number((1 - x).toPrecision(15));
}
