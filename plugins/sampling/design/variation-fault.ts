/** Relative variance beyond which a sample is out of the question, and arithmetic at its end. */
const MOST_VARIATION = 1e12;

/**
 * Why no size can be computed from an expected value and its spread; undefined when one can. Units that do not match
 * (a mean in tonnes, a standard deviation in grams) look like this.
 */
export function variationFault(
  parameterType: unknown,
  mean: unknown,
  sd: unknown,
): { readonly of: 'mean' | 'sd'; readonly message: string } | undefined {
  if (typeof mean !== 'number' || !(mean > 0)) return undefined;
  if (parameterType === 'proportion')
    return mean >= 1 || (1 - mean) / mean <= MOST_VARIATION
      ? undefined
      : { of: 'mean', message: `${mean} is too small a share to be shown by a sample.` };
  if (typeof sd !== 'number' || (sd / mean) ** 2 <= MOST_VARIATION) return undefined;
  return { of: 'sd', message: `${sd} is more than a million times the mean ${mean}: check the units.` };
}
