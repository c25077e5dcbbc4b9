import { roundUp } from './round-up.js';
import type { Step } from './working.js';

/**
 * Units to draw so that `size` remain when a share `dropoutRate` is lost, unrounded: n / (1 - d). Multiplying by
 * 1 + d would fall short (357 -> 411 rather than 420). Source: Cochran 13.2; all peers but R's `sampler`.
 */
export function sizeBeforeDropout(size: number, dropoutRate: number): number {
  return size / (1 - dropoutRate);
}

/** The same as a line of working; of a population of known size no more than all of it is drawn. */
export function dropoutStep(size: number, dropoutRate: number, population?: number): Step {
  const unrounded = sizeBeforeDropout(size, dropoutRate);
  const limited = population === undefined ? {} : { N: population };
  return {
    step: 'dropout',
    formula: `n_adj = n / (1 - d)${population === undefined ? '' : ', at most N'}`,
    inputs: { n: size, d: dropoutRate, ...limited },
    unrounded,
    rounded: Math.min(roundUp(unrounded), population ?? Number.POSITIVE_INFINITY),
    carried: 'rounded',
    source: 'Cochran, Sampling Techniques, 13.2: allowance for non-response',
  };
}
