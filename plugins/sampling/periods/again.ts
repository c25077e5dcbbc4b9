import { roundedFactor } from './rounded-factor.js';

/** Values of units, each the mean of what it has of some days. */
export type UnitValues = ReadonlyMap<string, number>;

/** Two values of one unit. */
export interface ValuePair {
  readonly value: number;
  readonly old: number;
}

/** Units that have one relation to what they were before. */
export interface OneShift {
  readonly units: number;
  /** How much more than before, or how many times as much. */
  readonly by: { readonly difference: string } | { readonly factor: string };
}

/** Fewer units in common say nothing. */
export const LEAST_PAIRS = 10;
/** Part of the units in common that have the same value, or one that is as much higher or so many times as high. */
const SAME = 1 / 3;
const AS_MUCH = 2 / 3;
/** Pairs that agree by chance, at most, where a part of them is enough. */
const COARSE = 0.1;
/** With more of them nothing is told: of two values, such as yes and no, at least half agree. */
const TOO_COARSE = 0.5;
/** Of what chance leaves, the part that honest homes keep from one time to the next, at most: whoever cooks daily still does. */
const KEPT = 0.7;
/** A part of the pairs tells of all where it is so large, of values of so few kinds. */
const [LEAST_OF_PART, MOST_OF_PAIRS, MOST_KINDS] = [30, 0.6, 40];
/** Once in so many analyses chance may make more. */
const RARE = 10_000;
/** Differences and factors are the same in so many digits. */
const DIGITS = 9;

/**
 * Whether the values of units are those that they had before: exactly, or each by one difference or one factor. Undefined where
 * chance may make it so, or hardly a unit is in both.
 */
export function comesAgain(now: UnitValues, before: UnitValues) {
  const pairs = pairsOf(now, before);
  const of = pairs.length;
  if (of < LEAST_PAIRS) return undefined;
  const same = pairs.filter(({ value, old }) => rounded(value - old) === 0).length;
  if (isMost(same, of, chanceOf(pairs, 0), SAME)) return { units: same, of, by: { difference: '0' } };
  const shift = oneShift(pairs) ?? (partIsSame(pairs) ? { units: same, by: { difference: '0' } } : undefined);
  return shift && { ...shift, of };
}

/**
 * Whether those that were above some value, or below it, are the same but for what chance and habit make: then the rest alone
 * was changed, such as the lowest. Each value is a look, so that less is left to chance.
 */
function partIsSame(pairs: readonly ValuePair[]): boolean {
  const least = Math.max(LEAST_OF_PART, MOST_OF_PAIRS * pairs.length);
  const values = [...new Set(pairs.map(({ old }) => old))];
  if (values.length > MOST_KINDS) return false;
  const parts = values.flatMap((limit) => [
    pairs.filter(({ old }) => old > limit),
    pairs.filter(({ old }) => old < limit),
  ]);
  return parts.some((part) => {
    if (part.length < least) return false;
    const same = part.filter(({ value, old }) => rounded(value - old) === 0).length;
    return isMost(same, part.length, chanceOf(part, 0), SAME, RARE * parts.length);
  });
}

/** The pairs of those that have both. */
function pairsOf(now: UnitValues, before: UnitValues): ValuePair[] {
  return [...now].flatMap(([unitId, value]) => {
    const old = before.get(unitId);
    return old === undefined ? [] : [{ value, old }];
  });
}

/** The one difference, or else the one factor, by which most values are other than before; undefined where chance may make it. */
export function oneShift(pairs: readonly ValuePair[]): OneShift | undefined {
  if (pairs.length < LEAST_PAIRS) return undefined;
  const [difference, apart] = mostFrequent(pairs.flatMap(({ value, old }) => rounded(value - old) || []));
  if (isMost(apart, pairs.length, chanceOf(pairs, difference), AS_MUCH))
    return { units: apart, by: { difference: String(difference) } };
  // Of few values one factor is that of many, such as of all that are the same.
  if (chanceOf(pairs, 0) > COARSE) return undefined;
  const [factor, times] = mostFrequent(
    pairs.flatMap(({ value, old }) =>
      old === 0 || rounded(value - old) === 0 ? [] : [rounded(value / old)],
    ),
  );
  if (times >= AS_MUCH * pairs.length) return { units: times, by: { factor: String(factor) } };
  const nearly = roundedFactor(pairs);
  return nearly !== undefined && nearly.chance <= COARSE && nearly.units >= AS_MUCH * pairs.length
    ? { units: nearly.units, by: { factor: String(nearly.factor) } }
    : undefined;
}

/**
 * Whether more pairs agree than chance and homes that stay as they are give: a part of them, where hardly any would by chance,
 * else beyond all that keep `KEPT` of what they were.
 */
function isMost(agree: number, of: number, chance: number, part: number, rare = RARE): boolean {
  if (chance <= COARSE) return agree >= part * of;
  return chance < TOO_COARSE && agree > 0 && isRare(agree / of, of, chance + KEPT * (1 - chance), rare);
}

/**
 * Whether chance makes so large a share of `of` trials that succeed with `expected` less than once in `rare`.
 * Source: H. Chernoff, A measure of asymptotic efficiency, 1952: the tail is at most exp(-n D).
 */
function isRare(share: number, of: number, expected: number, rare: number): boolean {
  if (share <= expected) return false;
  const part = (a: number, b: number) => (a === 0 ? 0 : a * Math.log(a / b));
  return of * (part(share, expected) + part(1 - share, 1 - expected)) > Math.log(rare);
}

/** How often a value would be as much more than one of before were they of any two units. */
function chanceOf(pairs: readonly ValuePair[], difference: number): number {
  const now = new Map<number, number>();
  const before = new Map<number, number>();
  for (const { value, old } of pairs) {
    now.set(rounded(value), (now.get(rounded(value)) ?? 0) + 1);
    before.set(rounded(old + difference), (before.get(rounded(old + difference)) ?? 0) + 1);
  }
  const agree = [...now].reduce((sum, [value, count]) => sum + count * (before.get(value) ?? 0), 0);
  return agree / pairs.length ** 2;
}

function mostFrequent(values: readonly number[]): readonly [number, number] {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].reduce<readonly [number, number]>(
    (most, each) => (each[1] > most[1] ? each : most),
    [0, 0],
  );
}

function rounded(value: number): number {
  return Number(value.toFixed(DIGITS)) + 0;
}
