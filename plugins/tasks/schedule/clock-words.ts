import { oneOf } from './time-words.js';

/** Number words of a clock in five languages, folded; those of Swahili count from six and are read with their hour. */
const NUMBERS: readonly (readonly [value: number, ...words: string[]])[] = [
  [1, 'one', 'eins?', 'une?', 'una', 'uma'],
  [2, 'two', 'zwei', 'deux', 'dos', 'duas', 'dois'],
  [3, 'three', 'drei', 'trois', 'tres'],
  [4, 'four', 'vier', 'quatre', 'cuatro', 'quatro'],
  [5, 'five', 'funf', 'cinq', 'cinco'],
  [6, 'six', 'sechs', 'seis'],
  [7, 'seven', 'sieben', 'sept', 'siete', 'sete'],
  [8, 'eight', 'acht', 'huit', 'ocho', 'oito'],
  [9, 'nine', 'neun', 'neuf', 'nueve', 'nove'],
  [10, 'ten', 'zehn', 'dix', 'diez', 'dez'],
  [11, 'eleven', 'elf', 'onze', 'once'],
  [12, 'twelve', 'zwolf', 'douze', 'doce', 'doze', 'midi'],
  [15, 'fifteen', 'funfzehn', 'quinze', 'quince'],
  [20, 'twenty', 'zwanzig', 'vingt', 'veinte', 'vinte'],
  [25, 'twenty[- ]five', 'funfundzwanzig', 'vingt[- ]cinq', 'veinticinco', 'vinte e cinco'],
  [30, 'thirty', 'dreissig', 'trente', 'treinta', 'trinta'],
  [35, 'thirty[- ]five', 'trente[- ]cinq'],
  [40, 'forty', 'vierzig', 'quarante', 'cuarenta', 'quarenta'],
  [45, 'forty[- ]five', 'funfundvierzig', 'quarante[- ]cinq', 'cuarenta y cinco', 'quarenta e cinco'],
  [50, 'fifty', 'funfzig', 'cinquante', 'cincuenta', 'cinquenta'],
  [55, 'fifty[- ]five', 'cinquante[- ]cinq'],
];
const HOURS = NUMBERS.filter(([value]) => value <= 12);
const words = (numbers: typeof NUMBERS): string => oneOf(numbers.flatMap(([, ...each]) => each));
const HOUR = `(?<hour>\\d{1,2}|${words(HOURS)})`;
const SAID_HOUR = `(?<hour>${words(HOURS)})`;
const MINUTES = `(?<minutes>${words(NUMBERS)})`;
const ROUND_MINUTES = `(?<minutes>${words(NUMBERS.filter(([value]) => value % 5 === 0 && value <= 25))})`;
const FIGURES = `(?<minutes>\\d{1,2}|${words(NUMBERS)})`;

/** Minutes from the hour that is named. */
type FromHour = (minutes: number) => number;

/**
 * Times of day in words, each with how far it is from the hour that it names. `half nine` and `viertel zehn` are left: they are
 * another time from one region to the next.
 */
