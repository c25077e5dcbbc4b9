import { dayNumber, SECONDS_A_DAY } from './calendar.js';

/** How days are written where the year does not come first. */
export type DayOrder = 'day first' | 'month first';

const ZERO = 0x30;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** A date is kept to be known again: the next row mostly has the same. */
const MOST_DATE_BYTES = 12;

/**
 * Reads stamps out of the bytes of a file: `2024-03-01T13:05:00`, with `Z` or an offset, `1.3.2024 13:05`,
 * `3/1/24 1:05:00 PM`, `01-Mar-2024 13:05`, `20240301 130500`, seconds or milliseconds since the epoch. Nothing is
 * allocated for a stamp; what it says stands in the fields until the next one is read.
 */
export class StampReader {
  /** Since the epoch; of a wall clock as if it showed UTC. */
  seconds = 0;
  /** Whether the stamp says an instant, and not what a wall clock showed. */
  absolute = false;
  /** The first two numbers of a date whose year comes last; 0 of any other stamp. */
  first = 0;
  second = 0;
  /** Whether points part a date whose year comes last: then the day comes first in every country. */
  points = false;
  readonly #order: DayOrder;
  readonly #date = new Uint8Array(MOST_DATE_BYTES);
  #dateLength = 0;
  #midnight = 0;
  #at = 0;

  constructor(order: DayOrder = 'day first') {
    this.#order = order;
  }

  /** Whether the bytes from `start` to `end` (exclusive) are a stamp. A date alone is its midnight. */
  read(bytes: Uint8Array, start: number, end: number): boolean {
    this.absolute = false;
    let [from, to] = [start, end];
    while (from < to && (bytes[from] as number) <= 0x20) from++;
    while (to > from && (bytes[to - 1] as number) <= 0x20) to--;
    if (from === to) return false;
    if (this.#sameDate(bytes, from, to)) return this.#time(bytes, this.#at, to);
    this.first = this.second = 0;
    if (this.#epoch(bytes, from, to)) return true;
    if (!this.#readDate(bytes, from, to)) return this.#written(bytes, from, to);
    this.#keep(bytes, from);
    return this.#time(bytes, this.#at, to);
  }

  /** The same of a cell with the date and another with the time. */
  readParts(
    bytes: Uint8Array,
    [dateStart, dateEnd]: readonly [number, number],
    [timeStart, timeEnd]: readonly [number, number],
  ): boolean {
    if (!this.read(bytes, dateStart, dateEnd) || this.seconds % SECONDS_A_DAY !== 0) return false;
    let [from, to] = [timeStart, timeEnd];
    while (from < to && (bytes[from] as number) <= 0x20) from++;
    while (to > from && (bytes[to - 1] as number) <= 0x20) to--;
    return from < to && this.#clock(bytes, from, to);
  }

  #sameDate(bytes: Uint8Array, from: number, to: number): boolean {
    const length = this.#dateLength;
    if (length === 0 || to - from < length) return false;
    for (let i = 0; i < length; i++) if (bytes[from + i] !== this.#date[i]) return false;
    this.#at = from + length;
    return this.#at === to || !isDigit(bytes[this.#at] as number);
  }

  #keep(bytes: Uint8Array, from: number): void {
    const length = this.#at - from;
    this.#dateLength = length <= MOST_DATE_BYTES ? length : 0;
    for (let i = 0; i < this.#dateLength; i++) this.#date[i] = bytes[from + i] as number;
  }

  /** Nine digits and more: seconds, milliseconds or microseconds, told by their size. */
  #epoch(bytes: Uint8Array, from: number, to: number): boolean {
    let at = from;
    let value = 0;
    while (at < to && isDigit(bytes[at] as number)) value = value * 10 + (bytes[at++] as number) - ZERO;
    const digits = at - from;
    if (digits < 9 || digits > 16) return false;
    if (at < to && bytes[at] !== 0x2e) return false;
    for (let i = at + 1; i < to; i++) if (!isDigit(bytes[i] as number)) return false;
    this.seconds = Math.floor(digits <= 11 ? value : digits <= 14 ? value / 1e3 : value / 1e6);
    this.absolute = true;
    return true;
  }

  #readDate(bytes: Uint8Array, from: number, to: number): boolean {
    let at = from;
    const number = () => {
      const begin = at;
      let value = 0;
      while (at < to && at - begin < 9 && isDigit(bytes[at] as number))
        value = value * 10 + (bytes[at++] as number) - ZERO;
      return { value, digits: at - begin };
    };
    const a = number();
    if (a.digits === 8) {
      this.#at = at;
      return this.#day(Math.floor(a.value / 10_000), Math.floor(a.value / 100) % 100, a.value % 100);
    }
    const sign = bytes[at];
    if (sign !== 0x2d && sign !== 0x2f && sign !== 0x2e) return false;
    at++;
    const b = number();
    if (b.digits < 1 || b.digits > 2 || bytes[at] !== sign) return false;
    at++;
    const c = number();
    this.#at = at;
    if (a.digits === 4 && c.digits <= 2) return this.#day(a.value, b.value, c.value);
    if (a.digits < 1 || a.digits > 2 || (c.digits !== 4 && c.digits !== 2)) return false;
    this.first = a.value;
    this.second = b.value;
    this.points = sign === 0x2e;
    const year = c.digits === 2 ? 2000 + c.value : c.value;
    return this.#order === 'month first' && !this.points
      ? this.#day(year, a.value, b.value)
      : this.#day(year, b.value, a.value);
  }

  #day(year: number, month: number, day: number): boolean {
    const days = dayNumber(year, month, day);
    this.#midnight = (days ?? 0) * SECONDS_A_DAY;
    this.seconds = this.#midnight;
    if (days === undefined) this.#dateLength = 0;
    return days !== undefined;
  }

