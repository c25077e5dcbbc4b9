/** A day or a span of days; `period` is the usual name of a month or quarter. ISO `YYYY-MM-DD`. */
export interface Days {
  readonly from: string;
  readonly to: string;
  readonly period?: string;
  /** Said relative to today, or without its year. */
  readonly relative?: boolean;
}

const DAY_MS = 86_400_000;

export function day(y: number, m: number, d: number): Days | undefined {
  const iso = isoDay(y, m, d);
  return iso === undefined ? undefined : { from: iso, to: iso };
}

function isoDay(y: number, m: number, d: number): string | undefined {
  const date = new Date(Date.UTC(y, m - 1, d));
  if (date.getUTCFullYear() !== y || date.getUTCMonth() !== m - 1 || date.getUTCDate() !== d)
    return undefined;
  return date.toISOString().slice(0, 10);
}

/** Only a part above 12 tells day from month in `03/25/2024`; `03/04/2024` stays unread. */
export function slashed(a: number, b: number, y: number): Days | undefined {
  if (a > 12) return day(y, b, a);
  return b > 12 || a === b ? day(y, a, b) : undefined;
}

/** A day without its year is the coming one; where the text reports the past, the last one. */
export function dayOfYear(m: number, d: number, today: string | undefined, past: boolean): Days | undefined {
  const year = Number(today?.slice(0, 4));
  if (today === undefined || !Number.isFinite(year)) return undefined;
  const here = isoDay(year, m, d);
  const step = past ? -1 : 1;
  const passed = here !== undefined && (past ? here > today : here < today);
  const found = here === undefined || passed ? isoDay(year + step, m, d) : here;
  return found === undefined ? undefined : { from: found, to: found, relative: true };
}

export function month(y: number, m: number): Days | undefined {
  const from = isoDay(y, m, 1);
  if (from === undefined) return undefined;
  const to = new Date(Date.UTC(y, m, 0)).toISOString().slice(0, 10);
  return { from, to, period: from.slice(0, 7) };
}

export function quarter(y: number, q: number): Days | undefined {
  const from = isoDay(y, q * 3 - 2, 1);
  if (from === undefined) return undefined;
  return { from, to: new Date(Date.UTC(y, q * 3, 0)).toISOString().slice(0, 10), period: `${y}-Q${q}` };
}

/** The first or the second half of a year. */
export function half(y: number, h: number): Days | undefined {
  const from = isoDay(y, h * 6 - 5, 1);
  if (from === undefined) return undefined;
  return { from, to: new Date(Date.UTC(y, h * 6, 0)).toISOString().slice(0, 10), period: `${y}-H${h}` };
}

/** So many days from today; undefined while nobody says what day it is. */
export function offset(today: string | undefined, days: number): Days | undefined {
  const base = timeOf(today);
  if (base === undefined) return undefined;
  const iso = new Date(base + days * DAY_MS).toISOString().slice(0, 10);
  return { from: iso, to: iso, relative: true };
}

/** The coming day of that name (0 is Sunday); today's own name means a week from now. */
export function weekday(today: string | undefined, target: number): Days | undefined {
  const base = timeOf(today);
  if (base === undefined || target < 0) return undefined;
  return offset(today, (target - new Date(base).getUTCDay() + 7) % 7 || 7);
}

/** The week (from Monday), month or year that lies so many steps from today's. */
export function span(
  today: string | undefined,
  unit: 'week' | 'month' | 'year',
  steps: number,
): Days | undefined {
  const base = timeOf(today);
  if (base === undefined) return undefined;
  const date = new Date(base);
  if (unit === 'week') {
    const monday = base - ((date.getUTCDay() + 6) % 7) * DAY_MS + steps * 7 * DAY_MS;
    const iso = (time: number) => new Date(time).toISOString().slice(0, 10);
    return { from: iso(monday), to: iso(monday + 6 * DAY_MS), relative: true };
  }
  if (unit === 'year') {
    const year = date.getUTCFullYear() + steps;
    return { from: `${year}-01-01`, to: `${year}-12-31`, period: String(year), relative: true };
  }
  const first = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + steps, 1));
  const found = month(first.getUTCFullYear(), first.getUTCMonth() + 1);
  return found === undefined ? undefined : { ...found, relative: true };
}

/** How many days a day is from another; both `YYYY-MM-DD`. */
export function daysFrom(here: string, there: string): number {
  return Math.round(((timeOf(there) ?? 0) - (timeOf(here) ?? 0)) / DAY_MS);
}

function timeOf(today: string | undefined): number | undefined {
  const time = today === undefined ? Number.NaN : Date.parse(`${today}T00:00:00Z`);
  return Number.isFinite(time) ? time : undefined;
}
