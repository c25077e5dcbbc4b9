import { LATE_MS, type MissedRule, MOST_MISSED, type Schedule } from './schedule.js';
import type { Timetable } from './timetable.js';

/** What is to be done of the instants that have come. */
export interface Settled {
  /** Due now, oldest first. */
  readonly run: readonly number[];
  /** Passed over, by the rule or by the limit, oldest first. */
  readonly skipped: readonly number[];
  /** The first instant that has not come; undefined when there is none. */
  readonly next: number | undefined;
}

/** Instants that are computed at a time, and that are counted one by one at most. */
const AT_A_TIME = 16;
const MOST_COUNTED = 2_000;

/**
 * Decides of all instants from `due` until now. One that is hardly late is run whatever the rule says; of those that were
 * missed `run_once` runs the last, `all` the last {@link MOST_MISSED}, `skip` none.
 */
export function settle(
  timetable: Timetable,
  { schedule, rule }: { readonly schedule: Schedule; readonly rule: MissedRule },
  due: number,
  now: number,
): Settled {
  const came = cameSince(timetable, schedule, due, now);
  const [next] = timetable.next(schedule, Math.max(now, due), 1);
  const fresh = came.filter((instant) => instant > now - LATE_MS);
  const missed = came.filter((instant) => instant <= now - LATE_MS);
  // Who runs one for all that were missed has run it when one is due anyhow.
  const made = { run_once: fresh.length > 0 ? 0 : 1, skip: 0, all: MOST_MISSED }[rule];
  const kept = made === 0 ? [] : missed.slice(-made);
  return { run: [...kept, ...fresh], skipped: missed.slice(0, missed.length - kept.length), next };
}

/** `due` and all that came after it. */
function cameSince(timetable: Timetable, schedule: Schedule, due: number, now: number): readonly number[] {
  const came = [due];
  while (came.length < MOST_COUNTED) {
    const found = timetable.next(schedule, came.at(-1) ?? due, AT_A_TIME);
    const past = found.filter((instant) => instant <= now);
    came.push(...past);
    if (past.length < AT_A_TIME) break;
  }
  return came;
}
