import { addTo } from 'oracle-runtime/kit';
import type { CookingEvent } from '../detection/detect-events.js';
import { beyondChance, logOfChance } from './by-chance.js';
import { type FireShape, sameShapes } from './fire-shapes.js';

/** A device with the fires that it saw. */
export interface DeviceWithFires {
  readonly sensor: string;
  readonly household: string;
  readonly intervalSeconds: number;
  readonly events: readonly CookingEvent[];
  /** The temperatures of each event. */
  readonly shapes: readonly FireShape[];
}

/** Fewer fires may be at the same times by chance. */
const LEAST = 5;
/** Part of the fires of the one that saw more that are those of the other. */
const MOST = 0.75;
/** Peaks go together from here on, and no more surely than so; those that hardly differ, °C, say nothing. */
const [TOGETHER, SURELY, DIFFER] = [0.97, 0.9999, 2];
/** Readings that are further apart show fires of one meal at one time, and peaks of others. */
const COARSEST = 2_400;
/** Devices that are held against each other. */
const MOST_DEVICES = 1_000;
const EXAMPLES = 3;
const DAY = 86_400;
/** What all devices say counts as so many days of each. */
const OF_ALL = 10;

/**
 * Units whose devices saw the fires of another unit's. So do copies to which a digit was added, or a factor, or some noise; two homes do
 * not. Undefined for none. `times` are units of which nearly all fires begin and end at the same times, to within a reading, and either
 * their peaks go together or no home cooks at the same times from day to day so; `shapes` are those with the same temperatures on whatever days.
 * @param except units whose devices are known to be copies
 */
export function sameFires(devices: readonly DeviceWithFires[], except: ReadonlySet<string>) {
  const some = devices.filter(({ events }) => events.length >= LEAST).slice(0, MOST_DEVICES);
  const isNew = (one: DeviceWithFires, other: DeviceWithFires) =>
    one.household !== other.household && !(except.has(one.household) && except.has(other.household));
  const regular = regularityOf(some);
  const looked = (some.length * (some.length - 1)) / 2;
  const candidates: (Pair & { readonly logOfChance: number })[] = [];
  for (const [at, one] of some.entries())
    for (let next = at + 1; next < some.length; next++) {
      const other = some[next] as DeviceWithFires;
      if (!isNew(one, other)) continue;
      const peaks = atOneTime(one, other);
      const most = Math.max(one.events.length, other.events.length);
      if (peaks.length < Math.max(LEAST, MOST * most)) continue;
      const probability = Math.max(regular[at] ?? 1, regular[next] ?? 1);
      const coarsest = Math.max(one.intervalSeconds, other.intervalSeconds);
      candidates.push({
        one,
        other,
        logOfChance:
          logOfChance(peaks.length, most, probability) + (coarsest <= COARSEST ? logOfTogether(peaks) : 0),
      });
    }
  const byTimes = beyondChance(candidates, looked);
  const byShapes = sameShapes(some).filter(({ one, other }) => isNew(one, other));
  const times = unitsOf(byTimes);
  const shapes = unitsOf(byShapes);
  const pairs = new Set(
    [...byTimes, ...byShapes].map(({ one, other }) => [one.sensor, other.sensor].sort().join(' and ')),
  );
  const units = new Set([...times, ...shapes]);
  return units.size === 0
    ? undefined
    : { units: units.size, examples: [...pairs].slice(0, EXAMPLES), times: times.size, shapes: shapes.size };
}

interface Pair {
  readonly one: DeviceWithFires;
  readonly other: DeviceWithFires;
}

function unitsOf(pairs: readonly Pair[]): Set<string> {
  return new Set(pairs.flatMap(({ one, other }) => [one.household, other.household]));
}

/** The peaks of fires that begin and end at the same times, to within a reading. */
function atOneTime(one: DeviceWithFires, other: DeviceWithFires): (readonly [number, number])[] {
  const within = Math.max(one.intervalSeconds, other.intervalSeconds);
  const peaks: (readonly [number, number])[] = [];
  let next = 0;
  for (const fire of one.events) {
    while ((other.events[next]?.start ?? Number.POSITIVE_INFINITY) <= fire.start - within) next++;
    const like = other.events[next];
    if (like === undefined || Math.abs(like.start - fire.start) >= within) continue;
    next++;
    if (Math.abs(like.end - fire.end) <= within) peaks.push([fire.peak, like.peak]);
  }
  return peaks;
}

