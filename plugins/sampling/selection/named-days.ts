import { DRAW_WORDS } from './draw-words.js';

/** The languages of the chat, in which a reference may name a month. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'sw'];

const MONTHS = new Map(
  LANGUAGES.flatMap((language) =>
    (['long', 'short'] as const).flatMap((month) =>
      Array.from({ length: 12 }, (_, at) => {
        const name = new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' }).format(
          Date.UTC(2024, at, 15),
        );
        return [plain(name), at + 1] as const;
      }),
    ),
  ),
);
/** A short name of December in one language that is a word of every sentence in another. */
MONTHS.delete('des');
const ROMAN = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii'];

const DAY = 86_400_000;
/** A day somewhere on earth may be the one before or after by UTC. */
const NEAR = DAY;

/** Ways to write a day: by its year, and by whichever of two numbers is the month. */
const WRITTEN = [
  /(?<!\d)(?<year>20\d\d)(?<mark>[-/.]?)(?<month>\d\d)\k<mark>(?<date>\d\d)(?!\d)/gu,
  /(?<!\d)(?<date>\d{1,2})(?<mark>[-/.])\s?(?<month>\d{1,2})\k<mark>\s?(?<year>(?:20)?\d\d)(?!\d)/gu,
  /(?<!\d)(?<date>\d{1,2})\.\s?(?<month>\d{1,2})\.(?!\s?\d)/gu,
  /(?<!\d)(?<date>\d{1,2})\.?\s?(?<roman>[ivx]{1,4})\.\s?(?<year>(?:20)?\d\d)(?!\d)/giu,
  /(?<!\d)(?<date>\d{1,2})(?:st|nd|rd|th|\.|er|º)?[\s-]+(?:de\s+|of\s+)?(?<name>\p{L}{3,})\.?(?:,?[\s-]+(?:del?\s+)?(?<year>20\d\d)(?!\d))?/giu,
  /(?<name>\p{L}{3,})\.?\s+(?<date>\d{1,2})(?:st|nd|rd|th)?(?!\d)(?:,?\s+(?<year>20\d\d)(?!\d))?/giu,
  /(?:(?<year>20\d\d)年\s?)?(?<month>\d{1,2})月\s?(?<date>\d{1,2})日/gu,
  // Without a last dot two numbers may be a time as well.
  /(?<![\d.:]|(?<!\p{L})(?:um|at|à|a las)\s)(?<date>\d{1,2})\.(?<month>[01]\d)(?![\d.:]|\s*(?:uhr|h|am|pm)(?!\p{L}))/giu,
];
/** Seconds since 1970, where they are said to be. */
const UNIX =
  /(?<!\p{L})(?:unix|epoch|timestamp)\p{L}*(?:\s+(?:time|timestamp))?[\s:=]*(?<seconds>1\d{9})(?!\d)/giu;
/** A series of draws bears a month; the number before it is that of the draw. */
const [BEHIND_DRAW, BEFORE_SERIES] = [
  new RegExp(`(?<!\\p{L})${DRAW_WORDS}\\s+(?:no\\.?\\s*)?$`, 'iu'),
  /^\s+(?:series|serie|série|mfululizo)(?!\p{L})/iu,
];

const WEEK =
  /(?:(?<!\p{L})(?:week|kw|kalenderwoche|semaine|semana|wiki(?:\s+ya)?)\s*(?:no\.?\s*)?|(?<!\d)20\d\d-?W)(\d{1,2})(?!\d)/iu;

/** Words for what has passed. */
const PAST = [
  /(?<!\p{L})(?:yesterday|gestern|vorgestern|ayer|anteayer|ontem|anteontem|jana|juzi)(?!\p{L})/iu,
  /(?<!\p{L})d['’]hier(?!\p{L})/iu,
  /(?<!\p{L})(?:last|previous)\s+(?:week|month|night|year|(?:mon|tues|wednes|thurs|fri|satur|sun)day)/iu,
  /(?<!\p{L})(?:letzte|vorige)\p{L}*\s+(?:woche|monat|nacht|mittwoch|sonnabend|\p{L}+tag)/iu,
  /(?<!\p{L})(?:semaine|mois|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)\s+(?:derni[eè]re?|pass[eé]e?)/iu,
  /(?<!\p{L})(?:semana|mes|m[eê]s|lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bado|domingo|segunda|ter[cç]a|quarta|quinta|sexta)\s+(?:pasad[oa]|passad[oa])/iu,
  /(?<!\p{L})(?:wiki|mwezi|juma\p{L}+|alhamisi|ijumaa)\s+(?:iliyopita|uliopita)/iu,
];

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
  const reference = inPlainDigits(text);
  const day = Date.parse(publicFrom.slice(0, 10));
  const mentions = mentionsIn(reference, new Date(day).getUTCFullYear());
  if (mentions.some(({ days }) => days.some((each) => Math.abs(each - day) <= NEAR))) return undefined;
  const past = PAST.map((pattern) => pattern.exec(reference)?.[0]).find(Boolean);
  const week = WEEK.exec(reference);
  const weeks = [day - NEAR, day, day + NEAR].map(weekOf);
  const otherWeek = week !== null && !weeks.includes(Number(week[1])) ? week[0] : undefined;
  return mentions[0]?.words ?? past ?? otherWeek;
}

/** A text without the days and times that it names. */
export function withoutDays(given: string): string {
  const text = inPlainDigits(given);
  let rest = text.replaceAll(/T\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z?/g, ' ');
  // What follows a day is not said of what stands before it.
  for (const { words } of mentionsIn(text, 2000)) rest = rest.replaceAll(words, ' , ');
  return rest
    .replaceAll(/\d{1,2}\s?(?::\s?\d{2}){1,2}|\d{1,2}\s?(?:h|am|pm|uhr|o'clock)\b/giu, ' ')
    .replaceAll(/(?<!\d)20\d\d(?!\d)/g, ' ');
}

/** @param year about which days without one are meant */
function mentionsIn(text: string, year: number): Mention[] {
  const instants = [...text.matchAll(UNIX)].map(({ 0: words, groups }) => {
    const seconds = Number(groups?.['seconds']);
    return { words, days: [Math.floor((seconds * 1000) / DAY) * DAY] };
  });
  const written = WRITTEN.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(({ 0: words, index, groups = {} }): Mention[] => {
      if (BEHIND_DRAW.test(text.slice(0, index)) && BEFORE_SERIES.test(text.slice(index + words.length)))
        return [];
      const { date = '', month, roman, name } = groups;
      const said = groups['year'];
      const years =
        said === undefined
          ? [year - 1, year, year + 1]
          : [said.length === 2 ? 2000 + Number(said) : Number(said)];
      const numbers = [Number(month), Number(date)];
      const named =
        roman === undefined ? MONTHS.get(plain(name ?? '')) : ROMAN.indexOf(roman.toLowerCase()) + 1;
      const pairs =
        month === undefined
          ? [[named ?? 0, Number(date)]]
          : words.startsWith(said ?? ' ')
            ? [numbers]
            : [numbers, numbers.toReversed()];
      const days = years.flatMap((each) => pairs.flatMap(([m = 0, d = 0]) => dayOf(each, m, d) ?? []));
      return days.length === 0 ? [] : [{ words, days }];
    }),
  );
  return [...written, ...instants];
}

/** Digits of whatever script as those of ours: each script has its ten in a row. */
function inPlainDigits(text: string): string {
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

function plain(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[^a-z]/g, '');
}
