/** Values of units, each the mean of what it has of some days. */
export type UnitValues = ReadonlyMap<string, number>;

/** Fewer units in common say nothing. */
const LEAST = 10;
/** Part of the units in common that have the same value, or one that is as much higher or so many times as high. */
const SAME = 1 / 3;
const AS_MUCH = 2 / 3;
/** Pairs of any two values that are equal by chance, at most: of shares most are. */
const COARSE = 0.1;
/** Differences and factors are the same in so many digits. */
const DIGITS = 9;

/**
 * Whether the values of units are those that they had before: exactly, or each by one difference or one factor. Undefined where
 * chance may make it so, or hardly a unit is in both.
 */
export function comesAgain(now: UnitValues, before: UnitValues) {
  const pairs = [...now].flatMap(([unitId, value]) => {
    const old = before.get(unitId);
    return old === undefined ? [] : [{ value, old }];
  });
  const of = pairs.length;
  if (of < LEAST || chanceOf(pairs.map(({ value }) => value)) > COARSE) return undefined;
  const same = pairs.filter(({ value, old }) => rounded(value - old) === 0).length;
  if (same >= SAME * of) return { units: same, of, by: { difference: '0' } };
  const [difference, apart] = mostFrequent(pairs.map(({ value, old }) => rounded(value - old)));
  if (apart >= AS_MUCH * of) return { units: apart, of, by: { difference: String(difference) } };
  const [factor, times] = mostFrequent(
    pairs.flatMap(({ value, old }) => (old === 0 ? [] : [rounded(value / old)])),
  );
  return times >= AS_MUCH * of ? { units: times, of, by: { factor: String(factor) } } : undefined;
}

/** How often two of the values are equal. */
function chanceOf(values: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum + (count / values.length) ** 2, 0);
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
