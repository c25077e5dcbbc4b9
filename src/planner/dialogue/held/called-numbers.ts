import { fold } from '../../language/fold.js';
import type { NumberMention } from '../../reading/reading.js';
import { createReader } from '../../understanding/reader.js';

/** What people call a measure, in the languages that are spoken here, without accents. */
export const MEASURES = {
  variation:
    'cvs?|coefficients? of variation|variationskoeffizient\\p{L}*|coefficients? de variation|coeficientes? de (?:variacion|variacao)|mgawo wa tofauti',
  variance: 'variance|varianz|varianza|variancia',
  standardError:
    's\\.?e\\.?(?:m\\.?)?|standard error|standardfehler|erreur[ -]types?|erreur standard|error(?:es)? (?:estandar|tipico)|erro padrao|kosa sanifu',
  range: 'range|ranging|spannweite|plage|etendue|rango|faixa|amplitude|masafa',
  margin:
    'margin(?: of error)?|precision|fehlerspanne|genauigkeit|prazision|marge(?: d.erreur)?|margen(?: de error)?|margem(?: de erro)?|precisao|usahihi',
  loss: 'drop-?outs?|drop out|dropping out|drop-?off|losse?s?|lost|attrition|non-?response|ausfall\\p{L}*|verlust\\p{L}*|abandons?|pertes?|abandonos?|perdidas?|desercion|desistencias?|perdas?|kupotea',
} as const;

export type Measure = keyof typeof MEASURES;

/** Small words between a name and its value. */
const JOINT =
  '(?:\\s*[:=(~]\\s*|\\s+(?:of|is|was|at|by|from|around|about|von|ist|um|de|du|est|es|e|ni|wa|ya|(?:of )?about)(?=\\s)){0,3}\\s*';
const before = named((words) => `(?<![\\p{L}\\p{N}])(?:${words})${JOINT}$`);
const behind = named((words) => `^\\s+(?:\\p{L}+\\s+(?:\\p{L}+\\s+)?)?(?:${words})(?![\\p{L}\\p{N}])`);
/** Longer names than this nobody writes. */
const LONGEST = 60;

function named(pattern: (words: string) => string): Readonly<Record<Measure, RegExp>> {
  const of = (measure: Measure) => new RegExp(pattern(MEASURES[measure]), 'u');
  return {
    variation: of('variation'),
    variance: of('variance'),
    standardError: of('standardError'),
    range: of('range'),
    margin: of('margin'),
    loss: of('loss'),
  };
}

/** A message of the person with its numbers. */
export interface SaidNumbers {
  readonly text: string;
  readonly folded: string;
  readonly numbers: readonly NumberMention[];
}

export function saidNumbers(text: string): SaidNumbers {
  const reader = createReader();
  const { mentions } = reader.read(text, reader.languageOf(text));
  return { text, folded: fold(text), numbers: mentions.filter((mention) => mention.type === 'number') };
}

/** Where the name begins that calls a number such a measure right before it, if one does. */
export function calledFrom(
  { folded, text }: SaidNumbers,
  { start }: NumberMention,
  measure: Measure,
): number | undefined {
  const from = Math.max(0, start - LONGEST);
  const found = before[measure].exec(folded.slice(from, start));
  if (found === null) return undefined;
  // `SE` is a standard error, `se` a pronoun.
  return /^sem?(?!\p{L})/u.test(text.slice(from + found.index)) ? undefined : from + found.index;
}

/** Whether a name of the measure stands behind the number and the noun that it counts: `15 homes dropping out`. */
export function isCalledBehind({ folded }: SaidNumbers, { end }: NumberMention, measure: Measure): boolean {
  return behind[measure].test(folded.slice(end, end + LONGEST));
}
