import type { Distributions } from '../distributions/load-distributions.js';
import { dropoutStep, sizeBeforeDropout } from '../size/dropout.js';
import { requiredSize } from '../size/required-size.js';
import { roundUp } from '../size/round-up.js';
import type { Step } from '../size/working.js';
import { allocate } from '../strata/allocate.js';
import { allocationShares } from '../strata/allocation-shares.js';
import { pooledSize } from '../strata/pooled-size.js';
import { smallestTotal } from '../strata/smallest-total.js';
import type { PlannedStratum, SettledRequest } from './settle-request.js';
import { withMinimum } from './with-minimum.js';

export interface StratumSize {
  readonly name: string;
  readonly population: number;
  /** Valid units needed. */
  readonly calculatedSize: number;
  /** Units to draw. */
  readonly sampleSize: number;
  readonly mean: number;
  readonly sd: number;
}

export interface SizePlan {
  /** Valid units needed in all. */
  readonly calculatedSize: number;
  /** Units to draw in all. */
  readonly adjustedSize: number;
  readonly strata: readonly StratumSize[] | undefined;
  readonly steps: readonly Step[];
  /** What a reader should know about how the numbers came about. */
  readonly notes: readonly string[];
}

/** The sizes of a settled request, with every step. */
export function planSizes(request: SettledRequest, distributions: Distributions): SizePlan {
  const { stratification } = request;
  if (stratification === undefined) return planUnstratified(request, distributions);
  if (stratification.scope === 'overall' && stratification.method !== 'independent')
    return planOverall(request, stratification, distributions);
  return planPerStratum(request, stratification, distributions);
}

function planUnstratified(request: SettledRequest, distributions: Distributions): SizePlan {
  const required = requiredSize(question(request), distributions);
  const minimum = withMinimum(required.size, request.population, request.profile, 'minimumSample');
  const adjusted = draw(minimum.size, request.dropoutRate, request.population, '');
  return {
    calculatedSize: minimum.size,
    adjustedSize: adjusted.size,
    strata: undefined,
    steps: [...required.steps, ...minimum.steps, ...adjusted.steps],
    notes: [...minimum.notes, ...adjusted.notes],
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
    const required = requiredSize(question(request, stratum), distributions);
    const minimum = withMinimum(
      required.size,
      stratum.population,
      request.profile,
      'minimumStratum',
      stratum.name,
    );
    steps.push(...[...required.steps, ...minimum.steps].map(named(stratum.name)));
    notes.push(...minimum.notes);
    return minimum.size;
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
    draw(sizes[h] ?? 0, stratum.dropoutRate, stratum.population, stratum.name),
  );
  for (const [h, { steps: own, notes: said }] of drawn.entries()) {
    steps.push(...own.map(named(strata[h]?.name ?? '')));
    notes.push(...said);
  }
  return {
    calculatedSize: sum(sizes),
    adjustedSize: sum(drawn.map((d) => d.size)),
    strata: strata.map((s, h) => stratumSize(s, sizes[h] ?? 0, drawn[h]?.size ?? 0)),
    steps,
    notes,
  };
}

