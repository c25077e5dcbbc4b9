import { type Allocation, allocate } from './allocate.js';

/**
 * The smallest total whose split by `shares` gives every stratum at least its `needs`, with nobody above `caps`.
 * This is how one proportional sample keeps confidence and precision in each stratum. A stratum whose share is
 * zero is held at its need by a floor.
 */
export function smallestTotal(
  needs: readonly number[],
  shares: readonly number[],
  caps: readonly number[],
): Allocation {
  const bounded = needs.map((need, h) => Math.min(need, caps[h] ?? need));
  const floors = bounded.map((need, h) => ((shares[h] ?? 0) > 0 ? 0 : need));
  const split = (total: number) => allocate(total, shares, { floors, caps });
  const enough = (allocation: Allocation, slack: number) =>
    bounded.every((need, h) => (allocation.sizes[h] ?? 0) >= need - slack);

  let low = bounded.reduce((a, b) => a + b, 0) - 1;
  let high = caps.reduce((a, b) => a + b, 0);
  // Rounding by remainder is monotone only to within a unit, so bisection brackets and a short walk decides.
  while (high - low > 1) {
    const middle = low + Math.floor((high - low) / 2);
    if (enough(split(middle), 1)) high = middle;
    else low = middle;
  }
  for (let total = high; ; total++) {
    const allocation = split(total);
    if (enough(allocation, 0)) return allocation;
  }
}