const FORMS: readonly (readonly [pattern: string, fromHour: FromHour])[] = [
  [`(?:a )?half past ${HOUR}`, () => 30],
  [`(?:a )?quarter (?:past|after) ${HOUR}`, () => 15],
  [`(?:a )?quarter (?:to|before|till) ${HOUR}`, () => -15],
  [`(?:${ROUND_MINUTES}|(?<figure>\\d{1,2}) minutes) past ${HOUR}`, (minutes) => minutes],
  [
    `(?<!from )(?:${ROUND_MINUTES}|(?<figure>\\d{1,2}) minutes) (?:to|before|till) ${HOUR}`,
    (minutes) => -minutes,
  ],
  [`${FIGURES}(?: minuten)? vor halb ${HOUR}`, (minutes) => -30 - minutes],
  [`${FIGURES}(?: minuten)? nach halb ${HOUR}`, (minutes) => minutes - 30],
  [`halb ${HOUR}`, () => -30],
  [`viertel nach ${HOUR}`, () => 15],
  [`(?:viertel vor|dreiviertel) ${HOUR}`, () => -15],
  [`${FIGURES}(?: minuten)? nach ${HOUR}`, (minutes) => minutes],
  [`${FIGURES}(?: minuten)? vor ${HOUR}`, (minutes) => -minutes],
  [`${HOUR} uhr ${FIGURES}`, (minutes) => minutes],
  [`(?<!(?:dans|pendant|les) )${HOUR}(?: ?h(?:eures?)?)? et demie?`, () => 30],
  [`(?<!(?:dans|pendant|les) )${HOUR} ?h(?:eures?)? et quart`, () => 15],
  [`${HOUR} ?h(?:eures?)? moins (?:le )?quart`, () => -15],
  [`${HOUR} ?heures? moins ${FIGURES}`, (minutes) => -minutes],
  [`(?<!(?:dans|pendant|les) )${HOUR} ?heures? ${FIGURES}`, (minutes) => minutes],
  [`(?<=\\blas? )${HOUR} y media`, () => 30],
  [`(?<=\\blas? )${HOUR} y cuarto`, () => 15],
  [`(?<=\\blas? )${SAID_HOUR} y ${MINUTES}`, (minutes) => minutes],
  [`(?<=\\blas? )${HOUR} menos cuarto`, () => -15],
  [`(?<=\\blas? )${HOUR} menos ${FIGURES}`, (minutes) => -minutes],
  [`(?:un )?cuarto para las? ${HOUR}`, () => -15],
  [`(?<=\\b[ad]?as? )${HOUR}(?: horas?)? e meia`, () => 30],
  [`(?<=\\b[ad]?as? )${HOUR}(?: horas?)? e (?:um )?quarto`, () => 15],
  [`(?<=\\b[ad]?as? )${SAID_HOUR}(?: horas)? e ${MINUTES}`, (minutes) => minutes],
  [`(?<=\\b[ad]?as? )${HOUR} menos (?:um )?quarto`, () => -15],
  [`um quarto para as? ${HOUR}`, () => -15],
  [`${FIGURES} para (?:las?|as?) ${HOUR}`, (minutes) => -minutes],
  [`${SAID_HOUR} (?<minutes>${words(NUMBERS.filter(([value]) => value >= 10))})`, (minutes) => minutes],
];
const PATTERNS = FORMS.map(
  ([pattern, fromHour]) =>
    [new RegExp(`(?<![\\p{L}\\d:.,-])${pattern}(?![\\p{L}\\d:.]|,\\d)`, 'gu'), fromHour] as const,
);

/** A folded text with its times of day in figures where they stand in words: `half past nine` is `9:30`, `halb zehn` too. */
export function withClockFigures(text: string): string {
  return PATTERNS.reduce(
    (all, [pattern, fromHour]) =>
      all.replace(pattern, (...found: unknown[]) => {
        const whole = String(found[0]);
        const { hour = '', minutes, figure } = (found.at(-1) ?? {}) as Groups;
        const said = minutes ?? figure;
        return figuresOf(numberOf(hour), fromHour(said === undefined ? 0 : numberOf(said))) ?? whole;
      }),
    text,
  );
}

type Groups = Readonly<Partial<Record<'hour' | 'minutes' | 'figure', string>>>;

/** Undefined for what no clock shows. The hour before one is twelve where hours are counted to twelve. */
function figuresOf(hour: number, fromHour: number): string | undefined {
  if (hour > 24 || Math.abs(fromHour) >= 60) return undefined;
  const at = hour * 60 + fromHour;
  const shown = at < 60 && hour > 0 ? at + 12 * 60 : at;
  return `${Math.floor(shown / 60)}:${String(shown % 60).padStart(2, '0')}`;
}

function numberOf(said: string): number {
  if (/^\d/.test(said)) return Number(said);
  return NUMBERS.find(([, ...each]) => new RegExp(`^${oneOf(each)}$`).test(said))?.[0] ?? Number.NaN;
}
