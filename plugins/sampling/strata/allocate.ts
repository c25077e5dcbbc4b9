import { largestRemainder } from './largest-remainder.js';

export interface AllocationBounds {
  /** At least this many in each stratum. */
  readonly floors?: readonly number[];
  /** At most this many: the stratum's population. */
  readonly caps?: readonly number[];
}

export interface Allocation {
  readonly sizes: readonly number[];
  /** Sum of `sizes`; more than was asked when the floors alone come to more, less when the caps hold less. */
  readonly total: number;
  /** Strata that a floor raised or a cap lowered. */
  readonly floored: readonly number[];
  readonly capped: readonly number[];
}

/**
 * Splits `total` units by `shares` within floors and caps: strata that would leave their bounds are set to them,
 * what they take or leave is split again over the others, and the rest rounds by largest remainder, so the sum is
 * exact. A floor above its cap counts as the cap. Ties go in the given order.
 */
export function allocate(
  total: number,
  shares: readonly number[],
  bounds: AllocationBounds = {},
): Allocation {
  const caps = shares.map((_, h) => bounds.caps?.[h] ?? Number.POSITIVE_INFINITY);
  const floors = shares.map((_, h) => Math.min(bounds.floors?.[h] ?? 0, caps[h] ?? 0));
  const least = floors.reduce((a, b) => a + b, 0);
  const most = caps.reduce((a, b) => a + b, 0);
  const target = Math.min(Math.max(total, least), most);
  const sizes = new Array<number | undefined>(shares.length).fill(undefined);
  const floored = new Set<number>();
  const capped = new Set<number>();

  for (;;) {
    const free = sizes.flatMap((size, h) => (size === undefined ? [h] : []));
    const taken = sizes.reduce<number>((a, size) => a + (size ?? 0), 0);
    const remaining = target - taken;
    const weights = freeShares(free, shares);
    const sum = weights.reduce((a, b) => a + b, 0);
    const quota = (position: number) => (sum > 0 ? (remaining * (weights[position] ?? 0)) / sum : 0);
    const low = free.filter((h, position) => quota(position) < (floors[h] ?? 0) - 1e-9);
    const high = free.filter((h, position) => quota(position) > (caps[h] ?? 0) + 1e-9);
    if (low.length === 0 && high.length === 0) {
      // Floors and caps are integers, so rounding a quota between them cannot leave them.
      for (const [position, size] of largestRemainder(remaining, weights).entries()) {
        const h = free[position];
        if (h !== undefined) sizes[h] = size;
      }
      break;
    }
    // Fix the side whose violation is larger, so that redistributing it cannot undo the other.
    const shortfall = low.reduce((a, h) => a + (floors[h] ?? 0) - quota(free.indexOf(h)), 0);
    const excess = high.reduce((a, h) => a + quota(free.indexOf(h)) - (caps[h] ?? 0), 0);
    for (const h of shortfall >= excess ? low : high) {
      sizes[h] = shortfall >= excess ? floors[h] : caps[h];
      (shortfall >= excess ? floored : capped).add(h);
    }
  }
  const final = sizes.map((size) => size ?? 0);
  return {
    sizes: final,
    total: target,
    floored: [...floored].sort(ascending),
    capped: [...capped].sort(ascending),
  };
}

/** The shares of the free strata; equal ones when all that is left has no share of its own. */
function freeShares(free: readonly number[], shares: readonly number[]): number[] {
  const weights = free.map((h) => shares[h] ?? 0);
  return weights.some((weight) => weight > 0) ? weights : weights.map(() => 1);
}

function ascending(a: number, b: number): number {
  return a - b;
}
