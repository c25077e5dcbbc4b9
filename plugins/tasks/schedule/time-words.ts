/**
 * How English, German, French, Spanish, Portuguese and Swahili speak of when. All without accents and in lower case, see
 * `foldedText`; parts of regular expressions that stand between word boundaries.
 */
export const WORDS = {
  every: [
    'every',
    'each',
    'jeden?',
    'jedes',
    'alle',
    'chaque',
    'tous les',
    'toutes les',
    'cada',
    'todos (?:los|os)',
    'todas (?:las|as)',
    'tod[ao](?: [ao](?= ))?',
    'a cada',
    'em cada',
    'kila',
  ],
  within: [
    'in',
    'dans',
    'en',
    'dentro de',
    'em',
    'daqui a',
    'baada ya',
    'after',
    'nach',
    'apres',
    'despues de',
    'depois de',
  ],
  minutes: ['minutes?', 'mins?', 'minuten?', 'minutos?', 'dakika'],
  hours: ['hours?', 'hrs?', 'stunden?', 'heures?', 'horas?', 'ma?saa(?! \\d)', 'saa(?! \\d)'],
  days: ['days?', 'tage?n?', 'jours?', 'dias?', 'siku'],
  weeks: ['weeks?', 'wochen?', 'semaines?', 'semanas?', 'wiki'],
  months: ['months?', 'monate?n?', 'mois', 'mes(?:es)?', 'mwezi', 'miezi'],
  week: ['week', 'woche', 'semaine', 'semana', 'wiki'],
  weekly: ['weekly', 'wochentlich', 'hebdomadaire(?:ment)?', 'semanal(?:mente)?'],
  month: ['month', 'monats?', 'mois', 'mes', 'mwezi'],
  monthly: ['monthly', 'monatlich', 'mensuel(?:le)?(?:ment)?', 'mensual(?:mente)?', 'mensal(?:mente)?'],
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
    '(?:every|each) (?:day|morning|afternoon|evening|night)',
    'jeden (?:tag|morgen|vormittag|nachmittag|abend)',
    'chaque (?:jour|matin|soir)',
    'tous les (?:jours|matins|soirs)',
    'quotidiennement',
    'cada (?:dia|manana|noche)',
    'todos los dias',
    'todos os dias',
    'todo dia',
    'toda (?:manha|tarde|noite)',
    'diari(?:o|amente)',
    'kila (?:siku|asubuhi|jioni)',
  ],
  hourly: ['hourly', 'every hour', 'stundlich', 'toutes les heures', 'cada hora', 'a cada hora', 'kila saa'],
  today: [
    'today',
    'tonight',
    'this (?=(?:morning|afternoon|evening)\\b)',
    'heute',
    'aujourd.?hui',
    'ce (?=(?:matin|soir)\\b)',
    'cet (?=apres-midi\\b)',
    'hoy',
    'esta (?=(?:tarde|noche|manana|noite|manha)\\b)',
    'hoje',
    'leo',
  ],
  afterTomorrow: [
    '(?:the )?day after tomorrow',
    'ubermorgen',
    'apres-demain',
    'pasado manana',
    'depois de amanha',
    'kesho kutwa',
  ],
  tomorrow: ['tomorrow', 'morgen', 'demain', 'manana', 'amanha', 'kesho'],
  noon: ['noon', 'midday', 'mittags?', 'midi', 'mediodia', 'meio-dia', 'adhuhuri'],
  midnight: ['midnight', 'mitternachts?', 'minuit', 'medianoche', 'meia-noite', 'usiku wa manane'],
  /** Before the day of Swahili begins, which counts its hours as those of the night. */
  dawn: ['alfajiri'],
  morning: [
    'mornings?',
    'morgens',
    'vormittags?',
    'fruh',
    'jeden morgen',
    'matins?',
    '(?:de|por) la manana',
    '(?<=esta )manana',
    'cada manana',
    'manhas?',
    'asubuhi',
  ],
  afternoon: ['afternoons?', 'nachmittags?', 'apres-midi', 'tardes?', 'alasiri', 'mchana'],
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
  ['1', 'first', '1st', 'erste[nrsm]?', 'premi(?:er|ere)s?', 'primer[ao]?', 'primeir[ao]'],
  ['2', 'second', '2nd', 'zweite[nrsm]?', 'deuxieme', 'second[e]', 'segund[ao]'],
  ['3', 'third', '3rd', 'dritte[nrsm]?', 'troisieme', 'tercer[ao]?', 'terceir[ao]'],
  ['4', 'fourth', '4th', 'vierte[nrsm]?', 'quatrieme', 'cuart[ao]', 'quart[ao]'],
  ['L', 'last', 'letzte[nrsm]?', 'dernier[e]?', 'ultim[ao]'],
];

/** The same in Swahili, where they stand behind what they count. */
export const ORDINALS_BEHIND: readonly (readonly [place: string, ...words: string[]])[] = [
  ['1', 'ya kwanza'],
  ['2', 'ya pili'],
  ['3', 'ya tatu'],
  ['4', 'ya nne'],
  ['L', 'ya mwisho'],
];

/** What stands between two days and means all from one to the other. */
export const THROUGH = '(?:to|through|bis|au|al?|ate|hadi|[-\u2013])';

