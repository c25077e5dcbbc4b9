import type { CriticalValueKind } from '../size/critical-value.js';
import type { ParameterType } from '../size/variance.js';
import type { AllocationMethod } from '../strata/allocation-shares.js';

/** `independent` sizes every stratum by itself; the others divide one total. */
export type StratificationMethod = AllocationMethod | 'independent';

/** `stratum`: each stratum keeps confidence and precision by itself. `overall`: only the pooled result does. */
export type StratificationScope = 'stratum' | 'overall';

export interface StratumRequest {
  readonly name: string;
  /** Fraction of the population, 0..1. */
  readonly weight?: number | undefined;
  /** Units; replaces the weight. */
  readonly population?: number | undefined;
  readonly mean?: number | undefined;
  readonly sd?: number | undefined;
  readonly dropoutRate?: number | undefined;
  readonly cost?: number | undefined;
}

export interface StratificationRequest {
  readonly enabled: boolean;
  readonly method?: StratificationMethod | undefined;
  readonly scope?: StratificationScope | undefined;
  /** Exponent q of the power method, 0..1. */
  readonly exponent?: number | undefined;
  readonly strata?: readonly StratumRequest[] | undefined;
}

/** Where the expected values come from, in the applicant's words. */
export interface Justification {
  readonly mean?: string | undefined;
  readonly sd?: string | undefined;
  readonly dropout?: string | undefined;
}

/** A question for a sample design. Fractions are 0..1. */
export interface DesignRequest {
  readonly projectId?: string | undefined;
  readonly population: number;
  /** Default: the profile's. */
  readonly confidence?: number | undefined;
  readonly precision?: number | undefined;
  readonly expectedMean: number;
  /** Needed for a mean; a proportion has its own. */
  readonly expectedSD?: number | undefined;
  /** Default 0. */
  readonly dropoutRate?: number | undefined;
  readonly parameterType?: ParameterType | undefined;
  readonly profile?: string | undefined;
  readonly designEffect?: number | undefined;
  readonly criticalValue?: CriticalValueKind | undefined;
  readonly stratification?: StratificationRequest | undefined;
  readonly justification?: Justification | undefined;
  readonly erCoverage?: number | undefined;
}
