/** A part of a population: its units, those that are needed of it, and their standard deviation. */
export interface Stratum {
  readonly population: number;
  readonly calculatedSize: number;
  readonly sd: number;
}

export interface KnownPrecision {
  readonly population: number;
  /** The size at which it is known. */
  readonly size: number;
  /** A share. */
  readonly precision: number;
  readonly strata?: readonly Stratum[] | undefined;
}

/**
 * The precision at other sizes than the one at which it is known. The half width of an interval goes with the standard error:
 * of a simple random sample sqrt(1/n - 1/N) (Cochran, Sampling Techniques, 2.9), of a stratified one, divided as it is,
 * sqrt(sum of (N_h S_h)^2 (1/n_h - 1/N_h)) (the same, 5.9). So one point gives the whole curve.
 */
export function precisionAt({ population, size, precision, strata }: KnownPrecision): (n: number) => number {
  const error =
    strata === undefined || strata.every(({ sd }) => sd === 0)
      ? (n: number) => Math.sqrt(Math.max(1 / n - 1 / population, 0))
      : (n: number) => Math.sqrt(strata.reduce((sum, each) => sum + varianceOf(each, n / size), 0));
  const known = error(size);
  return (n) => (known === 0 ? 0 : (precision * error(n)) / known);
}

/** @param times the size of the stratum, as a multiple of what is needed; at most all of it is taken */
function varianceOf({ population, calculatedSize, sd }: Stratum, times: number): number {
  const size = Math.min(calculatedSize * times, population);
  return size === 0 ? 0 : (population * sd) ** 2 * Math.max(1 / size - 1 / population, 0);
}
