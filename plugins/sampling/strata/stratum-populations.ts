import { largestRemainder } from './largest-remainder.js';

/**
 * Units per stratum from weights: largest remainder, so that they sum to the population exactly. Weights that sum
 * to 0.9999999999999999 are as good as ones that sum to 1.
 */
export function stratumPopulations(population: number, weights: readonly number[]): number[] {
  return largestRemainder(population, weights);
}
