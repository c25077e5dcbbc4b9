import { dropoutStep } from '../size/dropout.js';
import type { SizeQuestion } from '../size/required-size.js';
import { roundUp } from '../size/round-up.js';
import type { Step } from '../size/working.js';
import type { PlannedStratum, SettledRequest } from './settle-request.js';

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
  /**
   * Valid units to expect, by stratum (one for the whole): those needed, or what the dropout leaves of a population
   * that is too small for them.
   */
  readonly valid: readonly number[];
  readonly steps: readonly Step[];
  /** What a reader should know about how the numbers came about. */
  readonly notes: readonly string[];
}

/** What the size of one stratum, or of the whole, follows from. */
export function sizeQuestion(request: SettledRequest, stratum?: PlannedStratum) {
  return {
    parameterType: request.parameterType,
    expectedMean: stratum?.mean ?? request.expectedMean,
    expectedSD: stratum?.sd ?? request.expectedSD ?? 0,
    confidence: request.confidence,
    precision: request.precision,
    population: stratum?.population ?? request.population,
    designEffect: request.designEffect,
    criticalValue: request.criticalValue,
  } satisfies SizeQuestion;
}

export interface SizeToDraw {
  readonly size: number;
  /** Valid units to expect of them. */
  readonly valid: number;
  readonly steps: readonly Step[];
  readonly notes: readonly string[];
}

/** Adds the expected dropout, at most the whole population. */
export function sizeToDraw(size: number, dropoutRate: number, population: number, name: string): SizeToDraw {
  const step = dropoutStep(size, dropoutRate, population);
  const wanted = roundUp(step.unrounded);
  const where = name === '' ? 'The population' : `Stratum ${name}`;
  const left = Math.floor(population * (1 - dropoutRate));
  const short = wanted > population;
  return {
    size: step.rounded,
    // One unit alone would have no precision to state.
    valid: short ? Math.max(Math.min(2, population), left) : size,
    steps: [step],
    notes: short
      ? [
          `${where} has ${population} units, fewer than the ${wanted} that the dropout rate calls for: a census, which still leaves about ${left} valid units of ${size} needed.`,
        ]
      : [],
  };
}

export function stratumSize(
  { name, population, mean, sd }: PlannedStratum,
  calculatedSize: number,
  sampleSize: number,
): StratumSize {
  return { name, population, calculatedSize, sampleSize, mean, sd };
}

export function total(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0);
}
