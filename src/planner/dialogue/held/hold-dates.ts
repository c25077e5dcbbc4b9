import { isDate } from '../../fill-dates.js';
import { foldInPlace } from '../../language/fold.js';
import { type Args, getPath, rootLeaves, withoutPath, withPath } from '../../leaves.js';
import type { DateMention } from '../../reading/reading.js';
import { type Field, fieldsOf } from '../../schema-fields.js';
import { splitName } from '../../tokenize.js';
import { leafFieldsOf } from '../../understanding/leaf-fields.js';
import { createReader } from '../../understanding/reader.js';
import type { PlannedCall } from '../planned-call.js';
import { opened } from './held-call.js';

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
  const span = days.flatMap((first, at) => {
    const last = days[at + 1];
    const isSpan = last !== undefined && TO.test(foldInPlace(text.slice(first.end, last.start)));
    return isSpan ? [[first, last] as const] : [];
  })[0];
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
    return field === undefined || looks === undefined
      ? given
      : withPath(given, field.path, nearest(day.from, today, looks));
  }, call.args);
  return { ...call, args };
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
  const days = [first, last].flatMap((day) => [day.from, day.raw, /\d+/u.exec(day.raw)?.[0] ?? day.raw]);
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
    unused: call.unused.filter((one) => !days.includes(one)),
  };
}

/** The ends of a span that has been: what lacks its year has that of the other end, or the last one that began. */
function daysOf(first: DateMention, last: DateMention, today: string): readonly [string, string] {
  if (!isYearless(first)) return [first.from, isYearless(last) ? after(last.from, first.from) : last.from];
  if (!isYearless(last)) return [before(first.from, last.from), last.from];
  const from = nearest(first.from, today, 'back');
  return [from, after(last.from, from)];
}

function isYearless({ raw, relative }: DateMention): boolean {
  const plain = foldInPlace(raw);
  return relative && /\d/u.test(plain) && !WITH_YEAR.test(plain) && !COUNTED.test(plain);
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

/** A month is no day: `middle of January 2027`. */
function withoutMonth(call: PlannedCall, field: Field): PlannedCall {
  const value = getPath(call.args, field.path);
  return typeof value === 'string' && /^\d{4}(?:-\d{2}|-Q[1-4])?$/u.test(value) && call.agreed !== true
    ? opened(call, field)
    : call;
}
