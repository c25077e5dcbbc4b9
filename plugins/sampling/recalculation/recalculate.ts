import { computeDesign, type Design } from '../design/compute-design.js';
import type { DesignRequest, Justification } from '../design/design-request.js';
import type { Distributions } from '../distributions/load-distributions.js';
import type { Profiles } from '../profiles/find-profile.js';

/** What a period showed; absent values stay as they were expected. */
export interface Actuals {
  /** Where they come from, such as an analysis; it stands in the place of what justified the expected values. */
  readonly source?: string | undefined;
  readonly mean?: number | undefined;
  readonly sd?: number | undefined;
  readonly dropoutRate?: number | undefined;
  readonly population?: number | undefined;
  /** Units of each stratum of the design; their sum takes the place of `population`. */
  readonly populations?: readonly { readonly name: string; readonly population: number }[] | undefined;
  readonly strata?:
    | readonly {
        readonly name: string;
        readonly mean?: number | undefined;
        readonly sd?: number | undefined;
        readonly dropoutRate?: number | undefined;
      }[]
    | undefined;
}

/**
 * A request with actual values in the place of expected ones. A stratum with an expectation of its own keeps it
 * unless the period showed another for that stratum.
 */
export function withActuals(request: DesignRequest, actuals: Actuals): DesignRequest {
  const { stratification } = request;
  const actual = new Map(actuals.strata?.map((stratum) => [keyOf(stratum), stratum]));
  const sizes = new Map(actuals.populations?.map((stratum) => [keyOf(stratum), stratum.population]));
  const population =
    sizes.size > 0
      ? [...sizes.values()].reduce((a, b) => a + b, 0)
      : (actuals.population ?? request.population);
  return {
    ...request,
    population,
    expectedMean: actuals.mean ?? request.expectedMean,
    expectedSD: actuals.sd ?? request.expectedSD,
    dropoutRate: actuals.dropoutRate ?? request.dropoutRate,
    justification: justificationOf(request, actuals),
    stratification: stratification && {
      ...stratification,
      strata: stratification.strata?.map((stratum) => {
        const found = actual.get(keyOf(stratum));
        return {
          ...stratum,
          ...sizeOf(stratum, sizes.get(keyOf(stratum)), request.population, population),
          mean: found?.mean ?? stratum.mean,
          sd: found?.sd ?? stratum.sd,
          dropoutRate: found?.dropoutRate ?? stratum.dropoutRate,
        };
      }),
    },
  };
}

type StratumRequest = NonNullable<NonNullable<DesignRequest['stratification']>['strata']>[number];

function keyOf({ name }: { readonly name: string }): string {
  return name.trim().toLowerCase();
}

/** Populations of strata no longer sum to a changed total; without new ones their shares stay. */
function sizeOf(
  { population }: StratumRequest,
  actual: number | undefined,
  request: number,
  now: number,
): Pick<StratumRequest, 'population' | 'weight'> {
  if (actual !== undefined) return { population: actual, weight: undefined };
  if (now === request || population === undefined) return {};
  return { population: undefined, weight: population / request };
}

/** A value that changed is no longer justified by what justified the one before. */
function justificationOf(
  { justification, expectedMean, expectedSD, dropoutRate }: DesignRequest,
  { mean, sd, dropoutRate: lost, strata = [], source }: Actuals,
): DesignRequest['justification'] {
  const kept = (key: keyof Justification, before: number | undefined, after: number | undefined) => {
    const inStrata = strata.some((stratum) => stratum[key === 'dropout' ? 'dropoutRate' : key] !== undefined);
    if (!inStrata && (after === undefined || after === before)) return justification?.[key];
    return source;
  };
  const found = {
    mean: kept('mean', expectedMean, mean),
    sd: kept('sd', expectedSD, sd),
    dropout: kept('dropout', dropoutRate, lost),
  };
  return Object.values(found).some((words) => words !== undefined) ? found : undefined;
}

/**
 * The design again by its own formula, from what the period showed.
 * @throws OracleError as `computeDesign`
 */
export function recalculate(
  request: DesignRequest,
  actuals: Actuals,
  profiles: Profiles,
  distributions: Distributions,
): Design {
  return computeDesign(withActuals(request, actuals), profiles, distributions);
}
