import type { ValuePair } from './again.js';
import { isNamedAsFound, isOfOtherUnit, unitNamed } from './named-unit.js';
import { saysTheSame } from './says-the-same.js';

/** How many of a unit make one of another, by what is measured; without a word for it, those of shares as well. */
const TO_ONE = {
  time: [7, 24, 60, 1440, 3600],
  mass: [1000],
  energy: [3.6, 1000],
  volume: [1000],
  money: [],
  persons: [],
  emissions: [],
  unknown: [7, 60, 100, 1000],
} as const;
/** Values of one thing in one unit lie within this factor. */
const OF_ONE_SCALE = 2;

/**
 * How many of the numbers of another column make one of the values, where its name or its cells say that both are of one thing
 * in two units; undefined where they lie on one scale, or nothing says so.
 * @returns `isSame` where the values are these numbers but for rounding
 */
export function unitsToOne(
  valueName: string,
  otherName: string,
  pairs: readonly ValuePair[],
): { readonly count: number; readonly isSame: boolean } | undefined {
  const sum = (of: readonly number[]) => of.reduce((all, each) => all + each, 0);
  const ratio = sum(pairs.map(({ old }) => old)) / sum(pairs.map(({ value }) => value));
  if (!(ratio > 0) || (ratio <= OF_ONE_SCALE && ratio >= 1 / OF_ONE_SCALE)) return undefined;
  const [own, other] = [unitNamed(valueName), unitNamed(otherName)];
  if (isOfOtherUnit(valueName, otherName)) return undefined;
  const isOther = own !== undefined && other !== undefined && own.size !== other.size;
  // Hours a head and hours are both in hours, and of two things.
  const mayBeOther = (other !== undefined && own === undefined) || isNamedAsFound(otherName, valueName);
  if (!isOther && !mayBeOther) return undefined;
  const counts = isOther
    ? [own.size / other.size]
    : TO_ONE[own?.of ?? other?.of ?? 'unknown'].flatMap((each) => [each, 1 / each]);
  const far = (count: number) => Math.abs(Math.log(ratio / count));
  const [count] = counts.toSorted((a, b) => far(a) - far(b));
  if (count === undefined || far(count) > Math.log(OF_ONE_SCALE)) return undefined;
  return { count, isSame: isSameBy(pairs, count) };
}

/** Whichever of the two was rounded. */
function isSameBy(pairs: readonly ValuePair[], count: number): boolean {
  return (
    saysTheSame(pairs.map(({ value, old }) => ({ value, old: old / count }))) ||
    saysTheSame(pairs.map(({ value, old }) => ({ value: value * count, old })))
  );
}
