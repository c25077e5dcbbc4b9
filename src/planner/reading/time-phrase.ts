import { foldInPlace } from '../language/fold.js';
import { CALENDAR_WORDS } from './calendar-words.js';
import { WORD_CLOCK, WORD_HOURS } from './clock-words.js';

/** Where a message names a time at which something is due, such as `every last Friday of the month at 9`. */
export interface TimePhrase {
  readonly start: number;
  readonly end: number;
}

const all = (of: (language: (typeof CALENDAR_WORDS)[keyof typeof CALENDAR_WORDS]) => string) =>
  Object.values(CALENDAR_WORDS).map(of);

const UNIT =
  '(?:minutes?|mins?|minuten?|minutos?|hours?|hrs?|stunden?|heures?|horas?|days?|tage?n?|jours?|dias?|weeks?|wochen?|semaines?|semanas?|months?|monate?n?|mois|mes(?:es)?)';
const COUNT =
  '(?:\\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|half an?|eine[nmr]?|zwei|drei|vier|funf|sechs|acht|zehn|une?|deux|trois|quatre|cinq|dix|una|uma?|dos|dois|duas|tres|cuatro|quatro|cinco|diez|dez)';
const SWAHILI_COUNT = '(?:\\d+|moja|mbili|mawili|tatu|matatu|nne|manne|tano|sita|saba|nane|tisa|kumi)';
const SPAN = `(?:the next )?(?:${COUNT}\\s+${UNIT}|(?:half|halben?|demi|media|meia)[ -](?:an )?(?:hour|stunde|heure|hora)|(?:dakika|masaa|siku|wiki|miezi)\\s+${SWAHILI_COUNT})`;
const WEEKDAY = `(?:${[
  ...all(({ weekdays }) => weekdays).flatMap((words) => words.split(/[ /]/)),
  'mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays',
  'montags|dienstags|mittwochs|donnerstags|freitags|samstags|sonntags',
  'tues?|thurs?|fri',
  '(?:segunda|terca|quarta|quinta|sexta)s-feiras|segunda|terca|quarta|quinta|sexta',
].join('|')})s?`;
const MONTH = `(?:${all(({ months }) => months)
  .flatMap((words) => words.split(/[ /]/))
  .join('|')})`;
const CLOCK = "(?:\\d{1,2}\\s?[:h.]\\s?\\d{2}(?:\\s?[ap]m)?|\\d{1,2}\\s?(?:[ap]m|h|uhr|heures|o'clock))";
const DAY = `(?:${all(({ days }) => [days['2'], days['1'], days['0']].join('|')).join('|')})`;
const EVERY =
  '(?:every|each|jede[nrsm]?|alle|chaque|tou(?:s|tes) les|(?:em |a )?cada|tod[ao]s? (?:[ao]s|l[ao]s)|tod[ao](?: [ao](?= ))?|kila)';
const PART =
  '(?:mornings?|afternoons?|evenings?|nights?|noon|midday|midnight|morgens|vormittags?|nachmittags?|abends?|nachts|mittags?|mitternacht|fruh|matins?|apres-midi|soirs?|midi|minuit|tardes?|noches?|mediodia|medianoche|manhas?|noites?|meio-dia|asubuhi|mchana|alasiri|jioni|usiku|alfajiri)';
const OF_DAY = `(?:in the |in der |por la |de la |da |de |du |am |pela |(?:de |dans )?l['’])?(?:${PART}|manana(?= a las?\\b))`;
const AT = '(?:at|um|gegen|[aà] las?|a la|[aà]|[aà]s)';
const HOUR =
  '(?:\\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|neun|zehn|elf|zwolf)';

