import { addTo } from 'oracle-runtime/kit';

/** When an interview began and ended by the phone's clock, Unix milliseconds; NaN where it does not say. */
export interface VisitTimes {
  readonly start: number;
  readonly end: number;
}

const DAY = 86_400_000;
/** Nobody asks and answers in less. */
const SHORTEST = 5_000;
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
 */
export function canBe({ start, end }: VisitTimes, day: string): boolean {
  // The day is that of the place, which may be the one before or after by UTC.
  const isOfDay = start >= Date.parse(day) - DAY && start < Date.parse(day) + 2 * DAY;
  return isOfDay && end - start >= SHORTEST;
}

/** Those that began on one phone within half an hour of so many others that nobody visited so many homes. */
export function manyAtOnce(
  begun: readonly { readonly id: string; readonly phone: string; readonly start: number }[],
): ReadonlySet<string> {
  const found = new Set<string>();
  const byPhone = new Map<string, { readonly id: string; readonly start: number }[]>();
  for (const each of begun) if (!Number.isNaN(each.start)) addTo(byPhone, each.phone, each);
  for (const own of byPhone.values()) {
    const inOrder = own.toSorted((a, b) => a.start - b.start);
    for (let first = 0, last = 0; last < inOrder.length; last++) {
      while ((inOrder[last]?.start ?? 0) - (inOrder[first]?.start ?? 0) > AT_ONCE) first++;
      if (last - first < MOST_AT_ONCE) continue;
      for (const { id } of inOrder.slice(first, last + 1)) found.add(id);
    }
  }
  return found;
}
