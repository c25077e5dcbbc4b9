/** A unit that gave a value. */
export interface SampledUnit {
  readonly value: number;
  /**
   * The chance with which the design drew it and it answered, above 0 and at most 1; absent where every unit of the
   * stratum had the same.
   */
  readonly chance?: number | undefined;
}

/** What a sample says about one stratum, or about the whole when there is one. In the unit of the values. */
export interface StratumEstimate {
  readonly population: number;
  /** Units with a value. */
  readonly n: number;
  readonly mean: number;
  /** Standard deviation of the stratum's units, divisor n - 1. */
  readonly sd: number;
  /** Estimated variance of `mean`. */
  readonly variance: number;
  /** Variance of `mean` if the units of the stratum had the variance 1: 1/n less what the finite population saves. */
  readonly unitVariance: number;
  readonly df: number;
  /** Whether its units had different chances. */
  readonly unequal: boolean;
}

/** The same from counts, mean and standard deviation of a simple sample: SE^2 = (1 - n/N) s^2 / n. Cochran 2.6. */
export function stratumOfSummary({
  n,
  mean,
  sd,
  population,
}: Pick<StratumEstimate, 'n' | 'mean' | 'sd' | 'population'>): StratumEstimate {
  const unitVariance = Math.max(0, 1 - n / population) / n;
  return {
    population,
    n,
    mean,
    sd,
    variance: unitVariance * sd ** 2,
    unitVariance,
    df: n - 1,
    unequal: false,
  };
}

/**
 * What the units of one stratum say about it. Each stands for w = 1/chance units (Horvitz and Thompson 1952), and the
 * mean is the ratio of the two totals, sum(w y) / sum(w) (Hájek 1971). Its linearised variance, of m units whose chance p
 * is below 1, is (m-1)/m sum((1-p) (x - B)^2) / sum(w)^2, with B = sum((1-p) x) / sum(1-p): Hájek's approximation for a
 * draw of fixed size (Hájek 1964; Deville 1999), where x = w (y - mean) / (1 - w / sum(w)) is as in a jackknife (Särndal,
 * Swensson and Wretman 1992, section 11.5), for the plain w (y - mean) is short where few units weigh much. Its degrees
 * of freedom are Satterthwaite's (1946), sum(c)^2 / sum(c^2) - 1 with c = (1-p) w^2. Units that were certain add nothing.
 * With equal chances n/N all this is (1 - n/N) s^2 / n with n - 1. A design with clusters would sum x by cluster before
 * it squares.
 * @returns undefined with fewer than two units whose chance is below 1, unless it is a census
 */
export function estimateStratum(
  units: readonly SampledUnit[],
  population: number,
): StratumEstimate | undefined {
  const n = units.length;
  if (n < 2) return undefined;
  const simple = Math.min(1, n / population);
  const chances = units.map(({ chance = simple }) => chance);
  const least = chances.reduce((a, p) => Math.min(a, p), 1);
  // Relative to the least chance, so that equal ones weigh exactly 1 and a mean of ones is 1.
  const weights = chances.map((p) => least / p);
  const total = sum(weights);
  const mean = sum(units.map(({ value }, i) => (weights[i] ?? 0) * value)) / total;
  const residuals = units.map(({ value }) => value - mean);
  const sd = Math.sqrt(((sum(residuals.map((e, i) => (weights[i] ?? 0) * e ** 2)) / total) * n) / (n - 1));
  const open = chances.flatMap((p, i) => (p < 1 ? [{ p, w: weights[i] ?? 0, e: residuals[i] ?? 0 }] : []));
  const unequal = weights.some((w) => Math.abs(w - 1) > 1e-12);
  const known = { population, n, mean, sd, unequal };
  if (open.length === 0) return { ...known, variance: 0, unitVariance: 0, df: n - 1 };
  if (open.length < 2) return undefined;
  const m = open.length;
  const pulls = open.map(({ p, w, e }) => ({ p, x: (w * e) / (1 - w / total) }));
  const center = sum(pulls.map(({ p, x }) => (1 - p) * x)) / sum(open.map(({ p }) => 1 - p));
  const squares = sum(pulls.map(({ p, x }) => (1 - p) * (x - center) ** 2));
  const shares = open.map(({ p, w }) => (1 - p) * w ** 2);
  return {
    ...known,
    variance: (((m - 1) / m) * squares) / total ** 2,
    unitVariance: sum(shares) / total ** 2,
    // Equal weights have the n - 1 of a simple sample to the last digit.
    df: unequal ? Math.max(1, sum(shares) ** 2 / sum(shares.map((c) => c ** 2)) - 1) : m - 1,
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0);
}
