import { COUNTED_ALONE, countedDays } from './counted-days.js';
import { daysInFigures } from './day-words.js';
import { DRAW_WORDS } from './draw-words.js';
import { feastsIn } from './feast-days.js';
import { monthsNamed } from './month-names.js';
import { romanDaysInFigures } from './roman-days.js';

const ROMAN = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii'];

const DAY = 86_400_000;
/** A day somewhere on earth may be the one before or after by UTC. */
const NEAR = DAY;

/** A word of any script, and what stands between it and the number of a day. */
const NAME = "(?<name>[\\p{L}\\p{M}]{2,}[.’']?)(?![\\p{L}\\p{M}])";
const [DATE, YEAR] = ['(?<date>\\d{1,2})', '(?<year>20\\d\\d)(?!\\d)'];
const ORDINAL = '(?:st|nd|rd|th|\\.|er|º|ª|-?го|-?e)?';

/** Ways to write a day: by its year, and by whichever of two numbers is the month. */
const WRITTEN = [
  /(?<!\d)(?<year>20\d\d)\s(?<month>\d{1,2})\s(?<date>\d{1,2})(?!\d)/gu,
  /(?<!\d)(?<date>\d{1,2})\s(?<month>\d{1,2})\s(?<year>20\d\d)(?!\d)/gu,
  /(?<!\d)(?<date>\d\d)(?<month>\d\d)(?<year>20\d\d)(?!\d)/gu,
  // Behind a draw itself two numbers are its own.
  /(?<=(?<!\p{L})(?:of|for|from|on|vom|am|du|del?|do|da|ya)\s+)(?<date>\d{1,2})\/(?<month>\d{1,2})(?![\d/])/giu,
  /(?<!\d)(?<year>20\d\d)(?<mark>[-/.]?)(?<month>\d\d)\k<mark>(?<date>\d\d)(?!\d)/gu,
  /(?<!\d)(?<date>\d{1,2})(?<mark>[-/.])\s?(?<month>\d{1,2})\k<mark>\s?(?<year>(?:20)?\d\d)(?!\d)/gu,
  /(?<!\d)(?<date>\d{1,2})\.\s?(?<month>\d{1,2})\.(?!\s?\d)/gu,
  /(?<!\d)(?<date>\d{1,2})[\s./-]{1,2}(?<roman>[ivx]{1,4})[\s./-]{1,2}(?<year>(?:20)?\d\d)(?!\d)/giu,
  new RegExp(
    `(?<!\\d)${DATE}${ORDINAL}[\\s./-]*(?:(?:de|di|of|ya|the)\\s+|d['’])?${NAME}(?!\\s+of\\s+\\p{L})(?:,?[\\s./-]+(?:del?\\s+)?${YEAR})?`,
    'giu',
  ),
  new RegExp(
    `(?<![\\p{L}\\p{M}])${NAME}[\\s./-]*(?:(?:the|ya)\\s+)?${DATE}(?:st|nd|rd|th)?(?!\\d)(?:,?\\s+${YEAR})?`,
    'giu',
  ),
  /(?:(?<year>20\d\d)\s?[年년]\s?)?(?<month>\d{1,2})\s?[月월]\s?(?<date>\d{1,2})\s?[日号號일]/gu,
  /(?<!\d)(?<date>\d{1,2})\s+tháng\s+(?<month>\d{1,2})(?!\d)/giu,
  // Without a last dot two numbers may be a time as well.
  /(?<![\d.:]|(?<!\p{L})(?:um|at|à|a las)\s)(?<date>\d{1,2})\.(?<month>[01]\d)(?![\d.:]|\s*(?:uhr|h|am|pm)(?!\p{L}))/giu,
];
/** Six digits, of which two are the year. */
const COMPACT = /(?<![\d\p{L}])(\d\d)(\d\d)(\d\d)(?!\d)/gu;
/** The day of a month alone: `the 28th`. */
const DATE_ALONE = new RegExp(
  `(?<!\\d)${DATE}(?:st|nd|rd|th)(?=\\s*(?:$|[,.;)]|(?:of|at|in|on|from)(?!\\p{L})))`,
  'giu',
);
/** The day of a year. */
const DAY_OF_YEAR = /(?<!\p{L})day\s+(?<of>\d{2,3})(?!\d)/giu;
/** Seconds since 1970, where they are said to be, */
const UNIX =
  /(?<!\p{L})(?:unix|epoch|timestamp)\p{L}*(?:\s+(?:time|timestamp))?[\s:=]*(?<seconds>1\d{9})(?!\d)/giu;