/** Only the pooled result keeps confidence and precision; the total is divided among the strata. */
function planOverall(
  request: SettledRequest,
  { method, strata, exponent }: Stratification,
  distributions: Distributions,
): SizePlan {
  const shares = method === 'independent' ? [] : allocationShares(method, strata, exponent);
  const plain = requiredSize(question(request), distributions);
  const steps: Step[] = [...plain.steps];
  const notes: string[] = [];
  let size = plain.size;
  if (method !== 'proportional') {
    const { designEffect: deff } = request;
    const pooled = pooledSize(strata, shares, request.precision, plain.critical, deff);
    size = roundUp(pooled.unrounded);
    steps.splice(0, steps.length, {
      step: `pooled size, ${method} allocation`,
      formula:
        'n = deff sum(W^2 S^2 / a) / ((e * mean / c)^2 + deff sum(W S^2) / N), a the share of each stratum',
      inputs: { mean: pooled.mean, e: request.precision, c: plain.critical, deff, N: request.population },
      unrounded: pooled.unrounded,
      rounded: size,
      carried: 'rounded',
      source: 'Cochran, Sampling Techniques, 5.9',
    });
  }
  const minimum = withMinimum(size, request.population, request.profile, 'minimumSample');
  const adjusted = draw(minimum.size, request.dropoutRate, request.population, '');
  steps.push(...minimum.steps, ...adjusted.steps);
  notes.push(...minimum.notes, ...adjusted.notes);

  const { minimumStratum } = request.profile;
  const caps = strata.map((s) => s.population);
  const floors = strata.map((s) => Math.min(minimumStratum, s.population));
  const needed = allocate(minimum.size, shares, { floors, caps });
  const kept = (h: number) =>
    needed.floored.includes(h) ? roundUp(sizeBeforeDropout(needed.sizes[h] ?? 0, request.dropoutRate)) : 0;
  const drawn = allocate(adjusted.size, shares, { floors: strata.map((_, h) => kept(h)), caps });
  if (needed.floored.length > 0)
    notes.push(
      `At least ${minimumStratum} units, or the whole stratum, are kept in ${needed.floored.map((h) => strata[h]?.name).join(', ')} as profile ${request.profile.name} asks.`,
    );
  steps.push({
    step: `${method} allocation`,
    formula: ALLOCATION_FORMULAS[method],
    inputs: { n: drawn.total, ...Object.fromEntries(strata.map((s) => [`N_${s.name}`, s.population])) },
    unrounded: drawn.total,
    rounded: drawn.total,
    carried: 'rounded',
    source: 'Cochran, Sampling Techniques, chapter 5; rounded by largest remainder (Hamilton)',
  });
  return {
    calculatedSize: needed.total,
    adjustedSize: drawn.total,
    strata: strata.map((s, h) => stratumSize(s, needed.sizes[h] ?? 0, drawn.sizes[h] ?? 0)),
    steps,
    notes,
  };
}

const ALLOCATION_FORMULAS: Readonly<Record<Stratification['method'], string>> = {
  proportional: 'n_h = n * N_h / N',
  neyman: 'n_h = n * N_h S_h / sum(N_h S_h)',
  optimal: 'n_h proportional to N_h S_h / sqrt(c_h)',
  power: 'n_h proportional to (N_h mean_h)^q * S_h / mean_h',
  equal: 'n_h = n / H',
  independent: 'n_h by itself',
};

function question(request: SettledRequest, stratum?: PlannedStratum) {
  return {
    parameterType: request.parameterType,
    expectedMean: stratum?.mean ?? request.expectedMean,
    expectedSD: stratum?.sd ?? request.expectedSD ?? 0,
    confidence: request.confidence,
    precision: request.precision,
    population: stratum?.population ?? request.population,
    designEffect: request.designEffect,
    criticalValue: request.criticalValue,
  };
}

/** Adds the expected dropout, at most the whole population. */
function draw(size: number, dropoutRate: number, population: number, name: string) {
  const step = dropoutStep(size, dropoutRate, population);
  const wanted = roundUp(step.unrounded);
  const where = name === '' ? 'The population' : `Stratum ${name}`;
  const notes =
    wanted > population
      ? [
          `${where} has ${population} units, fewer than the ${wanted} that the dropout rate calls for: a census, which still leaves about ${Math.floor(population * (1 - dropoutRate))} valid units of ${size} needed.`,
        ]
      : [];
  return { size: step.rounded, steps: [step], notes };
}

function stratumSize(stratum: PlannedStratum, calculatedSize: number, sampleSize: number): StratumSize {
  const { name, population, mean, sd } = stratum;
  return { name, population, calculatedSize, sampleSize, mean, sd };
}

function named(name: string): (step: Step) => Step {
  return (step) => ({ ...step, step: `${name}: ${step.step}` });
}

function sum(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0);
}
