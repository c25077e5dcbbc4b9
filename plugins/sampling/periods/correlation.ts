import type { ValuePair } from './again.js';

/** How far values go with those of before, by Pearson; 0 where either are all the same. */
export function correlation(pairs: readonly ValuePair[]): number {
  const [now, before] = [mean(pairs.map(({ value }) => value)), mean(pairs.map(({ old }) => old))];
  const products = pairs.reduce((sum, { value, old }) => sum + (value - now) * (old - before), 0);
  const squares = (of: (pair: ValuePair) => number, about: number) =>
    pairs.reduce((sum, pair) => sum + (of(pair) - about) ** 2, 0);
  const both = squares(({ value }) => value, now) * squares(({ old }) => old, before);
  return both === 0 ? 0 : products / Math.sqrt(both);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
