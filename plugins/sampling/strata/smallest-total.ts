import { type Allocation, allocate } from './allocate.js';
import { bisect } from './bisect.js';

/** Totals tried one by one, times strata: enough for any real design, and a few milliseconds. */
const WALK = 20_000;

/**
 * The smallest total whose split by `shares` gives every stratum at least its `needs`, with nobody above `caps`: one
 * unit less would leave a stratum short. This is how one proportional sample keeps confidence and precision in each
 * stratum. A stratum whose share is zero is held at its need by a floor.
 *
 * A split grows with its total only to within the unit that rounding gives or takes, so bisection brackets the total
 * and a walk upwards finds the first that is enough. With very many strata the walk would be long; bisection then
 * answers with a total that is enough while the one below is not.
 */
export function smallestTotal(
  needs: readonly number[],
  shares: readonly number[],
  caps: readonly number[],
): Allocation {
  const bounded = needs.map((need, h) => Math.min(need, caps[h] ?? need));
  const floors = bounded.map((need, h) => ((shares[h] ?? 0) > 0 ? 0 : need));
  const split = (total: number) => allocate(total, shares, { floors, caps });
  const enough = ({ sizes }: Allocation, slack: number) =>
    bounded.every((need, h) => (sizes[h] ?? 0) >= need - slack);
  const least = bounded.reduce((a, b) => a + b, 0);
  const most = caps.reduce((a, b) => a + b, 0);

  const first = bisect(least - 1, most, (total) => enough(split(total), 1));
  const steps = Math.max(1, Math.floor(WALK / needs.length));
  for (let total = first; total <= Math.min(most, first + steps); total++) {
    const allocation = split(total);
    if (enough(allocation, 0)) return allocation;
  }
  return split(bisect(first, most, (total) => enough(split(total), 0)));
}
