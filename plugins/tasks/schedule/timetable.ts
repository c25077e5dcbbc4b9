import { OracleError } from 'oracle-runtime/plugin';
import type { Schedule } from './schedule.js';

/** The instants of schedules. */
export interface Timetable {
  /** The first `count` instants after `after`; fewer when there are no more. Milliseconds since the epoch. */
  next(schedule: Schedule, after: number, count: number): readonly number[];
  /** The instant of a wall clock such as `2026-12-01T09:00:00`; the next that exists when the clock jumps over it. */
  instantOf(local: string, zone: string): number;
}

/**
 * Instants by croner. A fixed time that does not exist on the day of a clock change is due at the first that does, one
 * that occurs twice is due once; what is due every so many minutes goes on by the real time.
 */
export async function openTimetable(): Promise<Timetable> {
  const { Cron } = await import('croner');
  return {
    next(schedule, after, count) {
      if ('at' in schedule) return schedule.at > after ? [schedule.at] : [];
      const { cron, zone, until = Number.POSITIVE_INFINITY } = schedule;
      const pattern = understood(
        () => new Cron(cron, { timezone: zone, mode: '5-part', fixedTimeRule: 'no-wildcard' }),
      );
      const instants = pattern.nextRuns(count, new Date(after)).map((date) => date.getTime());
      return instants.filter((instant) => instant <= until);
    },
    instantOf(local, zone) {
      const [instant] = understood(() => new Cron(local, { timezone: zone, allowPast: true })).nextRuns(
        1,
        new Date(0),
      );
      if (instant === undefined) throw noTime(local);
      return firstThatExists(instant.getTime(), local, zone);
    },
  };
}

const HOUR = 3_600_000;

/** Croner goes on behind a jump of the clock by what was jumped; due is the first moment that exists. */
function firstThatExists(instant: number, local: string, zone: string): number {
  const clockAt = (at: number) =>
    new Date(at).toLocaleString('sv-SE', { timeZone: zone, hourCycle: 'h23' }).replace(' ', 'T');
  if (clockAt(instant) >= local && clockAt(instant).startsWith(local.slice(0, 16))) return instant;
  let [before, after] = [instant - 3 * HOUR, instant];
  while (after - before > 1000) {
    const middle = Math.floor((before + after) / 2000) * 1000;
    if (clockAt(middle) < local) before = middle;
    else after = middle;
  }
  return after;
}

function understood<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw noTime(error instanceof Error ? error.message : String(error));
  }
}

function noTime(why: string): OracleError {
  return new OracleError('invalid_request', {
    detail: `This is no time that can be planned for: ${why}.`,
    hint: 'Say it as `every Monday at 08:00`, `2026-12-01 09:00`, `in 2 hours`, or as five fields of cron.',
    errors: [{ field: 'when', message: 'no time that can be planned for' }],
  });
}

/** The day that it is there, `YYYY-MM-DD`. */
export function dateIn(zone: string, instant: number): string {
  return new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(instant);
}

/** A zone as it is written; undefined for none. Another name of it would be another place: EST is no Panama. */
export function zoneNamed(said: string): string | undefined {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: said }).resolvedOptions();
    return timeZone.toLowerCase() === said.toLowerCase() ? timeZone : said;
  } catch {
    return undefined;
  }
}
