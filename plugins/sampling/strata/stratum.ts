/** One stratum with all that sizing and allocation may need. */
export interface Stratum {
  readonly name: string;
  /** Units in it; the populations of all strata sum to the population. */
  readonly population: number;
  /** Expected mean, or expected proportion. */
  readonly mean: number;
  /** Expected standard deviation; of a proportion p it is sqrt(p(1 - p)). */
  readonly sd: number;
  /** Cost of one interview in any currency, for the `optimal` method; default 1. */
  readonly cost: number;
}
