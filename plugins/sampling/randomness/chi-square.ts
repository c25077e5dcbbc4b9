/** Pearson's statistic of counts against their expectation under a fixed total. */
export interface ChiSquare {
  readonly statistic: number;
  readonly df: number;
}

/**
 * Pearson's X2 of a sample over classes of known size in the frame. Classes that the frame does not have are left out.
 *
 * @param observed counts in the sample, by class.
 * @param frame counts in the frame, by class.
 */
export function chiSquare(observed: readonly number[], frame: readonly number[]): ChiSquare {
  const size = observed.reduce((sum, count) => sum + count, 0);
  const total = frame.reduce((sum, count) => sum + count, 0);
  let statistic = 0;
  let classes = 0;
  for (const [at, count] of frame.entries()) {
    if (count === 0) continue;
    const expected = (size * count) / total;
    statistic += ((observed[at] ?? 0) - expected) ** 2 / expected;
    classes++;
  }
  return { statistic, df: classes - 1 };
}

/**
 * X2 as if drawn with replacement: without it, X2 is (N - n)/(N - 1) times a chi-square variable (Rao and Scott 1981, simple
 * random sampling), so the plain p-value is too large.
 */
export function withoutReplacement(statistic: number, frameSize: number, sampleSize: number): number {
  return frameSize === sampleSize ? 0 : (statistic * (frameSize - 1)) / (frameSize - sampleSize);
}
