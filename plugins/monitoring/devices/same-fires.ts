import type { CookingEvent } from '../detection/detect-events.js';

/** A device with the fires that it saw. */
export interface DeviceWithFires {
  readonly sensor: string;
  readonly household: string;
  readonly intervalSeconds: number;
  readonly events: readonly CookingEvent[];
}

/** Fewer fires may be at the same times by chance. */
const LEAST = 5;
/** Part of the fires of the one that saw more that are those of the other. */
const MOST = 0.9;
/** Peaks go together from here on; those that hardly differ, °C, say nothing. */
const [TOGETHER, DIFFER] = [0.97, 2];
/** Readings that are further apart show fires of one meal at one time. */
const COARSEST = 2_400;
/** Devices that are held against each other. */
const MOST_DEVICES = 1_000;
const EXAMPLES = 3;

/**
 * Units whose devices saw the fires of another unit's: nearly all begin and end at the same times, to within a reading, and their
 * peaks go together. So do copies to which a digit was added, or a factor, or some noise; two homes do not. Undefined for none.
 * @param except units whose devices are known to be copies
 */
export function sameFires(devices: readonly DeviceWithFires[], except: ReadonlySet<string>) {
  const some = devices
    .filter(({ events, intervalSeconds }) => events.length >= LEAST && intervalSeconds <= COARSEST)
    .slice(0, MOST_DEVICES);
  const units = new Set<string>();
  const pairs: string[] = [];
  for (const [at, one] of some.entries())
    for (const other of some.slice(at + 1)) {
      if (one.household === other.household || (except.has(one.household) && except.has(other.household)))
        continue;
      if (!areSame(one, other)) continue;
      units.add(one.household).add(other.household);
      pairs.push([one.sensor, other.sensor].sort().join(' and '));
    }
  return units.size === 0 ? undefined : { units: units.size, examples: pairs.slice(0, EXAMPLES) };
}

function areSame(one: DeviceWithFires, other: DeviceWithFires): boolean {
  const most = Math.max(one.events.length, other.events.length);
  if (Math.min(one.events.length, other.events.length) < MOST * most) return false;
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
  return peaks.length >= Math.max(LEAST, MOST * most) && goTogether(peaks);
}

function goTogether(pairs: readonly (readonly [number, number])[]): boolean {
  const mean = (of: (pair: readonly [number, number]) => number) =>
    pairs.reduce((sum, pair) => sum + of(pair), 0) / pairs.length;
  const [a, b] = [mean(([x]) => x), mean(([, y]) => y)];
  const [va, vb] = [mean(([x]) => (x - a) ** 2), mean(([, y]) => (y - b) ** 2)];
  if (Math.min(va, vb) < DIFFER ** 2) return false;
  return mean(([x, y]) => (x - a) * (y - b)) >= TOGETHER * Math.sqrt(va * vb);
}
