import { isDate } from '../../../filling/fill-dates.js';
import { foldInPlace } from '../../../language/fold.js';
import { splitName } from '../../../language/tokenize.js';
import { CALENDAR_WORDS } from '../../../reading/calendar-words.js';
import type { DateMention } from '../../../reading/reading.js';
import { type Args, getPath, rootLeaves, withoutPath, withPath } from '../../../schema/leaves.js';
import { type Field, fieldsOf } from '../../../schema/schema-fields.js';
import { leafFieldsOf } from '../../../understanding/leaf-fields.js';
import { createReader } from '../../../understanding/reader.js';
import type { PlannedCall } from '../../planning/planned-call.js';
import { opened } from '../held-call.js';

/** What joins the ends of a span of days. */
const TO =
  /^\s*(?:to|until|till|through|and|bis|und|a|au|et|jusqu.au|al?|hasta(?: el)?|y|ate(?: o)?|ao?|e|hadi|mpaka|na|-|–|—)\s+(?:the\s+|zum\s+|le\s+|el\s+|o\s+|tarehe\s+)?$|^\s*[-–—]\s*$/u;
const WITH_YEAR = /\d{4}|(?:^|\D)\d{1,2}[./]\d{1,2}[./]\d{2}(?:\D|$)/u;
/** `in 15 days` and `tomorrow` are counted from today, and lack no year. */
const COUNTED = /day|week|tag|woche|jour|semaine|dia|semana|siku|wiki/u;
const START = /^(?:start|from|begin|since|after)$/u;
const END = /^(?:end|to|until|till|before)$/u;
/** Names of days that something is planned for. */
const PLANNED =
  /(?:^|\W)(?:implementation|effective|due|deadline|starting|begins?|remind|scheduled|planned)(?:\W|$)/u;

/** Where a call's days lie: an analysis looks back, a plan ahead. */
type Looks = 'back' | 'ahead';

/**
 * A call held to the days of its message that were said without a year: what is planned comes, what is analysed has been,
 * and `from 1 November to 29 November` is one span. A month where a day must be given is asked for.
 */
export function holdDates(
  call: PlannedCall,
  said: readonly string[],
  today: string | undefined,
): PlannedCall {
  const fields = rootLeaves(fieldsOf(call.candidate.tool.parameters)).filter(
    (field) => field.kind === 'string' && isDate(field),
  );
  if (fields.length === 0 || today === undefined) return call;
  const held = said.reduceRight((one, text) => heldTo(one, text, fields, today), call);
  return fields.reduce((one, field) => withoutMonth(one, field), held);
}

function heldTo(call: PlannedCall, text: string, fields: readonly Field[], today: string): PlannedCall {
  const reader = createReader({ today });
  const days = reader
    .read(text, reader.languageOf(text))
    .mentions.filter(
      (mention): mention is DateMention => mention.type === 'date' && mention.from === mention.to,
    );
  const [start, end] = [START, END].map((names) =>
    fields.find(({ name }) => splitName(name).some((part) => names.test(part))),
  );
  const span = days.flatMap((last, at) => {
    const before = days[at - 1];
    const isSpan = before !== undefined && TO.test(foldInPlace(text.slice(before.end, last.start)));
    const first = isSpan ? before : bareStart(text, before?.end ?? 0, last);
    return first === undefined ? [] : [[first, last] as const];
  })[0];
  const slashed = slashedSpan(text);
  if (start !== undefined && end !== undefined && slashed !== undefined)
    return slashed.days === undefined
      ? withoutSpan(call, [start, end], slashed.raws)
      : withSpan(call, start, end, slashed.days, today);
  if (
    start !== undefined &&
    end !== undefined &&
    span !== undefined &&
    !holdsOthers(call, [start, end], span)
  )
    return withSpan(call, start, end, span, today);
  const spans = start !== undefined && end !== undefined;
  const args = days.filter(isYearless).reduce<Args>((given, day) => {
    const field = fields.find(({ path }) => getPath(given, path) === day.from);
    const looks = field === undefined ? undefined : looksOf(call, field, spans);
    if (field !== undefined && looks === 'back' && isWeekday(day))
      return withPath(given, field.path, lastOf(day));
    return field === undefined || looks === undefined
      ? given
      : withPath(given, field.path, nearest(day.from, today, looks));
  }, call.args);
  return { ...call, args };
}

