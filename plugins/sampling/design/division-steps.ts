import type { Step } from '../size/working.js';
import type { AllocationMethod } from '../strata/allocation-shares.js';
import type { PlannedStratum } from './settle-request.js';

const ALLOCATION_FORMULAS: Readonly<Record<AllocationMethod, string>> = {
  proportional: 'n_h = n * N_h / N',
  neyman: 'n_h = n * N_h S_h / sum(N_h S_h)',
  optimal: 'n_h proportional to N_h S_h / sqrt(c_h)',
  power: 'n_h proportional to (N_h mean_h)^q * S_h / mean_h',
  equal: 'n_h = n / H',
};
/** Where divisions among strata stand. */
export const ALLOCATION = 'Cochran, Sampling Techniques, chapter 5; rounded by largest remainder (Hamilton)';

/** One line a stratum: what its share of a total gives, before any minimum. */
export function allocationSteps(
  method: AllocationMethod,
  strata: readonly PlannedStratum[],
  {
    n,
    shares,
    sizes,
  }: { readonly n: number; readonly shares: readonly number[]; readonly sizes: readonly number[] },
): Step[] {
  const sum = shares.reduce((a, b) => a + b, 0);
  return strata.map(({ name, population, sd }, h) => ({
    step: `${name}: ${method} allocation`,
    formula: ALLOCATION_FORMULAS[method],
    inputs: { n, N_h: population, S_h: sd, share: sum > 0 ? (shares[h] ?? 0) / sum : 0 },
    unrounded: sum > 0 ? (n * (shares[h] ?? 0)) / sum : 0,
    rounded: sizes[h] ?? 0,
    carried: 'rounded',
    source: ALLOCATION,
  }));
}

/** One line for each stratum whose size is another than before. */
export function changedSteps(
  strata: readonly PlannedStratum[],
  before: readonly number[],
  after: readonly number[],
  terms: Pick<Step, 'formula' | 'source'> & {
    /** What changes it, such as `minimum of the stratum`. */
    readonly why: string;
    readonly inputs: (h: number) => Readonly<Record<string, number>>;
  },
): Step[] {
  const { why, formula, source, inputs } = terms;
  return strata.flatMap(({ name }, h) => {
    const [was = 0, is = 0] = [before[h], after[h]];
    if (was === is) return [];
    return [
      {
        step: `${name}: ${why}`,
        formula,
        inputs: { n_h: was, ...inputs(h) },
        unrounded: is,
        rounded: is,
        carried: 'rounded',
        source,
      } satisfies Step,
    ];
  });
}
