import { addTo } from 'oracle-runtime/kit';
import { byPhone, LONGEST_SITTING, type PhoneVisit } from './visit-times.js';

/** An interview with whose key it came by, and the hour at which it began by the phone's own clock; undefined where it says none. */
export interface WorkedVisit extends PhoneVisit {
  readonly key: string;
  readonly person: string;
  readonly hour: number | undefined;
}

const HOUR = 3_600_000;
/** Fewer interviews say nothing of how somebody works. */
const LEAST = 10;
/** Most of one phone from midnight until this hour are of no visits; a clock of another zone has some of them there. */
const [NIGHT_ENDS, MOST] = [4, 0.5];
/** Whoever works rests for so long, */
const REST = 4 * HOUR;
/** and works no longer than this without it. */
const LONGEST_WORK = 20 * HOUR;
/** So many keys of one person are not used by one person at one time. */
const KEYS = 3;

/** The hour of a day at which a time stands, where it is one as phones write them. */
export function hourOf(time: string | undefined): number | undefined {
  const hour = /T(\d\d):/.exec(time ?? '')?.[1];
  return hour === undefined ? undefined : Number(hour);
}

/** Those of phones that led most of their interviews between midnight and four by their own clock. */
export function atNight(visits: readonly WorkedVisit[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const own of byPhone(visits)) {
    const late = own.filter(({ hour }) => hour !== undefined && hour < NIGHT_ENDS);
    if (late.length >= LEAST && late.length >= MOST * own.length) for (const { id } of late) found.add(id);
  }
  return found;
}

/** Those that one phone led one after the other for longer than anybody works without a rest. */
export function withoutRest(visits: readonly PhoneVisit[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const own of byPhone(visits)) {
    let first = 0;
    for (let last = 0; last < own.length; last++) {
      const next = own[last + 1];
      const [began, ends] = [own[first]?.start ?? 0, own[last]?.start ?? 0];
      if (next !== undefined && next.start - ends < REST) continue;
      if (ends - began > LONGEST_WORK && last - first + 1 >= LEAST)
        for (const { id } of own.slice(first, last + 1)) found.add(id);
      first = last + 1;
    }
  }
  return found;
}

/** Those that went on at one time by three keys of one person or more, again and again. */
export function byManyKeys(visits: readonly WorkedVisit[]): ReadonlySet<string> {
  const found = new Set<string>();
  const people = new Map<string, WorkedVisit[]>();
  for (const each of visits) {
    const isOneSitting = each.end > each.start && each.end - each.start <= LONGEST_SITTING;
    if (isOneSitting) addTo(people, each.person.trim().toLowerCase(), each);
  }
  for (const own of people.values()) {
    if (new Set(own.map(({ key }) => key)).size < KEYS) continue;
    const inOrder = own.toSorted((a, b) => a.start - b.start);
    const ofPerson = new Set<string>();
    let open: WorkedVisit[] = [];
    for (const visit of inOrder) {
      open = [...open.filter(({ end }) => end > visit.start), visit];
      if (new Set(open.map(({ key }) => key)).size >= KEYS) for (const { id } of open) ofPerson.add(id);
    }
    if (ofPerson.size >= LEAST) for (const id of ofPerson) found.add(id);
  }
  return found;
}
