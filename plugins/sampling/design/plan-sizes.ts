import type { Distributions } from '../distributions/load-distributions.js';
import type { Step } from '../size/working.js';
import { allocationShares } from '../strata/allocation-shares.js';
import { smallestTotal } from '../strata/smallest-total.js';
import { planOverall } from './plan-overall.js';
import { keepsStrata, type SettledRequest } from './settle-request.js';
import { type SizePlan, sizeToDraw, stratumSize, total } from './size-plan.js';
import { validUnits } from './valid-units.js';

/** The sizes of a settled request, with every step. */
export function planSizes(request: SettledRequest, distributions: Distributions): SizePlan {
  const { stratification } = request;
  if (stratification === undefined) return planUnstratified(request, distributions);
  const { method } = stratification;
  if (!keepsStrata(stratification) && method !== 'independent')
    return planOverall(request, method, stratification, distributions);
  return planPerStratum(request, stratification, distributions);
}

function planUnstratified(request: SettledRequest, distributions: Distributions): SizePlan {
  const needed = validUnits(request, distributions);
  const drawn = sizeToDraw(needed.size, request.dropoutRate, request.population, '');
  return {
    calculatedSize: needed.size,
    adjustedSize: drawn.size,
    strata: undefined,
    valid: [drawn.valid],
    steps: [...needed.steps, ...drawn.steps],
    notes: [...needed.notes, ...drawn.notes],
  };
}

type Stratification = NonNullable<SettledRequest['stratification']>;

/** Every stratum keeps confidence and precision by itself; dropout is added per stratum and summed. */
function planPerStratum(
  request: SettledRequest,
  { method, strata, exponent }: Stratification,
  distributions: Distributions,
): SizePlan {
  const steps: Step[] = [];
  const notes: string[] = [];
  const needs = strata.map((stratum) => {
    const needed = validUnits(request, distributions, stratum);
    steps.push(...needed.steps.map(named(stratum.name)));
    notes.push(...needed.notes);
    return needed.size;
  });
  let sizes: readonly number[] = needs;
  if (method !== 'independent') {
    const shares = allocationShares(method, strata, exponent);
    const caps = strata.map((s) => s.population);
    const allocation = smallestTotal(needs, shares, caps);
    sizes = allocation.sizes;
    steps.push({
      step: `${method} total`,
      formula: 'smallest n whose split n_h is at least the size that each stratum needs',
      inputs: Object.fromEntries(strata.map((s, h) => [`n_${s.name}`, needs[h] ?? 0])),
      unrounded: allocation.total,
      rounded: allocation.total,
      carried: 'rounded',
      source: 'Confidence and precision kept per stratum; split by largest remainder (Hamilton)',
    });
  }
  const drawn = strata.map((stratum, h) =>
    sizeToDraw(sizes[h] ?? 0, stratum.dropoutRate, stratum.population, stratum.name),
  );
  for (const [h, { steps: own, notes: said }] of drawn.entries()) {
    steps.push(...own.map(named(strata[h]?.name ?? '')));
    notes.push(...said);
  }
  return {
    calculatedSize: total(sizes),
    adjustedSize: total(drawn.map((d) => d.size)),
    strata: strata.map((s, h) => stratumSize(s, sizes[h] ?? 0, drawn[h]?.size ?? 0)),
    valid: drawn.map((d) => d.valid),
    steps,
    notes,
  };
}

function named(name: string): (step: Step) => Step {
  return (step) => ({ ...step, step: `${name}: ${step.step}` });
}
