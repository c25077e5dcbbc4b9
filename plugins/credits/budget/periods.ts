import { Lru } from 'oracle-runtime/kit';

/** The day and the month of a moment where somebody lives: `2026-11-28` and `2026-11`. */
export interface Period {
  readonly day: string;
  readonly month: string;
  /** When they end there, in milliseconds since the epoch. */
  readonly ends?: { readonly day: number; readonly month: number };
}

const formats = new Lru<Intl.DateTimeFormat>(100);
/** The last period of each zone, and of which second: a chat asks twice, and no day begins within a second. */
const lately = new Lru<{ readonly second: number; readonly period: Period }>(100);
const HOUR = 3_600_000;

/** @param zone an IANA name */
export function periodOf(at: number, zone: string): Period {
  const second = Math.floor(at / 1000);
  const known = lately.get(zone);
  if (known?.second === second) return known.period;
  const day = formatOf(zone).format(at);
  const period = { day, month: day.slice(0, 7) };
  lately.set(zone, { second, period });
  return period;
}

const ends = new Lru<NonNullable<Period['ends']>>(100);

/** The same, with when they end. */
export function wholePeriodOf(at: number, zone: string): Period {
  const period = periodOf(at, zone);
  const key = `${period.day} ${zone}`;
  let known = ends.get(key);
  if (known === undefined) {
    known = { day: endOf(period.day, zone), month: endOf(period.month, zone) };
    ends.set(key, known);
  }
  return { ...period, ends: known };
}

/** The first millisecond of the first day after `day`, such as `2026-11-28`, or after the month `2026-11`. */
export function endOf(period: string, zone: string): number {
  // A zone is at most 14 hours off, and no month is longer than 31 days.
  const start = Date.parse(period.length === 7 ? `${period}-01` : period);
  let low = start - 15 * HOUR;
  let high = start + (period.length === 7 ? 32 : 2) * 24 * HOUR;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (formatOf(zone).format(middle).slice(0, period.length) > period) high = middle;
    else low = middle;
  }
  return high;
}

/** The first millisecond of a day or a month. */
export function startOf(period: string, zone: string): number {
  const day = new Date(`${period.length === 7 ? `${period}-01` : period}T00:00:00Z`);
  const before = new Date(day.getTime() - 24 * HOUR).toISOString().slice(0, 10);
  return endOf(before, zone);
}

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (format === undefined) {
    const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
    // Sweden writes days as ISO 8601 does.
    format = new Intl.DateTimeFormat('sv-SE', { ...parts, timeZone: zone, calendar: 'iso8601' });
    formats.set(zone, format);
  }
  return format;
}
