import { foldInPlace } from '../language/fold.js';
import type { Language } from '../language/language.js';
import { numberWords } from '../language/number-words.js';
import {
  type Days,
  day,
  dayOfYear,
  daysFrom,
  half,
  month,
  offset,
  quarter,
  slashed,
  span,
  weekday,
} from './calendar.js';
import { CALENDAR_WORDS } from './calendar-words.js';
import type { DateMention } from './reading.js';

type Groups = Readonly<Record<string, string | undefined>>;
interface Said {
  readonly today: string | undefined;
  /** What stands before speaks of the past. */
  readonly past: boolean;
}
type Rule = readonly [pattern: RegExp, read: (groups: Groups, said: Said) => Days | undefined];

/** Rules that hold in every language. */
const COMMON: readonly Rule[] = [
  [
    /\b(?<y>\d{4})-(?<m>\d{1,2})-(?<d>\d{1,2})(?:t\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:z|[+-]\d{2}:?\d{2})?)?\b/gu,
    (g) => day(Number(g['y']), Number(g['m']), Number(g['d'])),
  ],
  [
    /\b(?<d>\d{1,2})\.(?<m>\d{1,2})\.(?<y>\d{4})\b/gu,
    (g) => day(Number(g['y']), Number(g['m']), Number(g['d'])),
  ],
  [
    /(?<![\d.])(?<d>\d{2})\.(?<m>\d{2})\.(?<y>\d{2})(?![\d.])/gu,
    (g) => day(2000 + Number(g['y']), Number(g['m']), Number(g['d'])),
  ],
  [
    /(?<![\d/-])(?<a>\d{1,2})(?<sign>[/-])(?<b>\d{1,2})\k<sign>(?<y>\d{4})(?![\d/-])/gu,
    (g) => slashed(Number(g['a']), Number(g['b']), Number(g['y'])),
  ],
  [/\b(?<y>\d{4})[- ]?q(?<q>[1-4])\b/gu, (g) => quarter(Number(g['y']), Number(g['q']))],
  [/\bq(?<q>[1-4])(?:[-/ ]|\s+of\s+)?(?<y>\d{4})\b/gu, (g) => quarter(Number(g['y']), Number(g['q']))],
  [/\b(?<y>\d{4})[- ]?h(?<h>[12])\b/gu, (g) => half(Number(g['y']), Number(g['h']))],
  [/\bh(?<h>[12])[-/ ]?(?<y>\d{4})\b/gu, (g) => half(Number(g['y']), Number(g['h']))],
  [
    /(?<![\d-])(?<y>(?:19|20)\d{2})-(?<m>0[1-9]|1[0-2])\b(?![-\d])/gu,
    (g) => month(Number(g['y']), Number(g['m'])),
  ],
  [
    /(?<![\d/.,])(?<m>0?[1-9]|1[0-2])\/(?<y>(?:19|20)\d{2})\b(?![/\d])/gu,
    (g) => month(Number(g['y']), Number(g['m'])),
  ],
];

const rules = new Map<Language, readonly Rule[]>();
/** How far back a word of the past is looked for. */
const LOOK_BACK = 48;

/**
 * The days that a text names, in order, in the language of the text or in English. Relative ones (`tomorrow`, the 3rd
 * of January without its year) need `today`, `YYYY-MM-DD`; without it they are left out.
 */
