import { goesWithBefore } from './goes-with-before.js';
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

/** How values come again, of so many units that are in both. */
interface AgainAsBefore extends OneShift {
  readonly of: number;
  /** In four digits, where it is so but for some noise. */
  readonly correlation?: string;
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
/** A part of the pairs tells of all where it is so large, of values of so few kinds; */
const [LEAST_OF_PART, MOST_OF_PAIRS, MOST_KINDS] = [30, 0.6, 40];
/** or where it is so large, homes that keep as much of it are rare, and of the others hardly any kept what it had. */
const [SOME_OF_PAIRS, KEPT_OF_PART, HARDLY_KEPT] = [1 / 3, 0.8, 0.2];
/** Once in so many analyses chance may make more; of two things at a time, each more often. */
const [RARE, RARE_OF_TWO] = [10_000, 1_000];
/** One step of values, and not two. */
const NEARLY_A_STEP = 1.5;
/** Differences and factors are the same in so many digits. */
const DIGITS = 9;

/**
 * Whether the values of units are those that they had before: exactly, each by one difference or one factor, or by one with some noise.
 * Undefined where chance may make it so, or hardly a unit is in both.
 */
export function comesAgain(now: UnitValues, before: UnitValues): AgainAsBefore | undefined {
  const pairs = pairsOf(now, before);
  const of = pairs.length;
  if (of < LEAST_PAIRS) return undefined;
  const same = pairs.filter(isSame).length;
  const chance = chanceOf(pairs, 0);
  if (isMost(same, of, chance, SAME) && (chance > COARSE || isMoreThanNear(pairs, same, chance)))
    return { units: same, of, by: { difference: '0' } };
  const shift =
    oneShift(pairs) ??
    (partIsSame(pairs) ? { units: same, by: { difference: '0' } } : undefined) ??
    wholeFactor(pairs) ??
    goesWithBefore(pairs);
  return shift && { ...shift, of };
}

/**
 * Whether more are exactly the same than are one step of the values off: homes that stay nearly as they are, measured again, are as
 * often a step more or less.
 */
function isMoreThanNear(pairs: readonly ValuePair[], same: number, chance: number): boolean {
  const values = [...new Set(pairs.flatMap(({ value, old }) => [value, old]))].sort((a, b) => a - b);
  const steps = values.slice(1).map((value, at) => rounded(value - (values[at] as number)));
  const step = Math.min(...steps.filter((each) => each > 0));
  const near = pairs.filter(
    (each) => !isSame(each) && Math.abs(each.value - each.old) < NEARLY_A_STEP * step,
  ).length;
  return isRare(same / pairs.length, pairs.length, near / 2 / pairs.length + chance, RARE_OF_TWO);
}

/**
 * Whether those that were above some value, or below it, are the same but for what chance and habit make: then the rest alone
 * was changed, such as the lowest. Each value is a look, so that less is left to chance. A smaller part tells where the rest is
 * not just otherwise, but hardly any of it is as it was.
 */
function partIsSame(pairs: readonly ValuePair[]): boolean {
  const values = [...new Set(pairs.map(({ old }) => old))];
  if (values.length > MOST_KINDS) return false;
  const looks = 2 * values.length;
  return values
    .flatMap((limit) => [(old: number) => old > limit, (old: number) => old < limit])
    .some((isIn) => {
      const part = pairs.filter(({ old }) => isIn(old));
      if (part.length < Math.max(LEAST_OF_PART, SOME_OF_PAIRS * pairs.length)) return false;
      const share = part.filter(isSame).length / part.length;
      if (share < KEPT) return false;
      const chance = chanceOf(part, 0);
      if (chance >= TOO_COARSE) return false;
      const isBeyond = (kept: number, rare: number) =>
        isRare(share, part.length, chance + kept * (1 - chance), rare * looks);
      if (part.length >= MOST_OF_PAIRS * pairs.length && isBeyond(KEPT, RARE)) return true;
      return isBeyond(KEPT_OF_PART, RARE_OF_TWO) && hardlyKept(pairs.filter(({ old }) => !isIn(old)));
    });
}

/** Whether of some pairs hardly more are the same than chance makes. */
function hardlyKept(pairs: readonly ValuePair[]): boolean {
  if (pairs.length === 0) return false;
  const chance = chanceOf(pairs, 0);
  return pairs.filter(isSame).length <= pairs.length * (chance + HARDLY_KEPT * (1 - chance));
}

/** One factor of whole or coarse values, which makes each what it is but for its rounding, more than chance and habit do. */
function wholeFactor(pairs: readonly ValuePair[]): OneShift | undefined {
  const nearly = roundedFactor(pairs);
  if (nearly === undefined || nearly.chance <= COARSE) return undefined;
  const { factor, units, chance } = nearly;
  // Where a home is as it was, the factor says nothing of it.
  const others = pairs.filter((each) => !isSame(each));
  return others.length >= AS_MUCH * pairs.length && isMost(units, others.length, chance, AS_MUCH)
    ? { units, by: { factor: String(factor) } }
    : undefined;
}

function isSame({ value, old }: ValuePair): boolean {
  return rounded(value - old) === 0;
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
