/**
 * Variance of a clustered sample over that of a simple one: 1 + (m - 1) * icc for clusters of m units with
 * intraclass correlation icc. Source: Kish, Survey Sampling, 5.4.
 */
export function designEffect(clusterSize: number, icc: number): number {
  return 1 + (clusterSize - 1) * icc;
}

/**
 * As `designEffect` when cluster sizes vary: 1 + icc * (b^2 + sd_b^2 - b) / b for sizes of mean b and standard
 * deviation sd_b. Source: epiR, epi.ssclus1estb.
 */
export function designEffectOfUnequalClusters(meanSize: number, sdSize: number, icc: number): number {
  return 1 + (icc * (meanSize ** 2 + sdSize ** 2 - meanSize)) / meanSize;
}

/** Units of a simple sample, unrounded, times the design effect: before the finite population, never after it. */
export function applyDesignEffect(size: number, deff: number): number {
  return size * deff;
}
