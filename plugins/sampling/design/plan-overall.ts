import type { Distributions } from '../distributions/load-distributions.js';
import { SMALL_SAMPLE } from '../estimation/estimate-population.js';
import { withinPrecision } from '../estimation/mean-estimate.js';
import { poolStrata } from '../estimation/stratified-mean.js';
import { stratumOfSummary } from '../estimation/stratum-estimate.js';
import { criticalValueOf } from '../size/critical-value.js';
import { sizeBeforeDropout } from '../size/dropout.js';
import { requiredSize } from '../size/required-size.js';
import { roundUp } from '../size/round-up.js';
import type { Step } from '../size/working.js';
import { type Allocation, allocate } from '../strata/allocate.js';
import { type AllocationMethod, allocationShares } from '../strata/allocation-shares.js';
import { bisect } from '../strata/bisect.js';
import { pooledSize } from '../strata/pooled-size.js';
import { ALLOCATION, allocationSteps, changedSteps } from './division-steps.js';
import type { PlannedStratum, SettledRequest } from './settle-request.js';
import { type SizePlan, sizeQuestion, sizeToDraw, stratumSize, total } from './size-plan.js';
import { withMinimum } from './with-minimum.js';

/** A stratum with fewer valid units has no variance, and the whole then no precision. */
const LEAST_OF_A_STRATUM = 2;

/**
 * Only the pooled result keeps confidence and precision; one total is divided among the strata. Where floors and caps
 * bend the division away from what the formula assumed, the total rises until the precision holds all the same.
 */
export function planOverall(
  request: SettledRequest,
  method: AllocationMethod,
  { strata, exponent }: { readonly strata: readonly PlannedStratum[]; readonly exponent: number },
  distributions: Distributions,
): SizePlan {
  const shares = allocationShares(method, strata, exponent);
  const formula = sizeByFormula(request, method, strata, shares, distributions);
  const minimum = withMinimum(formula.size, request.population, request.profile, 'minimumSample');
  const steps: Step[] = [...formula.steps, ...minimum.steps];
  const notes: string[] = [...minimum.notes];

  const caps = strata.map((s) => s.population);
  const least = Math.max(LEAST_OF_A_STRATUM, request.profile.minimumStratum);
  const floors = caps.map((N) => Math.min(least, N));
  const holds = (sizes: readonly number[]) => holdsPrecision(request, strata, sizes, distributions);
  const split = (n: number) => allocate(n, shares, { floors, caps });
  const plain = allocate(minimum.size, shares, { caps });
  steps.push(...allocationSteps(method, strata, { n: plain.total, shares, sizes: plain.sizes }));
  const floored = split(minimum.size);
  steps.push(
    ...changedSteps(strata, plain.sizes, floored.sizes, {
      why: 'minima of the strata',
      formula: 'n_h = minimum where its share gives less, at most N_h; the others divide what is left',
      inputs: (h) => ({ minimum: floors[h] ?? 0, N_h: caps[h] ?? 0 }),
      source: request.profile.source,
    }),
  );
  const needed = raised(floored, split, holds, total(caps));
  const byMinimum = strata.filter(
    (_, h) => (plain.sizes[h] ?? 0) < (floors[h] ?? 0) && needed.sizes[h] === floors[h],
  );
  if (byMinimum.length > 0)
    notes.push(
      `At least ${least} units, or the whole stratum, are kept in ${byMinimum.map(({ name }) => name).join(', ')} as profile ${request.profile.name} asks${needed.total > minimum.size && needed.total === floored.total ? `: ${needed.total} units in all, where ${minimum.size} would do without` : ''}.`,
    );
  if (needed.total > Math.max(minimum.size, floored.total)) {
    notes.push(
      `The formula asks for ${formula.size} units; divided within the bounds of the strata it takes ${needed.total} to keep the precision of the whole.`,
    );
    steps.push(
      raise('total within the bounds of the strata', request, minimum.size, needed.total),
      ...changedSteps(strata, floored.sizes, needed.sizes, {
        why: 'division of the raised total',
        formula: 'its share of n within the bounds of the strata',
        inputs: () => ({ n: needed.total }),
        source: ALLOCATION,
      }),
    );
  }

  // More are drawn where more are lost, so that the valid units come out as they were divided, and no stratum has fewer
  // than its minimum.
  const rates = strata.map((s) => s.dropoutRate);
  const alike = rates.every((rate) => rate === request.dropoutRate);
  const whole = sizeToDraw(needed.total, request.dropoutRate, request.population, '');
  if (alike) {
    steps.push(...whole.steps);
    notes.push(...whole.notes);
  }
  const kept = strata.map(({ name, population, dropoutRate }, h) =>
    sizeToDraw((alike ? floors : needed.sizes)[h] ?? 0, dropoutRate, population, name),
  );
  notes.push(...kept.flatMap((stratum) => stratum.notes));
  const drawnShares = shares.map((share, h) => sizeBeforeDropout(share, rates[h] ?? 0));
  const left = (sizes: readonly number[]) => sizes.map((n, h) => n * (1 - (rates[h] ?? 0)));
  const divide = (n: number) => allocate(n, drawnShares, { floors: kept.map(({ size }) => size), caps });
  const first = divide(alike ? whole.size : total(kept.map(({ size }) => size)));
  const drawn = raised(first, divide, (sizes) => holds(left(sizes)), total(caps));
  if (drawn.total > first.total)
    steps.push(raise('units to draw, so that enough are left', request, first.total, drawn.total));
  steps.push(
    ...changedSteps(strata, needed.sizes, drawn.sizes, {
      why: 'units to draw',
      formula: 'its share of n, at least n_min / (1 - d) and at most N_h',
      inputs: (h) => ({
        n: drawn.total,
        n_min: alike ? (floors[h] ?? 0) : (needed.sizes[h] ?? 0),
        d: rates[h] ?? 0,
        N_h: caps[h] ?? 0,
      }),
      source: `${ALLOCATION}; 13.2: allowance for non-response`,
    }),
  );
  const short = left(drawn.sizes).some((n, h) => n < (needed.sizes[h] ?? 0) - 1);
  return {
    calculatedSize: needed.total,
    adjustedSize: drawn.total,
    strata: strata.map((s, h) => stratumSize(s, needed.sizes[h] ?? 0, drawn.sizes[h] ?? 0)),
    valid: short ? left(drawn.sizes) : needed.sizes,
    steps,
    notes,
  };
}