/**
 * Of each device how probable it is that a fire has one at the same time: on another day of its own with a fire, on the same day of
 * another week, or at the same instant at other devices, whichever is more. Two homes that cook by their habits are not more alike.
 */
function regularityOf(devices: readonly DeviceWithFires[]): number[] {
  const own = devices.map((device) => againOnDays(device));
  const sum = (of: (each: (typeof own)[number]) => number) =>
    own.reduce((total, each) => total + of(each), 0);
  const usual = sum(({ of }) => of) === 0 ? 1 : sum(({ alike }) => alike) / sum(({ of }) => of);
  const seldom = (alike: number, of: number, as: number) => (alike + OF_ALL * as) / (of + OF_ALL);
  const elsewhere = seenElsewhere(devices);
  return own.map(({ alike, of, ofWeek, alikeInWeek }, at) => {
    const daily = seldom(alike, of, usual);
    return Math.max(daily, seldom(alikeInWeek, ofWeek, daily), elsewhere[at] ?? 0);
  });
}

/** How many fires come again at their time of the day, of all days with a fire and of those a week or several away. */
function againOnDays({ events, intervalSeconds }: DeviceWithFires) {
  const byDay = new Map<number, CookingEvent[]>();
  for (const event of events) addTo(byDay, Math.floor(event.start / DAY), event);
  const count = { alike: 0, of: 0, alikeInWeek: 0, ofWeek: 0 };
  for (const [own, fires] of byDay)
    for (const day of byDay.keys()) {
      const apart = day - own;
      if (apart === 0) continue;
      // What begins just after midnight may have begun just before it.
      const there = [day - 1, day, day + 1].flatMap((each) => byDay.get(each) ?? []);
      const alike = fires.filter((fire) =>
        there.some((each) => isAt(each, fire, apart * DAY, intervalSeconds)),
      ).length;
      count.of += fires.length;
      count.alike += alike;
      if (apart % 7 !== 0) continue;
      count.ofWeek += fires.length;
      count.alikeInWeek += alike;
    }
  return count;
}

/** Of each device the part of the others that have a fire at the same instant, of all its fires on average. */
function seenElsewhere(devices: readonly DeviceWithFires[]): number[] {
  const all = devices
    .flatMap(({ events }, device) => events.map((fire) => ({ fire, device })))
    .sort((a, b) => a.fire.start - b.fire.start);
  const elsewhere = new Array<number>(devices.length).fill(0);
  const widest = Math.max(0, ...devices.map(({ intervalSeconds }) => intervalSeconds));
  let first = 0;
  for (const { fire, device } of all) {
    const within = devices[device]?.intervalSeconds ?? 0;
    while ((all[first]?.fire.start ?? fire.start) < fire.start - widest) first++;
    const seen = new Set<number>();
    for (let at = first; (all[at]?.fire.start ?? Number.POSITIVE_INFINITY) < fire.start + within; at++) {
      const other = all[at];
      if (other !== undefined && other.device !== device && isAt(other.fire, fire, 0, within))
        seen.add(other.device);
    }
    elsewhere[device] = (elsewhere[device] ?? 0) + seen.size / Math.max(1, devices.length - 1);
  }
  return elsewhere.map((sum, at) => sum / Math.max(1, devices[at]?.events.length ?? 1));
}

function isAt(other: CookingEvent, fire: CookingEvent, shift: number, within: number): boolean {
  return (
    Math.abs(other.start - fire.start - shift) < within && Math.abs(other.end - fire.end - shift) <= within
  );
}

/**
 * How rarely peaks go together so by chance, as a logarithm; 0 where they do not. Source: R. Fisher, On the probable error of a
 * coefficient of correlation, 1921.
 */
function logOfTogether(pairs: readonly (readonly [number, number])[]): number {
  const mean = (of: (pair: readonly [number, number]) => number) =>
    pairs.reduce((sum, pair) => sum + of(pair), 0) / pairs.length;
  const [a, b] = [mean(([x]) => x), mean(([, y]) => y)];
  const [va, vb] = [mean(([x]) => (x - a) ** 2), mean(([, y]) => (y - b) ** 2)];
  if (Math.min(va, vb) < DIFFER ** 2) return 0;
  const correlation = mean(([x, y]) => (x - a) * (y - b)) / Math.sqrt(va * vb);
  if (correlation < TOGETHER) return 0;
  return -(Math.atanh(Math.min(correlation, SURELY)) ** 2 * (pairs.length - 3)) / 2;
}