  /** What follows a date: nothing, or a time behind a `T`, a comma or blanks. */
  #time(bytes: Uint8Array, from: number, to: number): boolean {
    this.seconds = this.#midnight;
    if (from === to) return true;
    let at = from;
    const sign = bytes[at] as number;
    if (sign === 0x54 || sign === 0x74 || sign === 0x5f || sign === 0x2c) at++;
    else if (sign !== 0x20) return false;
    while (at < to && bytes[at] === 0x20) at++;
    return this.#clock(bytes, at, to);
  }

  /** `13:05`, `13:05:00.250`, `1:05 PM`, `130500`, each with a zone or without. */
  #clock(bytes: Uint8Array, from: number, to: number): boolean {
    let at = from;
    let hour = 0;
    let minute = 0;
    let second = 0;
    while (at < to && at - from < 6 && isDigit(bytes[at] as number))
      hour = hour * 10 + (bytes[at++] as number) - ZERO;
    const digits = at - from;
    if (digits === 6) {
      second = hour % 100;
      minute = Math.floor(hour / 100) % 100;
      hour = Math.floor(hour / 10_000);
    } else {
      if (digits < 1 || digits > 2 || (bytes[at] !== 0x3a && bytes[at] !== 0x2e)) return false;
      const sign = bytes[at++];
      const begin = at;
      while (at < to && at - begin < 2 && isDigit(bytes[at] as number))
        minute = minute * 10 + (bytes[at++] as number) - ZERO;
      if (at - begin !== 2) return false;
      if (at < to && bytes[at] === sign) {
        const next = ++at;
        while (at < to && at - next < 2 && isDigit(bytes[at] as number))
          second = second * 10 + (bytes[at++] as number) - ZERO;
        if (at - next !== 2) return false;
      }
    }
    if (at < to && (bytes[at] === 0x2e || bytes[at] === 0x2c)) {
      at++;
      while (at < to && isDigit(bytes[at] as number)) at++;
    }
    if (at < to) {
      const noon = this.#rest(bytes, at, to);
      if (noon === undefined) return false;
      if (noon !== 0) {
        if (hour < 1 || hour > 12) return false;
        hour = (hour % 12) + (noon === 2 ? 12 : 0);
      }
    }
    // Midnight at the end of a day is the first instant of the next.
    if (hour > 24 || minute > 59 || second > 60 || (hour === 24 && minute + second > 0)) return false;
    this.seconds += hour * 3600 + minute * 60 + second;
    return true;
  }

  /** Behind the digits: 1 for AM, 2 for PM, 0 for a zone, which moves the seconds; undefined for anything else. */
  #rest(bytes: Uint8Array, from: number, to: number): 0 | 1 | 2 | undefined {
    const sign = bytes[from] as number;
    if (sign === 0x5a && to === from + 1) {
      this.absolute = true;
      return 0;
    }
    const text = Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from)
      .toString('utf8')
      .trim();
    const half = /^([ap])\.?\s?m\.?$/i.exec(text)?.[1]?.toLowerCase();
    if (half !== undefined) return half === 'a' ? 1 : 2;
    const zone = /^(?:z|utc|gmt)?(?:([+-])(\d\d?):?(\d\d)?)?$/i.exec(text);
    if (zone === null || text === '') return undefined;
    const [, plus, hours = '0', minutes = '0'] = zone;
    this.absolute = true;
    this.seconds -= (plus === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60);
    return 0;
  }

  /** `01-Mar-2024 13:05` and `Mar 1, 2024 13:05`. */
  #written(bytes: Uint8Array, from: number, to: number): boolean {
    if (to - from > 40) return false;
    const text = Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('latin1');
    const match =
      /^(?:[a-z]{3,9},?\s+)?(\d{1,2})[-/ .]+([a-z]{3})[a-z]*\.?[-/ ,]+(\d{4}|\d\d)(?!\d)/i.exec(text) ??
      /^([a-z]{3})[a-z]*\.?\s+(\d{1,2}),?\s+(\d{4})(?!\d)/i.exec(text);
    if (match === null) return false;
    const [whole, one = '', two = '', year = ''] = match;
    const [day, name] = /^\d/.test(one) ? [one, two] : [two, one];
    const month = MONTHS.indexOf(name.toLowerCase()) + 1;
    const full = year.length === 2 ? 2000 + Number(year) : Number(year);
    this.#dateLength = 0;
    this.first = this.second = 0;
    return this.#day(full, month, Number(day)) && this.#time(bytes, from + whole.length, to);
  }
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= 0x39;
}