/** The size for a division without bounds. Strata that differ in nothing make a simple sample of the whole. */
function sizeByFormula(
  request: SettledRequest,
  method: AllocationMethod,
  strata: readonly PlannedStratum[],
  shares: readonly number[],
  distributions: Distributions,
): { readonly size: number; readonly steps: readonly Step[] } {
  const question = sizeQuestion(request);
  const plain = requiredSize(question, distributions);
  const [first] = strata;
  const alike =
    first !== undefined &&
    first.mean === question.expectedMean &&
    strata.every(({ mean, sd }) => mean === first.mean && sd === first.sd) &&
    (question.parameterType === 'proportion' || first.sd === question.expectedSD);
  if (method === 'proportional' && alike) return plain;
  const { designEffect: deff, precision } = request;
  const pooled = pooledSize(strata, shares, precision, plain.critical, deff);
  const size = roundUp(pooled.unrounded);
  return {
    size,
    steps: [
      {
        step: `pooled size, ${method} allocation`,
        formula:
          'n = deff sum(W^2 S^2 / a) / ((e * mean / c)^2 + deff sum(W S^2) / N), a the share of each stratum',
        inputs: { mean: pooled.mean, e: precision, c: plain.critical, deff, N: request.population },
        unrounded: pooled.unrounded,
        rounded: size,
        carried: 'rounded',
        source: 'Cochran, Sampling Techniques, 5.9',
      },
    ],
  };
}

/** A division, or that of the smallest larger total which holds; that of everybody where none does. */
function raised(
  first: Allocation,
  split: (total: number) => Allocation,
  holds: (sizes: readonly number[]) => boolean,
  most: number,
): Allocation {
  if (first.total >= most || holds(first.sizes)) return first;
  return split(bisect(first.total, most, (n) => holds(split(n).sizes)));
}

/**
 * Whether valid units of strata keep the precision of the pooled result by the declared critical value:
 * c sqrt(deff sum(W^2 (1 - n/N) S^2 / n)) <= e mean. Source: Cochran, Sampling Techniques, 5.3.
 */
function holdsPrecision(
  { precision, confidence, criticalValue, designEffect, parameterType }: SettledRequest,
  strata: readonly PlannedStratum[],
  sizes: readonly number[],
  distributions: Distributions,
): boolean {
  const pooled = poolStrata(
    strata.map(({ population, mean, sd }, h) => stratumOfSummary({ n: sizes[h] ?? 0, mean, sd, population })),
  );
  const few = parameterType === 'mean' && pooled.n < SMALL_SAMPLE;
  const kind = few ? 't' : criticalValue;
  const critical = criticalValueOf(kind, confidence, Math.max(1, pooled.df), distributions);
  return withinPrecision((critical * Math.sqrt(designEffect * pooled.variance)) / pooled.mean, precision);
}

function raise(step: string, { precision }: SettledRequest, before: number, after: number): Step {
  return {
    step,
    formula: 'smallest n whose division has c * sqrt(deff sum(W^2 (1 - n_h / N_h) S^2 / n_h)) <= e * mean',
    inputs: { n: before, e: precision },
    unrounded: after,
    rounded: after,
    carried: 'rounded',
    source: 'Cochran, Sampling Techniques, 5.3, solved for n',
  };
}
