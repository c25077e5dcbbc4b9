import type { Profiles } from '../profiles/find-profile.js';
import type { Profile } from '../profiles/profile.js';
import type { CriticalValueKind } from '../size/critical-value.js';
import type { ParameterType } from '../size/variance.js';
import type { Stratum } from '../strata/stratum.js';
import { stratumPopulations } from '../strata/stratum-populations.js';
import type {
  DesignRequest,
  StratificationMethod,
  StratificationScope,
  StratumRequest,
} from './design-request.js';
import { throwFaults } from './faults.js';
import { requestFaults } from './request-faults.js';

/** A stratum of a settled request. */
export interface PlannedStratum extends Stratum {
  readonly dropoutRate: number;
}

/** A request without open questions: every default is filled in, every stratum has its units. */
export interface SettledRequest {
  readonly profile: Profile;
  readonly population: number;
  readonly confidence: number;
  readonly precision: number;
  readonly parameterType: ParameterType;
  readonly expectedMean: number;
  /** As stated; undefined when a proportion came without one. */
  readonly expectedSD: number | undefined;
  readonly dropoutRate: number;
  readonly designEffect: number;
  readonly criticalValue: CriticalValueKind;
  readonly stratification:
    | {
        readonly method: StratificationMethod;
        readonly scope: StratificationScope;
        readonly exponent: number;
        readonly strata: readonly PlannedStratum[];
      }
    | undefined;
}

/** Whether each stratum has to keep confidence and precision by itself. */
export function keepsStrata({ method, scope }: NonNullable<SettledRequest['stratification']>): boolean {
  return method === 'independent' || scope === 'stratum';
}

/**
 * Checks a request against all rules and fills in its defaults.
 * @throws OracleError `invalid_request`, `conflict` or `insufficient_data` with every fault.
 */
export function settleRequest(request: DesignRequest, profiles: Profiles): SettledRequest {
  throwFaults(requestFaults(request, profiles));
  const profile = profiles.find(request.profile ?? profiles.defaultName);
  if (profile === undefined) throw new RangeError('The profile was checked and is gone.');
  const { stratification } = request;
  return {
    profile,
    population: request.population,
    confidence: profile.confidence,
    precision: profile.precision,
    parameterType: request.parameterType ?? 'mean',
    expectedMean: request.expectedMean,
    expectedSD: request.expectedSD,
    dropoutRate: request.dropoutRate ?? 0,
    designEffect: request.designEffect ?? 1,
    criticalValue: request.criticalValue ?? 'z',
    stratification:
      stratification?.enabled !== true
        ? undefined
        : {
            method: stratification.method ?? 'proportional',
            scope: stratification.scope ?? 'stratum',
            exponent: stratification.exponent ?? 0.5,
            strata: settleStrata(request, stratification.strata ?? []),
          },
  };
}

function settleStrata(request: DesignRequest, strata: readonly StratumRequest[]): PlannedStratum[] {
  const units = strata.every((s) => s.population !== undefined)
    ? strata.map((s) => s.population ?? 0)
    : stratumPopulations(
        request.population,
        strata.map((s) => s.weight ?? 0),
      );
  return strata.map((stratum, h) => {
    const mean = stratum.mean ?? request.expectedMean;
    return {
      name: stratum.name.normalize('NFC').trim(),
      population: units[h] ?? 0,
      mean,
      sd:
        request.parameterType === 'proportion'
          ? Math.sqrt(mean * (1 - mean))
          : (stratum.sd ?? request.expectedSD ?? 0),
      dropoutRate: stratum.dropoutRate ?? request.dropoutRate ?? 0,
      cost: stratum.cost ?? 1,
    };
  });
}
