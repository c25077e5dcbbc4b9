/**
 * Tails of the hypergeometric distribution: of `sample` units drawn without replacement from `frame`, of which `marked` bear
 * a mark, how likely are at most, and at least, `observed` marked ones. Weights are built from the ratio of neighbours
 * outward from the observed count and divided by their sum, so no factorial overflows.
 */
export function hypergeometricTails(
  observed: number,
  marked: number,
  frame: number,
  sample: number,
): { readonly atMost: number; readonly atLeast: number } {
  const low = Math.max(0, sample - (frame - marked));
  const high = Math.min(sample, marked);
  if (observed < low) return { atMost: 0, atLeast: 1 };
  if (observed > high) return { atMost: 1, atLeast: 0 };
  let below = 0;
  let above = 0;
  // P(k) / P(k - 1) = (marked - k + 1)(sample - k + 1) / (k (frame - marked - sample + k))
  const ratio = (k: number) => ((marked - k + 1) * (sample - k + 1)) / (k * (frame - marked - sample + k));
  for (let k = observed, weight = 1; k > low && weight > 0; k--) {
    weight /= ratio(k);
    below += weight;
  }
  for (let k = observed + 1, weight = 1; k <= high && weight > 0; k++) {
    weight *= ratio(k);
    above += weight;
  }
  if (!Number.isFinite(below)) return { atMost: 1, atLeast: 0 };
  if (!Number.isFinite(above)) return { atMost: 0, atLeast: 1 };
  const total = below + 1 + above;
  return { atMost: (below + 1) / total, atLeast: (1 + above) / total };
}
