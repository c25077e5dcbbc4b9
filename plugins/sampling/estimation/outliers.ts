/** A value far from the others, by two rules; it stays in the estimate unless a person gives a reason. */
export interface Outlier {
  readonly index: number;
  readonly value: number;
  /** Beyond 1.5 (`mild`) or 3 (`extreme`) interquartile ranges; undefined within. */
  readonly tukey: 'mild' | 'extreme' | undefined;
  /** Distance from the median in scaled median absolute deviations; undefined when those are all zero. */
  readonly madScore: number | undefined;
}

/** Distance in scaled median absolute deviations from which a value is flagged (Iglewicz, Hoaglin 1993). */
const MAD_LIMIT = 3.5;
/** Makes the median absolute deviation of a normal sample its standard deviation; the constant of R's mad(). */
const MAD_SCALE = 1.4826;

/** Flags values beyond Tukey's fences (quartiles of R's type 7) or 3.5 scaled median absolute deviations. */
export function outliers(values: readonly number[]): Outlier[] {
  if (values.length < 4) return [];
  const sorted = [...values].sort((a, b) => a - b);
  const [q1, median, q3] = [quantile(sorted, 0.25), quantile(sorted, 0.5), quantile(sorted, 0.75)];
  const range = q3 - q1;
  const deviations = sorted.map((x) => Math.abs(x - median)).sort((a, b) => a - b);
  const mad = MAD_SCALE * quantile(deviations, 0.5);
  return values.flatMap((value, index) => {
    const beyond = Math.max(q1 - value, value - q3);
    const tukey = beyond > 3 * range ? 'extreme' : beyond > 1.5 * range ? 'mild' : undefined;
    const madScore = mad > 0 ? Math.abs(value - median) / mad : undefined;
    const flagged = tukey !== undefined || (madScore ?? 0) > MAD_LIMIT;
    return flagged ? [{ index, value, tukey, madScore }] : [];
  });
}

/** Linear interpolation between order statistics: R's default, type 7. `sorted` is ascending and not empty. */
function quantile(sorted: readonly number[], p: number): number {
  const position = (sorted.length - 1) * p;
  const below = sorted[Math.floor(position)] ?? 0;
  const above = sorted[Math.ceil(position)] ?? below;
  return below + (position - Math.floor(position)) * (above - below);
}
