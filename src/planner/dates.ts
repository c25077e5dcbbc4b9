import { fold } from './tokenize.js';

/** A calendar day, or a span of days, that a text names. ISO `YYYY-MM-DD`. */
export interface DateMention {
  readonly from: string;
  /** The last day; the same as `from` for a single day. */
  readonly to: string;
  readonly start: number;
  readonly end: number;
  /** `2024-Q1`, `2024-03`: how periods are written in fields that want a period. */
  readonly period?: string;
  /** Said relative to today. */
  readonly relative: boolean;
}

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const MONTH = `(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)`;
const DAY_MS = 86_400_000;

type Reading = { from: string; to: string; period?: string; relative?: boolean } | undefined;
type Rule = readonly [
  pattern: RegExp,
  read: (groups: Readonly<Record<string, string | undefined>>, today: string | undefined) => Reading,
];

const RULES: readonly Rule[] = [
  [
    /\b(?<y>\d{4})-(?<m>\d{2})-(?<d>\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?\b/gu,
    (g) => day(Number(g['y']), Number(g['m']), Number(g['d'])),
  ],
  [
    /\b(?<d>\d{1,2})\.(?<m>\d{1,2})\.(?<y>\d{4})\b/gu,
    (g) => day(Number(g['y']), Number(g['m']), Number(g['d'])),
  ],
  [
    /\b(?<a>\d{1,2})\/(?<b>\d{1,2})\/(?<y>\d{4})\b/gu,
    (g) => slashed(Number(g['a']), Number(g['b']), Number(g['y'])),
  ],
  [
    new RegExp(
      String.raw`\b(?<d>\d{1,2})(?:st|nd|rd|th)?(?:\s+of)?\s+${MONTH}\.?,?(?:\s+(?<y>\d{4}))?\b`,
      'giu',
    ),
    named,
  ],
  [
    new RegExp(String.raw`\b${MONTH}\.?\s+(?<d>\d{1,2})(?:st|nd|rd|th)?(?!\d)(?:,?\s+(?<y>\d{4}))?\b`, 'giu'),
    named,
  ],
  [
    new RegExp(String.raw`\b${MONTH}\.?,?\s+(?<y>\d{4})\b`, 'giu'),
    (g) => month(Number(g['y']), monthIndex(g['month'])),
  ],
  [/\b(?<y>\d{4})[- ]?q(?<q>[1-4])\b/giu, (g) => quarter(Number(g['y']), Number(g['q']))],
  [/\bq(?<q>[1-4])(?:[-/ ]|\s+of\s+)?(?<y>\d{4})\b/giu, (g) => quarter(Number(g['y']), Number(g['q']))],
  [
    /\b(?<n>first|second|third|fourth|1st|2nd|3rd|4th)\s+quarter\s+(?:of\s+)?(?<y>\d{4})\b/giu,
    (g) => quarter(Number(g['y']), ordinal(g['n'])),
  ],
  [/\b(?<y>(?:19|20)\d{2})-(?<m>0[1-9]|1[0-2])\b(?!-)/gu, (g) => month(Number(g['y']), Number(g['m']))],
  [/\bday after tomorrow\b/giu, (_, today) => offset(today, 2)],
  [/\btomorrow\b/giu, (_, today) => offset(today, 1)],
  [/\b(?:today|tonight)\b/giu, (_, today) => offset(today, 0)],
  [/\byesterday\b/giu, (_, today) => offset(today, -1)],
  [/\bin\s+(?<n>\d{1,3})\s+days?(?:\s+time)?\b/giu, (g, today) => offset(today, Number(g['n']))],
  [/\b(?<n>\d{1,3})\s+days?\s+ago\b/giu, (g, today) => offset(today, -Number(g['n']))],
  [
    /\b(?:(?<next>next|this|coming|on)\s+)?(?<w>sunday|monday|tuesday|wednesday|thursday|friday|saturday)\b/giu,
    (g, today) => weekday(today, DAYS.indexOf((g['w'] ?? '').toLowerCase())),
  ],
];

/** The days that a text names, in order. Relative ones (`tomorrow`) need `today`, `YYYY-MM-DD`; without it they are left out. */
export function findDates(text: string, today: string | undefined): DateMention[] {
  const found: DateMention[] = [];
  for (const [index, [pattern, read]] of RULES.entries()) {
    for (const match of text.matchAll(pattern)) {
      const start = match.index;
      const end = start + match[0].length;
      if (found.some((other) => start < other.end && other.start < end)) continue;
      const reading = read(match.groups ?? {}, today);
      if (reading !== undefined) {
        const relative = reading.relative ?? index >= 10;
        found.push({
          from: reading.from,
          to: reading.to,
          start,
          end,
          relative,
          ...(reading.period === undefined ? {} : { period: reading.period }),
        });
      }
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

/** The first ISO date of a system prompt: the agent tells its models what day it is. */
export function todayOf(systemText: string): string | undefined {
  return /\b\d{4}-\d{2}-\d{2}\b/u.exec(systemText)?.[0];
}

function day(y: number, m: number, d: number): Reading {
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
function slashed(a: number, b: number, y: number): Reading {
  if (a > 12) return day(y, b, a);
  return b > 12 || a === b ? day(y, a, b) : undefined;
}

function named(g: Readonly<Record<string, string | undefined>>, today: string | undefined): Reading {
  const year = g['y'] === undefined ? Number(today?.slice(0, 4)) : Number(g['y']);
  return Number.isFinite(year) ? day(year, monthIndex(g['month']), Number(g['d'])) : undefined;
}

function monthIndex(name: string | undefined): number {
  const plain = fold(name ?? '').slice(0, 3);
  return MONTHS.findIndex((month) => month.startsWith(plain)) + 1;
}

function ordinal(name: string | undefined): number {
  const plain = (name ?? '').toLowerCase();
  return ['first', 'second', 'third', 'fourth'].indexOf(plain) + 1 || Number(plain[0]);
}

function month(y: number, m: number): Reading {
  const from = isoDay(y, m, 1);
  if (from === undefined) return undefined;
  const to = new Date(Date.UTC(y, m, 0)).toISOString().slice(0, 10);
  return { from, to, period: from.slice(0, 7) };
}

function quarter(y: number, q: number): Reading {
  const from = isoDay(y, q * 3 - 2, 1);
  if (from === undefined) return undefined;
  return { from, to: new Date(Date.UTC(y, q * 3, 0)).toISOString().slice(0, 10), period: `${y}-Q${q}` };
}

function offset(today: string | undefined, days: number): Reading {
  const base = today === undefined ? Number.NaN : Date.parse(`${today}T00:00:00Z`);
  if (!Number.isFinite(base)) return undefined;
  const iso = new Date(base + days * DAY_MS).toISOString().slice(0, 10);
  return { from: iso, to: iso, relative: true };
}

/** The coming day of that name; today's own name means a week from now. */
function weekday(today: string | undefined, target: number): Reading {
  const base = today === undefined ? Number.NaN : Date.parse(`${today}T00:00:00Z`);
  if (!Number.isFinite(base) || target < 0) return undefined;
  const ahead = (target - new Date(base).getUTCDay() + 7) % 7 || 7;
  return offset(today, ahead);
}
