import { LEAST_PAIRS, type OneShift, oneShift, type ValuePair } from '../periods/again.js';
import { correlation } from '../periods/correlation.js';

/** Standard errors of the differences that two means lie apart where chance did not make them: once in 16,000. */
const FAR_APART = 4;
/** Values of one measure go together by at least this correlation, */
const GO_TOGETHER = 0.7;
/** and lie within this factor: more is a change of units, such as days of seven for a share. */
const OF_ONE_SCALE = 2;
/** Where both are said to be of one thing, nothing else makes more than this. */
const OF_ONE_SCALE_SAID = 10;
/** With so many whole numbers up to seven in one, and so few in the other, they are of two measures: days of a week, and hours. */
const [WHOLE, NOT_WHOLE, WEEK] = [0.9, 0.5, 7];

/** Differences that spread by less of themselves are one. */
const SAME = 1e-6;

/** How values of the same units and days lie apart, where hardly one is the same. */
export interface LieApart {
  readonly units: number;
  /** `chance` where no one difference or factor does it, and the means are further apart than chance allows. */
  readonly by:
    | OneShift['by']
    | { readonly chance: string /** If both are of one measure. */; readonly perhaps?: true };
}

/** Whether two sets of values are of one thing: both are said to be, both may be, or nothing speaks for it. */
export type OneMeasure = 'said' | 'perhaps' | 'unknown';

/**
 * How values of the same units and days lie apart in two sets of which hardly a value is the same: all by one amount, or by more
 * than two honest measurements of one thing. Undefined where chance may make it, or where they are of different things.
 * @param measure whether both are of one thing; where nothing says so, their values have to go together
 */
export function lieApart(pairs: readonly ValuePair[], measure: OneMeasure): LieApart | undefined {
  if (pairs.length < LEAST_PAIRS) return undefined;
  const scale = measure === 'said' ? OF_ONE_SCALE_SAID : OF_ONE_SCALE;
  const shift = oneShift(pairs);
  if (shift !== undefined) return isOtherUnits(shift.by, scale) ? undefined : shift;
  const differences = pairs.map(({ value, old }) => value - old);
  const [now, before] = [mean(pairs.map(({ value }) => value)), mean(pairs.map(({ old }) => old))];
  const isOneScale = now * before > 0 && Math.max(now / before, before / now) <= scale;
  const goTogether = correlation(pairs) >= GO_TOGETHER;
  const perhaps = measure === 'perhaps' && !goTogether;
  const isOneThing =
    goTogether ||
    (measure !== 'unknown' &&
      !isWeekBesideOther(
        pairs.map(({ value }) => value),
        pairs.map(({ old }) => old),
      ));
  if (!isOneScale || !isOneThing) return undefined;
  const error = spread(differences) / Math.sqrt(pairs.length);
  if (error < SAME * Math.abs(now - before))
    return { units: pairs.length, by: { difference: String(Number((now - before).toPrecision(6))) } };
  const errors = Math.abs(now - before) / error;
  return errors > FAR_APART
    ? {
        units: pairs.length,
        by: { chance: `${Math.floor(errors)} standard errors`, ...(perhaps && { perhaps }) },
      }
    : undefined;
}

function isOtherUnits(by: OneShift['by'], scale: number): boolean {
  if (!('factor' in by)) return false;
  const factor = Number(by.factor);
  return factor <= 0 || Math.max(factor, 1 / factor) > scale;
}

/** Whether the one are days of a week and the others, such as hours, are not. */
export function isWeekBesideOther(now: readonly number[], before: readonly number[]): boolean {
  const whole = (of: readonly number[]) => of.filter(Number.isInteger).length / of.length;
  const isWeek = (of: readonly number[]) => whole(of) >= WHOLE && of.every((each) => each <= WEEK);
  return (isWeek(now) && whole(before) < NOT_WHOLE) || (isWeek(before) && whole(now) < NOT_WHOLE);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function spread(values: readonly number[]): number {
  const about = mean(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - about) ** 2, 0) / (values.length - 1));
}
