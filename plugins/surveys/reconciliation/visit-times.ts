import { addTo } from 'oracle-runtime/kit';

/** When an interview began and ended by the phone's clock, Unix milliseconds; NaN where it does not say. */
export interface VisitTimes {
  readonly start: number;
  readonly end: number;
}

const DAY = 86_400_000;
/** Nobody asks and answers in less. */
const SHORTEST = 20_000;
/** A draft is finished a day later, not days later. */
const LONGEST = 2 * DAY;
/** What took longer was put aside meanwhile. */
export const LONGEST_SITTING = 2 * 3_600_000;
/** More interviews than these that begin on one phone within half an hour are of no visits. */
const [MOST_AT_ONCE, AT_ONCE] = [15, 1_800_000];

export function visitTimes(of: (question: 'start' | 'end') => string | undefined): VisitTimes {
  const [start = Number.NaN, end = Number.NaN] = [of('start'), of('end')].map((text) =>
    Date.parse(text ?? ''),
  );
  return { start, end };
}

/**
 * Whether the times of an interview fit its day and each other. A form notes all of them by itself; which period an answer
 * falls into is chosen by its day alone.
 * @param day `YYYY-MM-DD`
 * @param edited whether it was sent before and changed: then it ends when it was changed
 */
export function canBe({ start, end }: VisitTimes, day: string, edited = false): boolean {
  // The day is that of the place, which may be the one before or after by UTC.
  const isOfDay = start >= Date.parse(day) - DAY && start < Date.parse(day) + 2 * DAY;
  return isOfDay && end - start >= SHORTEST && (edited || end - start <= LONGEST);
}

/** An interview of a phone; one that was sent before and changed has no end that tells. */
export interface PhoneVisit extends VisitTimes {
  readonly id: string;
  readonly phone: string;
}

/** Those that began on one phone within half an hour of so many others that nobody visited so many homes. */
export function manyAtOnce(visits: readonly PhoneVisit[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const inOrder of byPhone(visits)) {
    for (let first = 0, last = 0; last < inOrder.length; last++) {
      while ((inOrder[last]?.start ?? 0) - (inOrder[first]?.start ?? 0) > AT_ONCE) first++;
      if (last - first < MOST_AT_ONCE) continue;
      for (const { id } of inOrder.slice(first, last + 1)) found.add(id);
    }
  }
  return found;
}

/**
 * Those of which two went on at one time on one phone: begun within seconds, or the later one begun before the earlier one
 * ended, and ended after it. A draft that is finished behind others lies around them, and drafts that are finished together
 * end closer to each other than they began: these are left.
 */
export function twoAtOneTime(visits: readonly PhoneVisit[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const inOrder of byPhone(visits)) {
    for (const [at, one] of inOrder.entries()) {
      for (let next = at + 1; next < inOrder.length; next++) {
        const other = inOrder[next];
        if (other === undefined || other.start - one.start >= LONGEST_SITTING) break;
        if (!together(one, other)) continue;
        found.add(one.id).add(other.id);
      }
    }
  }
  return found;
}

/** @param later began at the same time or after it */
function together(one: VisitTimes, later: VisitTimes): boolean {
  const apart = later.start - one.start;
  if (apart < SHORTEST) return true;
  const inOneSitting = [one, later].every(({ start, end }) => end - start <= LONGEST_SITTING);
  return inOneSitting && later.start < one.end && later.end - one.end >= apart / 2;
}

/** The interviews of each phone in the order in which they began. */
export function byPhone<Visit extends PhoneVisit>(visits: readonly Visit[]): Visit[][] {
  const phones = new Map<string, Visit[]>();
  for (const each of visits) if (!Number.isNaN(each.start)) addTo(phones, each.phone, each);
  return [...phones.values()].map((own) => own.toSorted((a, b) => a.start - b.start));
}
