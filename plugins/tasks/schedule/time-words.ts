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
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** From Sunday, as cron counts them. */
export const WEEKDAYS: readonly (readonly string[])[] = [
  ['Sunday', 'sundays?', 'sonntags?', 'dimanches?', 'domingos?', 'jumapili'],
  ['Monday', 'mondays?', 'montags?', 'lundis?', 'lunes', 'segundas?(?:-feiras?)?', 'jumatatu'],
  ['Tuesday', 'tuesdays?', 'dienstags?', 'mardis?', 'martes', 'tercas?(?:-feiras?)?', 'jumanne'],
  ['Wednesday', 'wednesdays?', 'mittwochs?', 'mercredis?', 'miercoles', 'quartas?(?:-feiras?)?', 'jumatano'],
  ['Thursday', 'thursdays?', 'donnerstags?', 'jeudis?', 'jueves', 'quintas?(?:-feiras?)?', 'alhamisi'],
  ['Friday', 'fridays?', 'freitags?', 'vendredis?', 'viernes', 'sextas?(?:-feiras?)?', 'ijumaa'],
  ['Saturday', 'saturdays?', 'samstags?', 'sonnabends?', 'samedis?', 'sabados?', 'jumamosi'],
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

/** Days of the week that a folded text names, 0 for Sunday. */
export function weekdaysIn(text: string): readonly number[] {
  return WEEKDAYS.flatMap(([, ...words], day) => (hasWord(text, words) ? [day] : []));
}
