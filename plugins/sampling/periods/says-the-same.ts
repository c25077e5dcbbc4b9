import type { ValuePair } from './again.js';
import { decimalsOf } from './rounded-factor.js';

const EPSILON = 1e-9;
/** Standard errors that rounding moves a mean, at most; it spreads by its step over the root of twelve. */
const [FAR, SPREAD] = [4, Math.sqrt(12)];

/**
 * Whether all values are those of before, as the coarser of both is rounded.
 * @param terms that each of those of before is the sum of, each rounded by itself
 */
export function saysTheSame(pairs: readonly ValuePair[], terms = 1): boolean {
  if (pairs.length === 0) return false;
  const decimals = [pairs.map(({ value }) => value), pairs.map(({ old }) => old)].map(decimalsOf);
  const step = 10 ** -Math.min(...decimals);
  // Of one and its copy, one was rounded; of a sum, all were.
  const roundings = terms === 1 ? 1 : terms + 1;
  if (pairs.some(({ value, old }) => Math.abs(value - old) > (roundings * step) / 2 + EPSILON)) return false;
  // As much more of each is no rounding.
  const apart = pairs.reduce((sum, { value, old }) => sum + value - old, 0) / pairs.length;
  return Math.abs(apart) <= (FAR * step * Math.sqrt(roundings / pairs.length)) / SPREAD + EPSILON;
}
