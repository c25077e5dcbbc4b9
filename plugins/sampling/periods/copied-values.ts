import type { CopiedValues } from '../trail/analysed-entry.js';

/** How often chance may copy a run as unlikely, at most: once in so many analyses, as a power of two. */
const RARE_BITS = 20;
/** Shares of the values from which they stand in runs of one value, and of pairs of any two that are equal by chance at most. */
const IN_RUNS = 1 / 3;
const COARSE = 0.1;
/** Of the steps between unlike neighbours in one direction: values that somebody sorted. */
const SORTED = 0.9;
/** Longer lists are looked at by their beginning: the work grows with the square. */
const MOST = 2_000;

/**
 * Values that come again in the same order, or one after the other, far beyond what chance gives: copied downwards, or
 * a block of rows again. How rare a value is counts, so whole numbers, and shares of which most are 1, need a long block; a
 * value that is that of its neighbour does not count, so sorted values are no copy.
 * @param all in the order in which they were handed over, one a unit
 */
export function copiedValues(all: readonly number[]): CopiedValues | null {
  const values = all.slice(0, MOST);
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const n = values.length;
  const block = longestBlock(values, counts);
  if (block !== undefined) return { kind: 'block', ...block, of: all.length };
  const chance = [...counts.values()].reduce((sum, count) => sum + (count / n) ** 2, 0);
  if (chance > COARSE) return null;
  const steps = values.slice(1).map((value, at) => Math.sign(value - (values[at] ?? value)));
  const same = steps.filter((step) => step === 0).length;
  const [up, down] = [1, -1].map((sign) => steps.filter((step) => step === sign).length);
  const isSorted = Math.max(up ?? 0, down ?? 0) >= SORTED * (steps.length - same);
  return same < IN_RUNS * steps.length || isSorted ? null : { kind: 'runs', units: same, of: all.length };
}

/** The longest run of values that stands once more further on; undefined where chance gives such a one. */
function longestBlock(
  values: readonly number[],
  counts: ReadonlyMap<number, number>,
): { readonly units: number; readonly apart: number } | undefined {
  const n = values.length;
  const bitsAt = values.map((value, at) =>
    at > 0 && values[at - 1] === value ? 0 : Math.log2(n / (counts.get(value) ?? n)),
  );
  const enough = RARE_BITS + 2 * Math.log2(n);
  let longest: { units: number; apart: number } | undefined;
  for (let apart = 1; apart < n; apart++) {
    let [units, bits] = [0, 0];
    for (let at = apart; at < n; at++) {
      const isSame = values[at] === values[at - apart];
      units = isSame ? units + 1 : 0;
      bits = isSame ? bits + (bitsAt[at] ?? 0) : 0;
      if (bits > enough && units > (longest?.units ?? 0)) longest = { units, apart };
    }
  }
  return longest;
}