export function findDates(text: string, today: string | undefined, language: Language = 'en'): DateMention[] {
  const low = foldInPlace(text);
  const found: DateMention[] = [];
  const taken = new Uint8Array(text.length);
  const layers = language === 'en' ? (['en'] as const) : ([language, 'en'] as const);
  for (const [pattern, read] of [...COMMON, ...layers.flatMap(rulesOf)]) {
    for (const match of low.matchAll(pattern)) {
      const start = match.index;
      const end = start + match[0].length;
      if (taken[start] === 1 || taken[end - 1] === 1) continue;
      const past = CALENDAR_WORDS[language].past.test(low.slice(Math.max(0, start - LOOK_BACK), start));
      const days = read(match.groups ?? {}, { today, past });
      if (days === undefined) continue;
      taken.fill(1, start, end);
      const { from, to, period, relative = false } = days;
      found.push({
        type: 'date',
        value: period ?? from,
        from,
        to,
        relative,
        ...(relative && today !== undefined
          ? { ahead: [daysFrom(today, from), daysFrom(today, to)] as const }
          : {}),
        start,
        end,
        raw: text.slice(start, end),
      });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

/** The first ISO date of a system prompt: the agent tells its models what day it is. */
export function todayOf(systemText: string): string | undefined {
  return /\b\d{4}-\d{2}-\d{2}\b/u.exec(systemText)?.[0];
}

function rulesOf(language: Language): readonly Rule[] {
  const known = rules.get(language);
  if (known !== undefined) return known;
  const built = build(language);
  rules.set(language, built);
  return built;
}

function build(language: Language): Rule[] {
  const words = CALENDAR_WORDS[language];
  const months = table(words.months, 1);
  const days = table(words.weekdays, 0);
  const ordinals = numberWords(language).ordinals;
  const MONTH = `(?<month>${alternation(months)})`;
  const named = (g: Groups, { today, past }: Said): Days | undefined => {
    const m = months.get(g['month'] ?? '') ?? 0;
    return g['y'] === undefined
      ? dayOfYear(m, Number(g['d']), today, past)
      : day(Number(g['y']), m, Number(g['d']));
  };
  const found: Rule[] = [
    [
      new RegExp(
        String.raw`\b(?<d>\d{1,2})(?:st|nd|rd|th|er|e|\.|º)?(?:\s+(?:of|de|del|do))?\s+${MONTH}\b\.?,?(?:\s+(?:de\s+|del\s+|do\s+)?(?<y>(?:19|20)\d{2}))?(?!\d)`,
        'gu',
      ),
      named,
    ],
    [
      new RegExp(String.raw`\b${MONTH}\.?,?\s+(?:de\s+|del\s+|do\s+)?(?<y>(?:19|20)\d{2})\b`, 'gu'),
      (g) => month(Number(g['y']), months.get(g['month'] ?? '') ?? 0),
    ],
    [
      new RegExp(
        String.raw`\b(?<n>${alternation(ordinals)}|[1-4](?:st|nd|rd|th|er|e|\.|o)?)\s+(?:quarter|quartal|trimestre)\s+(?:of\s+|de\s+|del\s+)?(?<y>\d{4})\b`,
        'gu',
      ),
      (g) => quarter(Number(g['y']), ordinals.get(g['n'] ?? '') ?? Number.parseInt(g['n'] ?? '', 10)),
    ],
    [new RegExp(String.raw`\b(?:${words.inDays})\b`, 'gu'), (g, { today }) => offset(today, Number(g['n']))],
    [
      new RegExp(String.raw`\b(?:${words.daysAgo})\b`, 'gu'),
      (g, { today }) => offset(today, -Number(g['n'] ?? g['n2'])),
    ],
    [
      new RegExp(String.raw`\b(?:${words.weekdayLead}\s+)?(?<w>${alternation(days)})\b`, 'gu'),
      (g, { today }) => weekday(today, days.get(g['w'] ?? '') ?? -1),
    ],
  ];
  if (language === 'en') {
    found.unshift([
      new RegExp(
        String.raw`\b${MONTH}\.?\s+(?<d>\d{1,2})(?:st|nd|rd|th)?(?![\d%.,]\d|\d|\s?%)(?:,?\s+(?<y>(?:19|20)\d{2}))?\b`,
        'gu',
      ),
      named,
    ]);
  }
  // The day after tomorrow before tomorrow.
  const furthest = Object.entries(words.days).sort(([a], [b]) => Math.abs(Number(b)) - Math.abs(Number(a)));
  for (const [steps, phrases] of furthest) {
    found.push([
      new RegExp(String.raw`(?<![\p{L}-])(?:${phrases})(?![\p{L}-])`, 'gu'),
      (_, { today }) => offset(today, Number(steps)),
    ]);
  }
  for (const unit of ['week', 'month', 'year'] as const) {
    for (const [steps, phrases] of Object.entries(words.spans[unit])) {
      found.push([
        new RegExp(String.raw`(?<![\p{L}-])(?:${phrases})(?![\p{L}-])`, 'gu'),
        (_, { today }) => span(today, unit, Number(steps)),
      ]);
    }
  }
  return found;
}

function alternation(names: ReadonlyMap<string, number>): string {
  return [...names.keys()].sort((a, b) => b.length - a.length).join('|');
}

function table(words: string, from: number): Map<string, number> {
  return new Map(
    words.split(' ').flatMap((forms, index) => forms.split('/').map((form) => [form, index + from] as const)),
  );
}