/** A number before the end of a span, `from 28 to`, `del 10 al`, `10.–`. */
const BARE = /(?<![\p{L}\d.,/:-])(\d{1,2})(?:st|nd|rd|th|er|e|\.|º)?(\s*(?:[-–—]|\s\p{L}[^\d]{0,18}\s)\s*)$/u;
/** What a span begins with, where another number might stand: `analyse 3 to 14 December`. */
const FROM =
  /(?:^|[\s(,])(?:from|between|days?|dates?|period|week|von|vom|zwischen|zeitraum|tage?|du|de|entre|periode|jours?|del|desde(?: el)?|periodo|dias?|da|do|desde o|kutoka|kuanzia|toka|kipindi|siku)(?:\s+(?:the|dem|le|el|o|dia|tarehe))?\s+$/u;

/** The day of `from 10 to 14 December`: of the month of the last, or where it would come after that of the one before. */
function bareStart(text: string, from: number, last: DateMention): DateMention | undefined {
  const folded = foldInPlace(text.slice(from, last.start));
  const [said, figures = '', joint = ''] = BARE.exec(folded) ?? [];
  if (said === undefined || !TO.test(joint)) return undefined;
  const at = folded.length - said.length;
  const isLed = FROM.test(folded.slice(0, at)) || /^\s*[-–—]\s*$/u.test(joint);
  const number = Number(figures);
  if (!isLed || number < 1 || number > 31) return undefined;
  const [year = 0, month = 0, end = 0] = last.from.split('-').map(Number);
  const begins = new Date(Date.UTC(year, number <= end ? month - 1 : month - 2, number));
  // 31 to 5 December is no day of November.
  if (begins.getUTCDate() !== number) return undefined;
  const day = begins.toISOString().slice(0, 10);
  const start = from + at;
  return { ...last, value: day, from: day, to: day, start, end: start + figures.length, raw: figures };
}

const SLASHED = /(?<![\d/.-])(\d{1,2})([/-])(\d{1,2})\2(\d{4})(?![\d/-])/gu;

/**
 * Two days in figures, `from 12/10/2026 to 20/10/2026`: which part of one is the month, the other may tell. Without days where
 * neither does.
 */
function slashedSpan(
  text: string,
):
  | { readonly raws: readonly string[]; readonly days: readonly [DateMention, DateMention] | undefined }
  | undefined {
  const found = [...text.matchAll(SLASHED)];
  const at = found.findIndex((one, place) => {
    const next = found[place + 1];
    return next !== undefined && TO.test(foldInPlace(text.slice(one.index + one[0].length, next.index)));
  });
  const ends = at < 0 ? [] : found.slice(at, at + 2);
  const [first, last] = ends;
  if (first === undefined || last === undefined) return undefined;
  const figures = ends.map(({ 1: a = '', 3: b = '' }) => [Number(a), Number(b)] as const);
  const isDayFirst = figures.some(([a]) => a > 12);
  const isMonthFirst = figures.some(([, b]) => b > 12);
  const mentions = ends.flatMap((match): DateMention[] => {
    const [raw, a = '', , b = '', year = ''] = match;
    const [day, month] = isDayFirst ? [a, b] : [b, a];
    const value = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
    const isDay = !Number.isNaN(Date.parse(value)) && new Date(value).toISOString().startsWith(value);
    const place = { start: match.index, end: match.index + raw.length, raw };
    return isDay ? [{ type: 'date', value, from: value, to: value, relative: false, ...place }] : [];
  });
  const [from, to] = mentions;
  const raws = [first[0], last[0]];
  // The 11th of November is one day either way.
  const isPlain = figures.every(([a, b]) => a === b);
  if (from === undefined || to === undefined || (isDayFirst === isMonthFirst && !isPlain))
    return { raws, days: undefined };
  return { raws, days: [from, to] };
}

/** A call without days that read two ways. */
function withoutSpan(call: PlannedCall, ends: readonly Field[], raws: readonly string[]): PlannedCall {
  const args = ends.reduce<Args>((left, { path }) => withoutPath(left, path), call.args);
  const pieces = new Set(raws.flatMap((raw) => [raw, ...raw.split(/[/-]/u)]));
  const unused = call.unused.filter((one) => !pieces.has(one));
  return { ...call, args, unused: [...unused, ...raws], band: 'likely', unsettled: true };
}

function looksOf({ candidate: { tool } }: PlannedCall, field: Field, spans: boolean): Looks | undefined {
  const isPlanned = PLANNED.test([field.label, ...field.aliases, field.description].join(' ').toLowerCase());
  if (isPlanned && !spans) return 'ahead';
  const isForecast = [...leafFieldsOf(tool.parameters).values()].some(({ fromToday }) => fromToday);
  return spans && !isForecast ? 'back' : undefined;
}

/** Whether the fields of a span hold other days than these. */
function holdsOthers({ args }: PlannedCall, fields: readonly Field[], days: readonly DateMention[]): boolean {
  return fields.some(({ path }) => {
    const value = getPath(args, path);
    return value !== undefined && !days.some(({ from }) => from === value);
  });
}

function withSpan(
  call: PlannedCall,
  start: Field,
  end: Field,
  [first, last]: readonly [DateMention, DateMention],
  today: string,
): PlannedCall {
  const [from, to] = daysOf(first, last, today);
  // A day or its number may have been taken for something else: `du 1 novembre au 29 novembre`.
  const days = [first, last].flatMap(({ from: day, raw }) =>
    [day, raw, /\d+/u.exec(raw)?.[0] ?? raw].concat(raw.includes('/') ? raw.split('/') : []),
  );
  const cleared = Object.entries(call.args).reduce<Args>(
    (args, [name, value]) =>
      typeof value === 'string' && days.includes(value) ? withoutPath(args, [name]) : args,
    call.args,
  );
  const args = withPath(withPath(cleared, start.path, from), end.path, to);
  const { rivals = [], faults = [], ...rest } = call;
  const isOfSpan = ({ start: at }: { readonly start: number }) =>
    (at >= first.start && at < first.end) || (at >= last.start && at < last.end);
  const others = rivals.filter((one) => !days.includes(one));
  return {
    ...rest,
    ...(others.length > 0 ? { rivals: others } : {}),
    faults: faults.filter(
      (fault) =>
        !('mention' in fault && isOfSpan(fault.mention)) &&
        !('mentions' in fault && fault.mentions.every(isOfSpan)),
    ),
    args,
    missing: call.missing.filter(({ path }) => getPath(args, path) === undefined),
    unused: call.unused.filter((one) => !days.some((day) => isWithin(one, day))),
  };
}

/** Whether words are a day, or its number with the word behind it: `10 au`, `10th`. */
function isWithin(words: string, day: string): boolean {
  return words === day || (words.startsWith(day) && !/^[\d.,]*\d/u.test(words.slice(day.length)));
}

/** The ends of a span that has been: what lacks its year has that of the other end, or the last one that began. */
function daysOf(first: DateMention, last: DateMention, today: string): readonly [string, string] {
  if (!isYearless(first)) return [first.from, isYearless(last) ? after(last.from, first.from) : last.from];
  if (!isYearless(last)) return [before(first.from, last.from), last.from];
  const from = nearest(first.from, today, 'back');
  return [from, after(last.from, from)];
}

function isYearless(mention: DateMention): boolean {
  const { raw, relative } = mention;
  const plain = foldInPlace(raw);
  if (isWeekday(mention)) return true;
  return relative && /\d/u.test(plain) && !WITH_YEAR.test(plain) && !COUNTED.test(plain);
}

/** The coming day of a name that was said with nothing else: `since Friday`, and not `next Friday`. */
function isWeekday({ raw, ahead }: DateMention): boolean {
  const plain = foldInPlace(raw).replace(ON, '');
  return !/[\d\s]/u.test(plain) && (ahead?.[0] ?? 0) > 0 && WEEKDAYS.has(plain);
}

const ON = /^(?:on|am|le|el|na|no)\s+/u;
const WEEKDAYS: ReadonlySet<string> = new Set(
  Object.values(CALENDAR_WORDS).flatMap(({ weekdays }) => weekdays.split(/[ /]/u)),
);

/** The day that has been of a day that was understood as to come: the last Friday for `Friday`. */
export function lastOf(mention: DateMention): string {
  const { from, ahead } = mention;
  if (!isWeekday(mention)) return from;
  const days = (ahead?.[0] ?? 0) < 7 ? 7 : 14;
  return new Date(Date.parse(from) - days * 86_400_000).toISOString().slice(0, 10);
}

function nearest(day: string, today: string, looks: Looks): string {
  return looks === 'back' ? before(day, today) : after(day, today);
}

/** The last such day up to another, and the first from it on; both `YYYY-MM-DD`. */
function before(day: string, limit: string): string {
  const here = inYear(day, Number(limit.slice(0, 4)));
  return here <= limit ? here : inYear(day, Number(limit.slice(0, 4)) - 1);
}

function after(day: string, limit: string): string {
  const here = inYear(day, Number(limit.slice(0, 4)));
  return here >= limit ? here : inYear(day, Number(limit.slice(0, 4)) + 1);
}

function inYear(day: string, year: number): string {
  return `${year}${day.slice(4)}`;
}

/** A month is no day, `middle of January 2027`, nor is a number without one: the 12 of `12/10/2026`. */
function withoutMonth(call: PlannedCall, field: Field): PlannedCall {
  const value = getPath(call.args, field.path);
  return typeof value === 'string' &&
    /^(?:\d{1,2}|\d{4}(?:-\d{2}|-Q[1-4])?)$/u.test(value) &&
    call.agreed !== true
    ? opened(call, field)
    : call;
}
