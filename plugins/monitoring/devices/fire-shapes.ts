import type { CookingEvent } from '../detection/detect-events.js';
import type { Readings } from '../logger-files/sensor-log.js';
import { beyondChance, logOfChance } from './by-chance.js';

/** The temperatures of one fire from its first hot reading on, °C. */
export type FireShape = Float32Array;

/** Readings of a fire that are kept; fewer than the least say too little. */
const [LONGEST, SHORTEST] = [24, 3];
/** Fires are alike whose temperatures are so far apart, °C: the noise of a degree, twice over. */
const ALIKE = 1.5;
/** Peaks of such. */
const PEAKS_APART = 3;
/** Fires of all devices that are held against each other, of each the hottest; and how many pairs of them with like peaks. */
const [MOST_FIRES, MOST_PAIRS] = [8_000, 4_000_000];
/** Of one device, at least. */
const OF_ONE = 20;
/** Part of the fires of the one that saw more that are those of the other. */
const MOST = 0.75;
/** What all devices say counts as so many pairs of fires of each. */
const OF_ALL = 20;

/** The temperatures of some events. */
export function fireShapes({ seconds, celsius }: Readings, events: readonly CookingEvent[]): FireShape[] {
  let at = 0;
  return events.map(({ start, end }) => {
    while (at < seconds.length && (seconds[at] as number) < start) at++;
    let until = at;
    while (until < seconds.length && until - at < LONGEST && (seconds[until] as number) < end) until++;
    return celsius.slice(at, until);
  });
}

interface Fire {
  readonly device: number;
  readonly shape: FireShape;
  readonly peak: number;
}

/**
 * Pairs of devices of which nearly all fires have the same temperatures, in whatever order and on whatever days, to within a degree or
 * two: more than the fires of one home are like each other.
 */
export function sameShapes<
  Device extends { readonly household: string; readonly shapes: readonly FireShape[] },
>(devices: readonly Device[]): { readonly one: Device; readonly other: Device }[] {
  const each = Math.max(OF_ONE, Math.floor(MOST_FIRES / Math.max(1, devices.length)));
  const fires = devices.flatMap(({ shapes }, device) =>
    shapes
      .flatMap((shape): Fire[] =>
        shape.length < SHORTEST ? [] : [{ device, shape, peak: Math.max(...shape) }],
      )
      .sort((a, b) => b.peak - a.peak)
      .slice(0, each),
  );
  fires.sort((a, b) => a.peak - b.peak);
  const found = alikeIn(fires, devices.length);
  if (found === undefined) return [];
  const { counts, within, between } = found;
  const pairsIn = (count: number) => (count * (count - 1)) / 2;
  const ofOne = counts.reduce((sum, count) => sum + pairsIn(count), 0);
  const usual = Math.max(
    within.reduce((sum, count) => sum + count, 0) / Math.max(1, ofOne),
    found.across / Math.max(1, pairsIn(fires.length) - ofOne),
  );
  const rates = devices.map((_, at) =>
    Math.max(usual, ((within[at] ?? 0) + OF_ALL * usual) / (pairsIn(counts[at] ?? 0) + OF_ALL)),
  );
  const candidates = devices.flatMap((one, a) =>
    devices.flatMap((other, b) => {
      if (b <= a) return [];
      const of = Math.max(counts[a] ?? 0, counts[b] ?? 0);
      const alike = Math.min(between[a * devices.length + b] ?? 0, between[b * devices.length + a] ?? 0);
      if (alike === 0 || alike < MOST * of) return [];
      const probability = 1 - (1 - Math.max(rates[a] ?? 1, rates[b] ?? 1)) ** of;
      return [{ one, other, logOfChance: logOfChance(alike, of, probability) }];
    }),
  );
  return beyondChance(candidates, pairsIn(devices.length));
}

/**
 * Of each device how many pairs of its fires are alike, and of each two how many fires of the one have a like at the other.
 * @param fires by their peaks
 * @returns undefined where so many have one peak that fires of one home are like those of any
 */
function alikeIn(fires: readonly Fire[], devices: number) {
  const [counts, within] = [new Uint32Array(devices), new Uint32Array(devices)];
  const between = new Uint32Array(devices * devices);
  const seenBy = new Int32Array(devices);
  let [across, compared, first] = [0, 0, 0];
  for (let at = 0; at < fires.length; at++) {
    const { device, shape, peak } = fires[at] as Fire;
    counts[device] = (counts[device] as number) + 1;
    while ((fires[first] as Fire).peak < peak - PEAKS_APART) first++;
    for (let next = first; next < fires.length; next++) {
      const other = fires[next] as Fire;
      if (other.peak > peak + PEAKS_APART) break;
      if (++compared > 2 * MOST_PAIRS) return undefined;
      if (next === at || (other.device !== device && seenBy[other.device] === at + 1 && next < at)) continue;
      if (!areAlike(shape, other.shape)) continue;
      if (other.device === device) {
        if (next > at) within[device] = (within[device] as number) + 1;
        continue;
      }
      if (next > at) across++;
      if (seenBy[other.device] === at + 1) continue;
      seenBy[other.device] = at + 1;
      const pair = device * devices + other.device;
      between[pair] = (between[pair] as number) + 1;
    }
  }
  return { counts, within, between, across };
}

/** Whether two fires have the same temperatures, where one may begin a reading sooner. */
function areAlike(a: FireShape, b: FireShape): boolean {
  const longest = Math.max(a.length, b.length);
  if (longest - Math.min(a.length, b.length) > 1) return false;
  const least = Math.max(SHORTEST, longest - 1);
  for (let shift = -1; shift <= 1; shift++) {
    const from = Math.max(0, -shift);
    const to = Math.min(a.length, b.length - shift);
    if (to - from < least) continue;
    let left = ALIKE ** 2 * (to - from);
    for (let i = from; i < to && left >= 0; i++) left -= ((a[i] as number) - (b[i + shift] as number)) ** 2;
    if (left >= 0) return true;
  }
  return false;
}
