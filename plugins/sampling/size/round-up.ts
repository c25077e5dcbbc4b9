/**
 * The smallest integer that is not below `x`, safe against floating point: 21 / (1 - 0.3) is
 * 30.000000000000004 in doubles and 30 on paper, so an unguarded ceiling would answer 31. The guard forgives a
 * relative error of 1e-12 and an absolute one of 1e-9, far below any real fraction of a household.
 */
export function roundUp(x: number): number {
  return Math.max(0, Math.ceil(x * (1 - 1e-12) - 1e-9));
}
