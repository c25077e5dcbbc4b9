/** Number, mean and standard deviation (divisor n - 1) of a sample. `sd` is null for fewer than two values. */
export interface Summary {
  readonly n: number;
  readonly mean: number;
  readonly sd: number | null;
}

/**
 * Summarizes values in two passes, which keeps full precision where the textbook's sum of squares loses it.
 * @throws RangeError when there is no value
 */
export function summarize(values: readonly number[]): Summary {
  const n = values.length;
  if (n === 0) throw new RangeError('There is no value to summarize.');
  const mean = values.reduce((a, x) => a + x, 0) / n;
  if (n === 1) return { n, mean, sd: null };
  const squares = values.reduce((a, x) => a + (x - mean) ** 2, 0);
  return { n, mean, sd: Math.sqrt(squares / (n - 1)) };
}
