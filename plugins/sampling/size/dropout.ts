/**
 * Units to draw so that `size` remain when a share `dropoutRate` is lost, unrounded: n / (1 - d). Multiplying by
 * 1 + d would fall short (357 -> 411 rather than 420). Source: Cochran 13.2; all peers but R's `sampler`.
 */
export function sizeBeforeDropout(size: number, dropoutRate: number): number {
  return size / (1 - dropoutRate);
}
