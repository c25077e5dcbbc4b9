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

/** A quota this close to a bound is on it. */
const TOLERANCE = 1e-9;

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
  const floored: number[] = [];
  const capped: number[] = [];

  for (;;) {
    const free = sizes.flatMap((size, h) => (size === undefined ? [h] : []));
    const remaining = target - sizes.reduce<number>((a, size) => a + (size ?? 0), 0);
    const weights = freeShares(free, shares);
    const sum = weights.reduce((a, b) => a + b, 0);
    const low: number[] = [];
    const high: number[] = [];
    let shortfall = 0;
    let excess = 0;
    for (const [position, h] of free.entries()) {
      const quota = (remaining * (weights[position] ?? 0)) / sum;
      const below = (floors[h] ?? 0) - quota;
      const above = quota - (caps[h] ?? 0);
      if (below > TOLERANCE) {
        low.push(h);
        shortfall += below;
      } else if (above > TOLERANCE) {
        high.push(h);
        excess += above;
      }
    }
    if (low.length === 0 && high.length === 0) {
      // Floors and caps are integers, so rounding a quota between them cannot leave them.
      for (const [position, size] of largestRemainder(remaining, weights).entries()) {
        const h = free[position];
        if (h !== undefined) sizes[h] = size;
      }
      break;
    }
    // Fix the side whose violation is larger, so that redistributing it cannot undo the other.
    if (shortfall >= excess) {
      for (const h of low) sizes[h] = floors[h];
      floored.push(...low);
    } else {
      for (const h of high) sizes[h] = caps[h];
      capped.push(...high);
    }
  }
  const final = sizes.map((size) => size ?? 0);
  return {
    sizes: final,
    total: target,
    floored: floored.sort(ascending),
    capped: capped.sort(ascending),
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