/** Says that a day to come is meant, and never the present one. */
export const NEXT = [
  'next',
  'coming',
  'nachste[rnm]?',
  'kommende[rnm]?',
  'prochaine?',
  'proxim[ao]',
  'ijayo',
  'que viene',
  'que vem',
];

/** Says that the next day of a name is meant. */
export const COMING = [...NEXT, 'this', 'diese[nrm]?', 'ce', 'este', 'esta', 'hii'];

/**
 * Words that say nothing of when by themselves. None of them may begin, end, count, narrow or move anything: `for`, `in`,
 * `from`, `other` and the units stand in the patterns that understand them, and nowhere else.
 */
export const FILLERS: readonly string[] = [
  ...['at', 'on', 'the', 'of', 'an?', 'and', 'by', 'please', 'sharp', 'exactly', "o'?clock"],
  ...['um', 'uhr', 'am', 'im', 'den', 'der', 'dem', 'des', 'und', 'an', 'bitte', 'punkt'],
  ...['le', 'les?', 'la', 'du', 'de', 'et', 'aux?', 'h'],
  ...['las?', 'los', 'el', 'del', 'y', 'en(?= (?:punto|la|el))', 'punto'],
  ...['as?', 'os?', 'da', 'do', 'nas?', 'nos?', 'e'],
  ...['saa', 'na', 'ya', 'wa', 'za'],
];

/** One of some parts of patterns, the longer first: `every day` before `day`. */
export function oneOf(words: readonly string[]): string {
  return `(?:${words.toSorted((a, b) => b.length - a.length).join('|')})`;
}

/** In lower case and without accents. */
export function foldedText(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replace(/[\s\u00a0]+/g, ' ')
    .trim();
}

/** Whether a folded text has one of the words. */
export function hasWord(text: string, words: readonly string[]): boolean {
  return words.some((word) => new RegExp(`\\b(?:${word})\\b`).test(text));
}

const DAY_WORDS = WEEKDAYS.map(([, ...words]) => oneOf(words));

/** Any name of a day of the week. */
export const ANY_DAY = oneOf(WEEKDAYS.flatMap(([, ...words]) => words));

/** Which day of the week a folded word names, 0 for Sunday. */
export function weekdayOf(word: string): number | undefined {
  const day = DAY_WORDS.findIndex((words) => new RegExp(`^${words}$`).test(word));
  return day < 0 ? undefined : day;
}

/** `Mondays`, `montags`: each of them. */
export const isEachDay = (word: string): boolean =>
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days|(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)s)$/.test(
    word,
  );

const COUNTS: readonly (readonly [count: number, ...words: string[]])[] = [
  [1, 'one'],
  [2, 'two', 'zwei', 'deux', 'dos', 'dois', 'duas'],
  [3, 'three', 'drei', 'trois', 'tres'],
  [4, 'four', 'vier', 'quatre', 'cuatro', 'quatro'],
  [5, 'five', 'funf', 'cinq', 'cinco'],
  [6, 'six', 'sechs', 'seis'],
  [7, 'seven', 'sieben', 'siete', 'sete'],
  [8, 'eight', 'acht', 'huit', 'ocho', 'oito'],
  [9, 'nine', 'neun', 'neuf', 'nueve', 'nove'],
  [10, 'ten', 'zehn', 'dix', 'diez', 'dez'],
  [11, 'eleven', 'elf', 'onze', 'once'],
  [12, 'twelve', 'zwolf', 'douze', 'doce', 'doze'],
  [15, 'fifteen', 'funfzehn', 'quinze', 'quince'],
  [20, 'twenty', 'zwanzig', 'vingt', 'veinte', 'vinte'],
  [30, 'thirty', 'dreissig', 'trente', 'treinta', 'trinta'],
];
const SWAHILI_COUNTS = [
  'mbili|miwili|mawili',
  'tatu|mitatu|matatu',
  'nne|minne|manne',
  'tano|mitano|matano',
  'sita',
  'saba',
  'nane',
  'tisa',
  'kumi',
];
const COUNTED = oneOf([
  ...WORDS.minutes,
  ...WORDS.hours,
  ...WORDS.days,
  ...WORDS.weeks,
  ...WORDS.months,
  'times',
  'mal',
  'fois',
  'veces',
  'vezes',
]);

/** Behind these a number word is an hour: `at nine`, `half past seven`. */
const BEFORE_HOURS = '(?:at|past|quarter to|um|gegen|a la?s?|as)';

/** A folded text with counts of units and hours in digits: `for three days`, `siku tatu`, `at nine`. Other number words stay words. */
export function withDigits(text: string): string {
  const plain = COUNTS.reduce(
    (all, [count, ...words]) =>
      all.replace(
        new RegExp(
          `\\b${oneOf(words)}(?=\\s+${COUNTED}\\b)|(?<=\\b${BEFORE_HOURS}\\s)${oneOf(words)}\\b`,
          'g',
        ),
        String(count),
      ),
    text,
  );
  return SWAHILI_COUNTS.reduce(
    (all, words, at) =>
      all.replace(
        new RegExp(`\\b(dakika|masaa|siku|wiki|miezi|mara)\\s+(?:${words})\\b`, 'g'),
        `$1 ${at + 2}`,
      ),
    plain,
  );
}
