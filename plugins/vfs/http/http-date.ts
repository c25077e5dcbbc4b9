const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The three forms of RFC 9110, section 5.6.7: the one to send, and two of old. */
const FORMS = [
  /^[A-Z][a-z]{2}, (?<day>\d\d) (?<month>[A-Z][a-z]{2}) (?<year>\d{4}) (?<h>\d\d):(?<m>\d\d):(?<s>\d\d) GMT$/,
  /^[A-Z][a-z]{5,8}, (?<day>\d\d)-(?<month>[A-Z][a-z]{2})-(?<year>\d\d) (?<h>\d\d):(?<m>\d\d):(?<s>\d\d) GMT$/,
  /^[A-Z][a-z]{2} (?<month>[A-Z][a-z]{2}) (?<day>[ \d]\d) (?<h>\d\d):(?<m>\d\d):(?<s>\d\d) (?<year>\d{4})$/,
];

/** Milliseconds since the epoch, or undefined for what is no HTTP date. `now` settles the century of two-digit years. */
export function parseHttpDate(text: string, now: number = Date.now()): number | undefined {
  const parts = FORMS.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined);
  if (parts === undefined) return undefined;
  const month = MONTHS.indexOf(parts['month'] ?? '');
  const day = Number(parts['day']);
  const time = Date.UTC(
    fullYear(parts['year'] ?? '', now),
    month,
    day,
    Number(parts['h']),
    Number(parts['m']),
    Number(parts['s']),
  );
  const real = month !== -1 && new Date(time).getUTCDate() === day;
  return real ? time : undefined;
}

/** A two-digit year that seems more than 50 years ahead lies in the past. */
function fullYear(text: string, now: number): number {
  if (text.length === 4) return Number(text);
  const thisYear = new Date(now).getUTCFullYear();
  const year = thisYear - (thisYear % 100) + Number(text);
  return year > thisYear + 50 ? year - 100 : year;
}

/** `Sun, 06 Nov 1994 08:49:37 GMT`. */
export function formatHttpDate(time: number): string {
  return new Date(time).toUTCString();
}