/** And where nothing counts so far: blocks and slots have their own numbers. */
const UNIX_ALONE =
  /(?<![\p{L}\p{N}/-])(?<!(?:block|slot|height|round|pulse|n[ro]|no\.|#)\s*)(?<seconds>1[6-9]\d{8})(?:\d{3})?(?![\p{L}\p{N}/-])/giu;
/** The day of a week of a year, in figures: `2026 48 6`. */
const WEEK_DAY = /(?<!\d)(?<year>20\d\d)[\s/.-]?(?:k?w)?\s?(?<week>[0-5]\d)[\s/.-](?<weekday>[1-7])(?!\d)/giu;
/** A series of draws bears a month; the number before it is that of the draw, and so is what a word calls a number. */
const [BEHIND_DRAW, BEHIND_NUMBER, BEFORE_SERIES] = [
  new RegExp(`(?<!\\p{L})${DRAW_WORDS}\\s+(?:no\\.?\\s*)?$`, 'iu'),
  /(?<!\p{L})(?:no|nr|num|number|nummer|numéro|número|namba|nambari|n)\s?[.º°]?\s*$|#\s*$/iu,
  /^\s+(?:series|serie|série|mfululizo)(?!\p{L})/iu,
];

const WEEK =
  /(?:(?<!\p{L})(?:week|kw|kalenderwoche|semaine|semana|wiki(?:\s+ya)?)\s*(?:no\.?\s*)?|(?<!\d)20\d\d-?W)(\d{1,2})(?!\d)/iu;

/** Words for what has passed. */
const PAST = [
  /(?<!\p{L})(?:yesterday|gestern|vorgestern|ayer|anteayer|ontem|anteontem|jana|juzi)(?!\p{L})/iu,
  /(?<!\p{L})d['’]hier(?!\p{L})/iu,
  /(?<!\p{L})(?:last|previous)\s+(?:week|month|night|year|(?:mon|tues|wednes|thurs|fri|satur|sun)day)(?!\s+(?:before|of|in)(?!\p{L}))/iu,
  /(?<!\p{L})(?:letzte|vorige)\p{L}*\s+(?:woche|monat|nacht|mittwoch|sonnabend|\p{L}+tag)(?!\s+(?:vor|im|des|in)(?!\p{L}))/iu,
  /(?<!\p{L})(?:semaine|mois|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)\s+(?:derni[eè]re?|pass[eé]e?)(?!\s+(?:avant|de|du)(?!\p{L}))/iu,
  /(?<!\p{L})(?:semana|mes|m[eê]s|lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bado|domingo|segunda|ter[cç]a|quarta|quinta|sexta)\s+(?:pasad[oa]|passad[oa])/iu,
  /(?<!\p{L})(?:wiki|mwezi|juma\p{L}+|alhamisi|ijumaa)\s+(?:iliyopita|uliopita)/iu,
];

/** The last of some days of a month, which is named without a number. */
const LAST_OF = new RegExp(
  `(?:last|letzte\\p{L}*|dernier|[uú]ltim[oa])\\s+(?:\\p{L}+\\s+)?(?:of|in|im|des|de|d['’])\\s*${NAME}(?:\\s+(?:del?\\s+)?${YEAR})?`,
  'giu',
);

/** A day that a text names: its words, and the days that they may mean, as Unix milliseconds. */
interface Mention {
  readonly words: string;
  readonly days: readonly number[];
}

/**
 * What a reference names of another day than that of its value, in its words; undefined where it names none, or that one too.
 * @param publicFrom a day or time, ISO 8601
 */
export function otherDayNamed(text: string, publicFrom: string): string | undefined {
  const reference = inFigures(text);
  const day = Date.parse(publicFrom.slice(0, 10));
  const mentions = mentionsIn(reference, new Date(day).getUTCFullYear());
  if (isAmong(mentions, day)) return undefined;
  const past = [...PAST, ...COUNTED_ALONE].map((pattern) => pattern.exec(reference)?.[0]).find(Boolean);
  const week = WEEK.exec(reference);
  const weeks = [day - NEAR, day, day + NEAR].map(weekOf);
  const otherWeek = week !== null && !weeks.includes(Number(week[1])) ? week[0] : undefined;
  return mentions[0]?.words ?? past ?? otherWeek;
}

/** Whether a text names a day, or a week, that is about that of a value. @param publicFrom a day or time, ISO 8601 */
export function namesDayOf(text: string, publicFrom: string): boolean {
  const day = Date.parse(publicFrom.slice(0, 10));
  const reference = inFigures(text);
  return isAmong(mentionsIn(reference, new Date(day).getUTCFullYear()), day) || WEEK.test(reference);
}

/**
 * What a value names, in words or with its year, of another day than that on which it became public; undefined where it names
 * none, or that one too. Numbers alone are the value.
 * @param publicAt a day or time, ISO 8601
 */
export function otherDayInValue(value: string, publicAt: string): string | undefined {
  const day = Date.parse(publicAt.slice(0, 10));
  const mentions = mentionsIn(inFigures(value), new Date(day).getUTCFullYear()).filter(
    ({ words }) => /\p{L}{2}/u.test(words) || /20\d\d[-/.]|[-/.]20\d\d/.test(words),
  );
  return isAmong(mentions, day) ? undefined : mentions[0]?.words;
}

function isAmong(mentions: readonly Mention[], day: number): boolean {
  return mentions.some(({ days }) => days.some((each) => Math.abs(each - day) <= NEAR));
}

/** A text without the days and times that it names. */
export function withoutDays(given: string): string {
  const text = inFigures(given);
  let rest = text.replaceAll(/T\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z?/g, ' ');
  // What follows a day is not said of what stands before it.
  for (const { words } of mentionsIn(text, 2000)) rest = rest.replaceAll(words, ' , ');
  return rest
    .replaceAll(/\d{1,2}\s?(?::\s?\d{2}){1,2}|\d{1,2}\s?(?:h|am|pm|uhr|o'clock)\b/giu, ' ')
    .replaceAll(/(?<!\d)20\d\d(?!\d)/g, ' ');
}

/** @param year about which days without one are meant */
function mentionsIn(text: string, year: number): Mention[] {
  const years = [year - 1, year, year + 1];
  const instants = [...text.matchAll(UNIX), ...text.matchAll(UNIX_ALONE)].map(({ 0: words, groups }) => {
    const seconds = Number(groups?.['seconds']);
    return { words, days: [Math.floor((seconds * 1000) / DAY) * DAY] };
  });
  const written = WRITTEN.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(({ 0: words, index, groups = {} }): Mention[] => {
      const before = text.slice(0, index);
      if (BEHIND_DRAW.test(before) && BEFORE_SERIES.test(text.slice(index + words.length))) return [];
      const { date = '', month, roman, name, year: said } = groups;
      if (said === undefined && name === undefined && BEHIND_NUMBER.test(before)) return [];
      const meant = said === undefined ? years : [said.length === 2 ? 2000 + Number(said) : Number(said)];
      const numbers = [Number(month), Number(date)];
      const named = roman === undefined ? monthsNamed(name ?? '') : [ROMAN.indexOf(roman.toLowerCase()) + 1];
      const pairs =
        month === undefined
          ? named.map((each) => [each, Number(date)])
          : words.startsWith(said ?? ' ')
            ? [numbers]
            : [numbers, numbers.toReversed()];
      const days = meant.flatMap((each) => pairs.flatMap(([m = 0, d = 0]) => dayOf(each, m, d) ?? []));
      return days.length === 0 ? [] : [{ words, days }];
    }),
  );
  const all = [
    ...written,
    ...instants,
    ...compactIn(text, years),
    ...ofMonthIn(text, years),
    ...ofYearIn(text, years),
    ...ofWeekIn(text),
    ...feastsIn(text, years),
  ];
  const mentions = written.length > 0 ? all : [...all, ...alone(text, years)];
  return mentions.map((mention) => countedFrom(mention, text));
}

/** What a day is that is counted from one that is named. */
function countedFrom(mention: Mention, text: string): Mention {
  const counted = countedDays(text).find(({ from }) => text.slice(from).startsWith(mention.words));
  if (counted === undefined) return mention;
  return {
    words: `${counted.words}${mention.words}`,
    days: mention.days.map((day) => day + counted.by * DAY),
  };
}

function ofWeekIn(text: string): Mention[] {
  return [...text.matchAll(WEEK_DAY)].map(({ 0: words, groups = {} }) => {
    const [year, week, weekday] = [groups['year'], groups['week'], groups['weekday']].map(Number);
    // The fourth of January lies in the first week.
    const fourth = Date.UTC(year ?? 0, 0, 4);
    const monday = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * DAY;
    const day = monday + (((week ?? 1) - 1) * 7 + (weekday ?? 1) - 1) * DAY;
    return { words, days: [day] };
  });
}

/** Six digits that are a day of these years, whichever of them is which. */
function compactIn(text: string, years: readonly number[]): Mention[] {
  return [...text.matchAll(COMPACT)].flatMap(({ 0: words, 1: a = '', 2: b = '', 3: c = '' }) => {
    const days = [
      [a, b, c],
      [c, a, b],
      [c, b, a],
    ].flatMap(([y, m, d]) =>
      years.includes(2000 + Number(y)) ? (dayOf(2000 + Number(y), Number(m), Number(d)) ?? []) : [],
    );
    return days.length === 0 ? [] : [{ words, days }];
  });
}

/** The days of a month in whose last days one lies, such as the last Saturday of November. */
function ofMonthIn(text: string, years: readonly number[]): Mention[] {
  return [...text.matchAll(LAST_OF)].flatMap(({ 0: words, groups = {} }) => {
    const meant = groups['year'] === undefined ? years : [Number(groups['year'])];
    const days = meant.flatMap((year) =>
      monthsNamed(groups['name'] ?? '').flatMap((month) =>
        Array.from({ length: 31 }, (_, at) => dayOf(year, month, at + 1) ?? []).flat(),
      ),
    );
    return days.length === 0 ? [] : [{ words, days }];
  });
}

function ofYearIn(text: string, years: readonly number[]): Mention[] {
  return [...text.matchAll(DAY_OF_YEAR)].flatMap(({ 0: words, groups = {} }) => {
    const of = Number(groups['of']);
    return of <= 31 || of > 366 ? [] : [{ words, days: years.map((year) => Date.UTC(year, 0, of)) }];
  });
}

/** Days of a month that is not named. */
function alone(text: string, years: readonly number[]): Mention[] {
  return [...text.matchAll(DATE_ALONE)].flatMap(({ 0: words, groups = {} }) => {
    const months = Array.from({ length: 12 }, (_, at) => at + 1);
    const days = years.flatMap((year) =>
      months.flatMap((month) => dayOf(year, month, Number(groups['date'])) ?? []),
    );
    return days.length === 0 ? [] : [{ words, days }];
  });
}

/** Days in words, in Roman numerals, and in digits of whatever script as those of ours: each script has its ten in a row. */
function inFigures(given: string): string {
  const isMonth = (word: string) => monthsNamed(word).length > 0;
  const text = daysInFigures(romanDaysInFigures(given, isMonth), isMonth);
  return text.replaceAll(/\p{Nd}/gu, (digit) => {
    const at = digit.codePointAt(0) ?? 0;
    let zero = at;
    while (at - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
    return /\d/.test(digit) ? digit : String(at - zero);
  });
}

/** Undefined for what no calendar has. */
function dayOf(year: number, month: number, date: number): number | undefined {
  const time = Date.UTC(year, month - 1, date);
  const day = new Date(time);
  return day.getUTCMonth() === month - 1 && day.getUTCDate() === date ? time : undefined;
}

/** ISO week of a day, in which its Thursday lies. */
function weekOf(day: number): number {
  const thursday = day + (3 - ((new Date(day).getUTCDay() + 6) % 7)) * DAY;
  return 1 + Math.floor((thursday - Date.UTC(new Date(thursday).getUTCFullYear(), 0, 1)) / (7 * DAY));
}
