import type { Distributions } from '../distributions/load-distributions.js';
import { withinPrecision } from '../estimation/mean-estimate.js';
import type { Profiles } from '../profiles/find-profile.js';
import type { DesignRequest, StratificationRequest } from './design-request.js';
import { expectedEstimate, expectedStrata } from './expected-estimate.js';
import { planSizes } from './plan-sizes.js';
import { settleRequest } from './settle-request.js';
import type { SizePlan } from './size-plan.js';
import { variationFault } from './variation-fault.js';

/** What another reading of the same request would cost. */
export interface Alternative {
  readonly reading: string;
  /** Null when the request cannot be read this way; `when` says why. */
  readonly calculatedSize: number | null;
  readonly adjustedSize: number | null;
  /** Households more (or fewer) to draw than in this design. */
  readonly difference: number | null;
  /** When this reading is the right one. */
  readonly when: string;
}

/** The other parameter type, the other critical value, the other scopes of a stratified design. */
export function alternatives(
  request: DesignRequest,
  plan: SizePlan,
  profiles: Profiles,
  distributions: Distributions,
): Alternative[] {
  const compare: Compare = (reading, change, when) => {
    const settled = settleRequest({ ...request, ...change }, profiles);
    const sizes = planSizes(settled, distributions);
    const meetsItself = () => {
      const expected = expectedEstimate(settled, expectedStrata(settled, sizes), distributions);
      return withinPrecision(expected.relativePrecision, settled.precision);
    };
    return {
      reading,
      calculatedSize: sizes.calculatedSize,
      adjustedSize: sizes.adjustedSize,
      difference: sizes.adjustedSize - plan.adjustedSize,
      when: typeof when === 'string' ? when : when(sizes, meetsItself),
    };
  };
  const other = request.criticalValue === 't' ? 'z' : 't';
  return [
    otherType(request, compare),
    compare(
      `criticalValue ${other}`,
      { criticalValue: other },
      other === 't'
        ? (_, meetsItself) =>
            `Right when the analysis will use Student's t${meetsItself() ? ': the plan then meets its own check' : ', though it misses the precision with it all the same'}.`
        : 'Right when design and analysis are both declared with the normal critical value.',
    ),
    ...otherScopes(request, compare),
  ];
}

type Compare = (
  reading: string,
  change: Partial<DesignRequest>,
  when: string | ((sizes: SizePlan, meetsItself: () => boolean) => string),
) => Alternative;

function otherType(request: DesignRequest, compare: Compare): Alternative {
  const { expectedMean, expectedSD, stratification } = request;
  const strata = stratification?.enabled === true ? (stratification.strata ?? []) : [];
  const means = [expectedMean, ...strata.flatMap(({ mean }) => mean ?? [])];
  if (request.parameterType === 'proportion') {
    if (expectedSD === undefined)
      return impossible(
        'parameterType mean',
        'Right when the quantity is measured, not counted; it needs expectedSD.',
      );
    const spread = means.map((mean) => variationFault('mean', mean, expectedSD)).find(Boolean);
    if (spread !== undefined) return impossible('parameterType mean', `Not possible here: ${spread.message}`);
    return compare(
      'parameterType mean',
      { parameterType: 'mean' },
      ({ calculatedSize, adjustedSize }) =>
        `${calculatedSize}/${adjustedSize} is the size if ${expectedMean} is the mean of a measured quantity with standard deviation ${expectedSD}.`,
    );
  }
  const largest = Math.max(...means);
  if (largest >= 1)
    return impossible('parameterType proportion', `Not possible here: ${largest} is no proportion.`);
  const tiny = means.map((mean) => variationFault('proportion', mean, undefined)).find(Boolean);
  if (tiny !== undefined) return impossible('parameterType proportion', `Not possible here: ${tiny.message}`);
  return compare(
    'parameterType proportion',
    { parameterType: 'proportion' },
    ({ calculatedSize, adjustedSize }) =>
      `${calculatedSize}/${adjustedSize} is the size if ${expectedMean} is a usage PROPORTION (the share of units in use) rather than the mean of a measured quantity.`,
  );
}

function otherScopes({ stratification }: DesignRequest, compare: Compare): Alternative[] {
  if (stratification?.enabled !== true) return [];
  const { method = 'proportional' } = stratification;
  const scope = method === 'independent' ? 'stratum' : (stratification.scope ?? 'stratum');
  const as = (change: Partial<StratificationRequest>) => ({
    stratification: { ...stratification, ...change },
  });
  const found: Alternative[] = [];
  if (scope === 'stratum')
    found.push(
      compare(
        'scope overall',
        as({ scope: 'overall', method: method === 'independent' ? 'proportional' : method }),
        'Right when only the pooled result must keep confidence and precision, not each stratum.',
      ),
    );
  if (scope === 'overall')
    found.push(
      compare(
        'scope stratum',
        as({ scope: 'stratum' }),
        'Right when each stratum must keep confidence and precision.',
      ),
    );
  if (method !== 'independent')
    found.push(
      compare(
        'method independent',
        as({ method: 'independent' }),
        'Right when each stratum must keep confidence and precision and estimates are weighted back by population.',
      ),
    );
  return found;
}

function impossible(reading: string, when: string): Alternative {
  return { reading, calculatedSize: null, adjustedSize: null, difference: null, when };
}
