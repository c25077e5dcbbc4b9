import { OracleError } from 'oracle-runtime/plugin';

/** A time on a wall clock that the zone shows twice, or never. */
export const TWICE = -1;
export const NEVER = -2;

const QUARTER = 900;
const SECONDS_A_DAY = 86_400;

/** The clocks of a place. All times are whole seconds; of a wall clock as if it showed UTC. */
export interface Zone {
  readonly name: string;
  /** Seconds that its clocks are ahead of UTC at an instant. */
  offsetAt(instant: number): number;
  /** The instant at which its clocks showed this, or `TWICE` or `NEVER`. */
  instantOf(wall: number): number;
  /** The day (since 1970-01-01) that its calendars show at an instant. */
  dayOf(instant: number): number;
  /** The first instant of a day. */
  midnight(day: number): number;
}

/**
 * The clocks of a zone of the IANA database, or of a fixed offset such as `+03:00`.
 * @param field of the request, for the error
 * @throws OracleError `invalid_request` for a zone that nobody knows
 */
export function zoneNamed(name: string, field = 'timeZone'): Zone {
  const fixed = /^(?:UTC|GMT|Z)?(?:([+-])(\d{1,2}):?(\d\d)?)?$/i.exec(name.trim());
  const [, sign, hours = '0', minutes = '0'] = fixed ?? [];
  if (fixed !== null && name.trim() !== '' && Number(hours) <= 14 && Number(minutes) < 60) {
    return fixedZone(name.trim(), (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60));
  }
  try {
    return placedZone(name.trim());
  } catch {
    throw new OracleError('invalid_request', {
      detail: `${field}: '${name}' is no time zone.`,
      hint: 'Write one of the IANA database, such as Africa/Nairobi, or an offset such as +03:00.',
      errors: [{ field, message: `'${name}' is no time zone` }],
    });
  }
}

/** Whether `zoneNamed` knows it. */
export function isZoneName(name: string): boolean {
  try {
    zoneNamed(name);
    return true;
  } catch {
    return false;
  }
}

function fixedZone(name: string, offset: number): Zone {
  return {
    name,
    offsetAt: () => offset,
    instantOf: (wall) => wall - offset,
    dayOf: (instant) => Math.floor((instant + offset) / SECONDS_A_DAY),
    midnight: (day) => day * SECONDS_A_DAY - offset,
  };
}

/** Offsets by quarter of an hour, asked once each: clocks change on no other instants. */
function placedZone(timeZone: string): Zone {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  const offsets = new Map<number, number>();
  const walls = new Map<number, number>();
  let [lastQuarter, lastOffset] = [Number.NaN, 0];
  const offsetAt = (instant: number) => {
    const quarter = Math.floor(instant / QUARTER);
    const known = offsets.get(quarter);
    if (known !== undefined) return known;
    const offset = offsetOf(format, quarter * QUARTER);
    offsets.set(quarter, offset);
    return offset;
  };
  /** The one offset of a quarter of an hour on the wall, or `TWICE` or `NEVER` as fractions no offset has. */
  const wallOffset = (quarter: number) => {
    const wall = quarter * QUARTER;
    const ways = new Set([offsetAt(wall - SECONDS_A_DAY), offsetAt(wall + SECONDS_A_DAY)]);
    const fits = [...ways].filter((offset) => offsetAt(wall - offset) === offset);
    const [only] = fits;
    return only === undefined ? NEVER / 10 : fits.length > 1 ? TWICE / 10 : only;
  };
  const instantOf = (wall: number) => {
    const quarter = Math.floor(wall / QUARTER);
    if (quarter !== lastQuarter) {
      let offset = walls.get(quarter);
      if (offset === undefined) {
        offset = wallOffset(quarter);
        walls.set(quarter, offset);
      }
      lastQuarter = quarter;
      lastOffset = offset;
    }
    if (lastOffset === TWICE / 10) return TWICE;
    return lastOffset === NEVER / 10 ? NEVER : wall - lastOffset;
  };
  const dayOf = (instant: number) => Math.floor((instant + offsetAt(instant)) / SECONDS_A_DAY);
  return {
    name: timeZone,
    offsetAt,
    instantOf,
    dayOf,
    midnight(day) {
      let instant = day * SECONDS_A_DAY - offsetAt((day - 1) * SECONDS_A_DAY);
      // Clocks may change at midnight: the day begins where its calendar page does.
      while (dayOf(instant - QUARTER) >= day) instant -= QUARTER;
      while (dayOf(instant) < day) instant += QUARTER;
      return instant;
    },
  };
}

function offsetOf(format: Intl.DateTimeFormat, instant: number): number {
  const part = format.formatToParts(instant * 1000).find(({ type }) => type === 'timeZoneName');
  const [, sign, hours = '0', minutes = '0', seconds = '0'] =
    /^GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(part?.value ?? '') ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds));
}
