import { isDate, isPeriod } from '../../../filling/fill-dates.js';
import { foldInPlace } from '../../../language/fold.js';
import { CALENDAR_WORDS } from '../../../reading/calendar-words.js';
import { readOnce } from '../../../reading/read-once.js';
import type { DateMention } from '../../../reading/reading.js';
import { type Args, getPath, rootLeaves, withoutPath, withPath } from '../../../schema/leaves.js';
import { fieldsOf } from '../../../schema/schema-fields.js';
import { type DaySaid, type DaySide, daysSaid } from '../../days/day-side.js';
import type { PlannedCall } from '../../planning/planned-call.js';
import { lastOf } from './hold-dates.js';

const START = /^(?:from|start|since)/iu;
const END = /^(?:to|end|until|till)/iu;
const DAY = /^\d{4}-\d{2}-\d{2}$/u;

/**
 * A call with the first and last day of a span, held to the words around the one day or span of days that the message says:
 * `since 12 November` begins a span, `nothing after` ends one, `only` is that day alone. Where no word says which, or the day is
 * left out (`excluding 14 December`), it is no end of a span, and told as not used.
 */
export function holdSince(call: PlannedCall, message: string, today: string | undefined): PlannedCall {
  const { candidate, agreed, taught, args } = call;
  if (agreed === true || taught === true || today === undefined) return call;
  const fields = rootLeaves(fieldsOf(candidate.tool.parameters)).filter(
    (field) => field.kind === 'string' && (isDate(field) || isPeriod(field)),
  );
  const from = fields.find(({ name }) => START.test(name));
  const to = fields.find(({ name }) => END.test(name));
  const [said, another] = daysSaid(message, today);
  if (from === undefined || to === undefined) return call;
  if (said === undefined) return withoutMonth(call, message);
  if (another !== undefined) return call;
  const { day, side } = said;
  const holders = fields.filter(({ path }) => isOfDay(getPath(args, path), day));
  const own = holders.map(({ path }) => getPath(args, path)).find((value) => DAY.test(String(value)));
  const isNamed = holders.some((field) => isPeriod(field));
  const ends = [from, to].map(({ path }) => getPath(args, path));
  // `between 13 and 20 November` has its ends already.
  if (ends[0] !== undefined && ends[1] !== undefined && ends[0] !== ends[1]) return call;
  // `for 2026-Q1` is the period that it names.
  if (holders.length === 0 || (isNamed && day.from !== day.to && (side === undefined || side === 'on')))
    return call;
  const bare = holders.reduce<Args>((left, { path }) => withoutPath(left, path), args);
  const one = String(isNamed ? lastOf(day) : (own ?? day.from));
  const [first, last] = day.from === day.to ? [one, one] : [day.from, day.to];
  const [begins, stops] = endsOf(side ?? (day.from === day.to ? undefined : 'on'), first, last);
  if (begins === undefined && stops === undefined) return notUsed({ ...call, args: bare }, message, said);
  const begun = begins === undefined ? bare : withPath(bare, from.path, begins);
  return heeded(
    { ...call, args: stops === undefined ? begun : withPath(begun, to.path, stops) },
    message,
    said,
  );
}

/** The first and the last day of what lies on a side of a span of days. */
function endsOf(
  side: DaySide | undefined,
  first: string,
  last: string,
): readonly [string | undefined, string | undefined] {
  if (side === 'from') return [first, undefined];
  if (side === 'after') return [shifted(last, 1), undefined];
  if (side === 'to') return [undefined, last];
  if (side === 'before') return [undefined, shifted(first, -1)];
  return side === 'on' ? [first, last] : [undefined, undefined];
}

function notUsed(call: PlannedCall, message: string, said: DaySaid): PlannedCall {
  const raw = message.slice(said.start, said.end).trim();
  return { ...heeded(call, message, said), unused: [...call.unused, raw], band: 'likely', unsettled: true };
}

/** A month without its year is of none, and told as not used before anything is done with all days. */
function withoutMonth(call: PlannedCall, message: string): PlannedCall {
  const { language, text } = readOnce(message);
  const months = CALENDAR_WORDS[language].months.split(/[ /]/u).join('|');
  const found = new RegExp(
    `(?<![\\p{L}\\d])(?:in|of|for|during|im|fur|en|de|pour|para|em|mwezi wa|ya) (${months})(?![\\p{L}\\d])`,
    'u',
  ).exec(foldInPlace(text));
  const name =
    found === null
      ? ''
      : text
          .slice(found.index, found.index + found[0].length)
          .split(' ')
          .at(-1);
  if (!name || call.unused.some((one) => one.includes(name))) return call;
  return { ...call, unused: [...call.unused, name], band: 'likely', unsettled: true };
}

/** What is heeded with the day, or told with it, is not told by itself too. */
function heeded(call: PlannedCall, message: string, { start, end }: DaySaid): PlannedCall {
  const { consent } = call;
  if (consent.kind !== 'partly') return call;
  const phrase = message.slice(start, end);
  return { ...call, consent: { ...consent, words: consent.words.filter((word) => !phrase.includes(word)) } };
}

/** Whether a value is the day, or one of its span, in whichever year or week it was understood. */
function isOfDay(value: unknown, { from, to, value: named, raw }: DateMention): boolean {
  if (typeof value !== 'string') return false;
  if (value === named || value === from || value === to) return true;
  if (!DAY.test(value)) return false;
  return /\d/u.test(raw)
    ? value.slice(5) === from.slice(5)
    : from === to && [-7, -14].some((days) => shifted(from, days) === value);
}

function shifted(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}