/** What is a time by itself. */
const STRONG = [
  WORD_CLOCK,
  `${EVERY}(?:\\s+(?:${SPAN}|(?:first|second|third|fourth|last|1st|2nd|3rd|4th)\\s+(?:day|${WEEKDAY})|${WEEKDAY}|${UNIT}|${PART}|weekdays?|working days?|workdays?|werktags?|tag|morgen|monat|woche|jour ouvrable|dia laborable|dia util|siku(?: ya kazi)?|saa|wiki|mwezi|dakika ${SWAHILI_COUNT}|asubuhi|jioni|manana|semana|mes))`,
  '(?:daily|weekly|monthly|hourly|taglich|wochentlich|monatlich|stundlich|quotidiennement|diariamente|mensalmente|mensualmente)',
  `(?:(?:next|this|coming|on|am|nachsten|kommenden|diesen|ce|el|este|na|no)\\s+)?${WEEKDAY}(?:\\s*(?:to|through|bis|au|al|a|ate|hadi|-)\\s*${WEEKDAY})?(?:\\s+(?:prochaine?|proxim[ao]|ijayo))?`,
  DAY,
  '(?:this|ce|cet|esta|este) (?:morning|afternoon|evening|matin|apres-midi|soir|tarde|noche|noite)',
  '\\d{4}-\\d{2}-\\d{2}(?:t\\d{2}:\\d{2}(?::\\d{2})?(?:z|[+-]\\d{2}:?\\d{2})?)?',
  `\\d{1,2}(?:st|nd|rd|th|\\.|er)?\\s+(?:of |de |ya )?${MONTH}(?:,?\\s+(?:de )?\\d{4})?`,
  `${MONTH}\\s+\\d{1,2}(?:st|nd|rd|th)?(?:,?\\s+\\d{4})?`,
  '\\d{1,2}\\.\\s?\\d{1,2}\\.\\s?\\d{4}',
  `(?:in|after|nach|dans|en|dentro de|em|daqui a|apres|baada ya)\\s+${SPAN}(?:\\s+time)?`,
  CLOCK,
  `${AT}\\s+${HOUR}(?!\\s*(?:[:.]?\\d|%|\\p{L}{2,}gramm|kg|km|-?${UNIT}\\b))`,
  WORD_HOURS,
  `saa\\s+(?:${SWAHILI_COUNT}(?: na (?:moja|mbili))?|\\d{1,2}:\\d{2})`,
  OF_DAY,
  'noon|midnight',
  '(?:the )?(?:\\d{1,2}(?:st|nd|rd|th)|(?:first|last|ersten|letzten|premier|dernier|primer|ultimo|primeiro) (?:day|tag|jour|dia)|siku ya (?:mwisho|kwanza)|tarehe \\d{1,2})',
];
/** What adds to a time, and is none by itself. */
const WEAK = [
  `(?:for|during|fur|pendant|durante|por|kwa)\\s+${SPAN}(?: lang)?`,
  `${SPAN} lang`,
  `(?:until|till?|bis(?: zum)?|jusqu'?(?:a|au)|hasta|ate|hadi|mpaka)\\s+(?:the |le |el |o )?(?:${DAY}|${WEEKDAY}|\\d{4}-\\d{2}-\\d{2}|\\d{1,2}(?:st|nd|rd|th|\\.)?\\s+(?:de )?${MONTH}|${CLOCK}|noon|midnight|\\d{1,2})`,
  '\\d{1,3} (?:times|mal|fois|veces|vezes)',
  `(?:of|im|in|du|del|de|do|des|ya) (?:(?:the|each|every|kila|cada|chaque|jedem) )?(?:month|monats?|mois|mes|mwezi)`,
  `(?:the )?(?:first|second|third|fourth|last|ersten|zweiten|dritten|letzten|premier|dernier|primer|ultimo|primeira?|ultima) ${WEEKDAY}`,
  '(?:exactly|sharp|punkt|en punto|precisely)',
];
const JOINING =
  '(?:\\s*,)?(?:\\s+(?:and|at|on|the|by|und|et|y|e|na|am|um|gegen|le|de|ya|of|im|a las?|as?|saa))*\\s+';
const PIECE = `(?:${[...STRONG, ...WEAK].join('|')})`;
const PHRASE = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(?:on|am|le|el|at|by|a|ya)\\s+(?:the\\s+)?)?${PIECE}(?![\\p{L}\\p{N}])(?:${JOINING}${PIECE}(?![\\p{L}\\p{N}]))*`,
  'gu',
);
const ANY_STRONG = new RegExp(`(?<![\\p{L}\\p{N}])(?:${STRONG.join('|')})(?![\\p{L}\\p{N}])`, 'u');

/** The times that a message names, in order; a part of the day or a span that stands alone is none. */
export function timePhrases(text: string): readonly TimePhrase[] {
  return [...foldInPlace(text).matchAll(PHRASE)].flatMap(({ index, 0: found }) =>
    ANY_STRONG.test(found) ? [{ start: index, end: index + found.length }] : [],
  );
}

/** Whether a text is one time and nothing else. */
export function isTimePhrase(text: string): boolean {
  const [only, another] = timePhrases(text);
  return another === undefined && only?.start === 0 && only.end === text.length;
}

const A_CLOCK = new RegExp(
  `(?:(?<![\\p{L}\\p{N}])(?:${AT}|saa)\\s+)?(?<![\\p{L}\\p{N}])(?:${WORD_CLOCK}|${WORD_HOURS}|${CLOCK}|(?<=(?:${AT}|past|quarter to)\\s+)${HOUR}|noon|midnight|(?<=saa\\s+)${SWAHILI_COUNT}(?: na (?:moja|mbili))?)(?![\\p{L}\\p{N}])`,
  'gu',
);

/** The times of day within a time. */
export function clocksIn(text: string): readonly TimePhrase[] {
  return [...foldInPlace(text).matchAll(A_CLOCK)].map(({ index, 0: found }) => ({
    start: index,
    end: index + found.length,
  }));
}

const PART_ALONE = new RegExp(`^${OF_DAY}$`, 'u');

/** Whether a text names a part of the day alone, such as `in the evening`. */
export function isPartOfDay(text: string): boolean {
  return PART_ALONE.test(foldInPlace(text));
}

/** Whether a time has an hour of its own: `at 9`, `in 20 minutes`, `this evening`. */
export function saysHour(time: string): boolean {
  return (
    clocksIn(time).length > 0 ||
    /\b(?:minut|min|dakika|hour|stunde|heure|hora|saa|tonight|evening|morning|afternoon|abend|soir|noche|noite|jioni|asubuhi)/u.test(
      foldInPlace(time),
    )
  );
}
