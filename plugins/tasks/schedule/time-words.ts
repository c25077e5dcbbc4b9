/**
 * How English, German, French, Spanish, Portuguese and Swahili speak of when. All without accents and in lower case, see
 * `foldedText`; parts of regular expressions that stand between word boundaries.
 */
export const WORDS = {
  every: [
    'every',
    'each',
    'weekly',
    'monthly',
    'jeden?',
    'jedes',
    'alle',
    'wochentlich',
    'monatlich',
    'chaque',
    'tous les',
    'toutes les',
    'cada',
    'todos (?:los|os)',
    'todas (?:las|as)',
    'kila',
    '(?:mon|tues|wednes|thurs|fri|satur|sun)days',
    '(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)s',
  ],
  within: ['in', 'dans', 'en', 'dentro de', 'em', 'daqui a', 'baada ya'],
  minutes: ['minutes?', 'min', 'minuten?', 'minutos?', 'dakika'],
  hours: ['hours?', 'stunden?', 'heures?', 'horas?', 'saa(?! \\d)'],
  days: ['days?', 'tage?n?', 'jours?', 'dias?', 'siku'],
  weeks: ['weeks?', 'wochen?', 'semaines?', 'semanas?', 'wiki'],
  week: ['week', 'weekly', 'woche', 'wochentlich', 'semaine', 'semana', 'wiki'],
  month: ['months?', 'monthly', 'monats?', 'monatlich', 'mois', 'mes(?:es)?', 'mensal(?:mente)?', 'mwezi'],
  workdays: [
    'weekdays?',
    'working days?',
    'workdays?',
    'werktags?',
    'werktage',
    'jours? ouvr(?:es?|ables?)',
    'dias? (?:laborables?|habiles?|uteis|util)',
    'siku za kazi',
  ],
  daily: [
    'daily',
    'taglich',
    'every (?:day|morning|evening|night)',
    'each day',
    'jeden (?:tag|morgen|abend)',
    'chaque (?:jour|matin|soir)',
    'tous les (?:jours|matins|soirs)',
    'quotidiennement',
    'cada (?:dia|manana|noche)',
    'todos los dias',
    'todos os dias',
    'diari(?:o|amente)',
    'kila (?:siku|asubuhi|jioni)',
  ],
  hourly: ['hourly', 'every hour', 'stundlich', 'toutes les heures', 'cada hora', 'a cada hora', 'kila saa'],
  today: ['today', 'tonight', 'heute', 'aujourd.?hui', 'hoy', 'hoje', 'leo'],
  tomorrow: ['tomorrow', 'morgen', 'demain', 'manana', 'amanha', 'kesho'],
  noon: ['noon', 'midday', 'mittags?', 'midi', 'mediodia', 'meio-dia', 'adhuhuri'],
  midnight: ['midnight', 'mitternachts?', 'minuit', 'medianoche', 'meia-noite', 'usiku wa manane'],
  morning: [
    'mornings?',
    'morgens',
    'vormittags?',
    'jeden morgen',
    'matins?',
    'de la manana',
    'cada manana',
    'da manha',
    'manhas?',
    'asubuhi',
  ],
  afternoon: ['afternoons?', 'nachmittags?', 'apres-midi', 'de la tarde', 'da tarde', 'alasiri', 'mchana'],
  evening: ['evenings?', 'abends?', 'soirs?', 'jioni'],
  night: ['nights?', 'tonight', 'nachts?', 'nuits?', 'noches?', 'noites?', 'usiku'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** From Sunday, as cron counts them. */
export const WEEKDAYS: readonly (readonly string[])[] = [
  ['Sunday', 'sundays?', 'sun', 'sonntags?', 'dimanches?', 'domingos?', 'jumapili'],
  ['Monday', 'mondays?', 'mon', 'montags?', 'lundis?', 'lunes', 'segundas?(?:-feiras?)?', 'jumatatu'],
  ['Tuesday', 'tuesdays?', 'tues?', 'dienstags?', 'mardis?', 'martes', 'tercas?(?:-feiras?)?', 'jumanne'],
  [
    'Wednesday',
    'wednesdays?',
    'wed',
    'mittwochs?',
    'mercredis?',
    'miercoles',
    'quartas?(?:-feiras?)?',
    'jumatano',
  ],
  [
    'Thursday',
    'thursdays?',
    'thu(?:rs?)?',
    'donnerstags?',
    'jeudis?',
    'jueves',
    'quintas?(?:-feiras?)?',
    'alhamisi',
  ],
  ['Friday', 'fridays?', 'fri', 'freitags?', 'vendredis?', 'viernes', 'sextas?(?:-feiras?)?', 'ijumaa'],
  ['Saturday', 'saturdays?', 'sat', 'samstags?', 'sonnabends?', 'samedis?', 'sabados?', 'jumamosi'],
];

/** Which one of a month, as croner counts them: `1#1` is its first Monday, `5#L` its last Friday. */
export const ORDINALS: readonly (readonly [place: string, ...words: string[]])[] = [
  ['1', 'first', '1st', 'ersten?r?', 'premiers?', 'primer', 'primeir[ao]', 'ya kwanza'],
  ['2', 'second', '2nd', 'zweiten?r?', 'deuxieme', 'segundo', 'ya pili'],
  ['3', 'third', '3rd', 'dritten?r?', 'troisieme', 'tercer', 'terceir[ao]', 'ya tatu'],
  ['4', 'fourth', '4th', 'vierten?r?', 'quatrieme', 'cuarto', 'ya nne'],
  ['L', 'last', 'letzten?r?', 'dernier', 'ultim[ao]', 'ya mwisho'],
];

/** What stands between two days and means all from one to the other. */
export const THROUGH = '(?:to|through|bis|au|al?|ate|hadi|[-–])';

/** Words that say nothing of when by themselves. */
export const FILLERS: readonly string[] = [
  ...[
    'at',
    'on',
    'the',
    'of',
    'an?',
    'and',
    'for',
    'by',
    'please',
    'sharp',
    "o'?clock",
    'next',
    'this',
    'coming',
  ],
  ...[
    'um',
    'uhr',
    'am',
    'im',
    'den',
    'der',
    'dem',
    'des',
    'und',
    'an',
    'nachste[rn]?',
    'kommenden?',
    'bitte',
    'gegen',
  ],
  ...['le', 'les?', 'la', 'du', 'de', 'et', 'aux?', 'heures?', 'h', 'prochaine?'],
  ...['las?', 'los', 'el', 'del', 'y', 'horas?', 'proxim[ao]'],
  ...['as?', 'os?', 'da', 'do', 'em', 'nas?', 'nos?', 'e'],
  ...['saa', 'na', 'kwa', 'ya', 'wa', 'tarehe', 'siku', 'ijayo', 'dia', 'day', 'tag', 'jour'],
];

/** In lower case and without accents. */
export function foldedText(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[\s\u00a0]+/g, ' ')
    .trim();
}

/** Whether a folded text has one of the words. */
export function hasWord(text: string, words: readonly string[]): boolean {
  return words.some((word) => new RegExp(`\\b(?:${word})\\b`).test(text));
}

/** Days of the week that a folded text names, 0 for Sunday; all from one to another where it says so. */
export function weekdaysIn(text: string): readonly number[] {
  const named = WEEKDAYS.flatMap(([, ...words], day) => (hasWord(text, words) ? [day] : []));
  const place = (day: number | undefined) =>
    new RegExp(`\\b(?:${WEEKDAYS[day ?? 0]?.slice(1).join('|')})\\b`).exec(text)?.index ?? 0;
  const [from, until] = named.toSorted((a, b) => place(a) - place(b));
  const [one, other] = [from, until].map((day) => `(?:${WEEKDAYS[day ?? 0]?.slice(1).join('|')})`);
  if (named.length !== 2 || from === undefined || until === undefined) return named;
  if (!new RegExp(`\\b${one}\\s*${THROUGH}\\s*${other}\\b`).test(text)) return named;
  const length = ((until - from + 7) % 7) + 1;
  return Array.from({ length }, (_, at) => (from + at) % 7).sort();
}

/** Which one of a month a folded text means by a day of the week; undefined for each one. */
export function ordinalIn(text: string): string | undefined {
  return ORDINALS.find(([, ...words]) => hasWord(text, words))?.[0];
}
