import type { ValuePair } from './again.js';

/** Part of the values that have no more decimals than are taken for all; beyond `MOST_DECIMALS` they are no rounded ones. */
const MOST_VALUES = 0.9;
const MOST_DECIMALS = 4;
/** Decimals of values that are means of several. */
const OF_MEANS = 1;
/** Pairs that are crossed to see how many agree by chance. */
const CROSSED = 300;
/** Digits of a factor that rounding leaves. */
const DIGITS = 3;
const EPSILON = 1e-9;

/** A factor, the pairs that it explains to within the rounding of the values, and the share of any two units that it would. */
export interface RoundedFactor {
  readonly factor: number;
  readonly units: number;
  readonly chance: number;
}

/** The factor that makes most values what they are, as they are rounded: x1.1 to one decimal is another factor for each. */
export function roundedFactor(pairs: readonly ValuePair[]): RoundedFactor | undefined {
  const half = 10 ** -decimalsOf(pairs.map(({ value }) => value)) / 2 + EPSILON;
  const ends = pairs
    .filter(({ value, old }) => old > 0 && Math.abs(value - old) > EPSILON)
    .flatMap(({ value, old }) => [
      { at: (value - half) / old, step: 1 },
      { at: (value + half) / old, step: -1 },
    ])
    .sort((a, b) => a.at - b.at || b.step - a.step);
  let [open, most, factor] = [0, 0, 1];
  ends.forEach(({ at, step }, index) => {
    open += step;
    if (open <= most) return;
    most = open;
    factor = (at + (ends[index + 1]?.at ?? at)) / 2;
  });
  if (most === 0) return undefined;
  const some = pairs.slice(0, CROSSED);
  const agree = some.reduce(
    (sum, { value }) => sum + some.filter(({ old }) => Math.abs(value - factor * old) <= half).length,
    0,
  );
  return { factor: Number(factor.toPrecision(DIGITS)), units: most, chance: agree / some.length ** 2 };
}

/** Decimals that most values have at most; one where they are means of several. */
export function decimalsOf(values: readonly number[]): number {
  for (let decimals = 0; decimals <= MOST_DECIMALS; decimals++) {
    const exact = values.filter((value) => Math.abs(value - Number(value.toFixed(decimals))) <= EPSILON);
    if (exact.length >= MOST_VALUES * values.length) return decimals;
  }
  return OF_MEANS;
}
