import { conceptsAt } from '../../../language/concepts.js';
import { fold } from '../../../language/fold.js';
import { languageOf } from '../../../language/language-of.js';
import { wordsOf } from '../../../language/words.js';
import type { NumberMention, PairMention } from '../../../reading/reading.js';
import { createReader } from '../../../understanding/reader.js';

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
  /** Such as `90/10`. */
  readonly pairs: readonly PairMention[];
}

export function saidNumbers(text: string): SaidNumbers {
  const reader = createReader();
  const { mentions } = reader.read(text, reader.languageOf(text));
  return {
    text,
    folded: fold(text),
    numbers: mentions.filter((mention) => mention.type === 'number'),
    pairs: mentions.filter((mention) => mention.type === 'pair'),
  };
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

/** Ways of saying that something is lost that the tables of words do not hold. */
const LOST =
  /(?<![\p{L}])(?:drop(?:s|ped|ping)?(?: out)?|fall(?:s|en|ing)? out|fell out|gone|left|moved|refus\p{L}*|verweiger\p{L}*|rechaz\p{L}*|recus\p{L}*|\p{L}*kataa|ausgefallen|ausfallen|weggefallen|weggezogen|abgebrochen|abandonn\p{L}+|partis?|perdu\p{L}*|abandon\p{L}+|perdid[oa]s?|pierden?|perdieron|se fueron|desist\p{L}+|perdid[oa]s?|perde[mr]?|sairam|\p{L}*jitoa|\p{L}*lioacha|\p{L}*liacha|\p{L}*potea|\p{L}*ondoka)(?![\p{L}])/u;

/** Whether words speak of a loss or of its complement, in the language of the whole text or in English. */
export function isLossIn(part: string, text: string): boolean {
  const concepts = conceptsAt(wordsOf(part), languageOf(text)).flat();
  return (
    concepts.some((one) => one === 'field.dropout' || one === 'field.responseRate') || LOST.test(fold(part))
  );
}

/** Whether words speak of a loss, and not of its complement. */
export function isLossNamed(part: string, text: string): boolean {
  const concepts = conceptsAt(wordsOf(part), languageOf(text)).flat();
  return !concepts.includes('field.responseRate') && isLossIn(part, text);
}

const NOBODY =
  '(?:nobody|no[ -]one|none(?: of (?:them|the \\p{L}+))?|not one|niemand|keiner|keine[rs]?|personne(?: n.)?|aucun\\p{L}*|nadie|ningun\\p{L}*|ninguem|nenhum\\p{L}*|hakuna(?: mtu)?|hamna)';
const LOSES =
  '(?:drop(?:s|ped|ping)?[ -]?out|dropouts?|left|refused|was lost|were lost|is lost|moved away|ausgefallen|ausfallt|fiel aus|fallt aus|abgesprungen|weggezogen|abandon\\p{L}*|parti\\p{L}*|perdu\\p{L}*|perte\\p{L}*|se perdio|se fue|perdid\\p{L}*|desist\\p{L}*|saiu|perda\\p{L}*|\\p{L}*jitoa|\\p{L}*acha|\\p{L}*potea|\\p{L}*ondoka|upotevu)';
const WITHOUT =
  '(?:no|zero|without(?: any)?|kein(?:en|e)?|ohne|sans(?: aucun\\p{L}*)?|aucune?|zero|sin|ningun\\p{L}*|cero|sem|nenhum\\p{L}*|bila|hakuna)';
const LOSS_NOUN =
  '(?:drop-?outs?|attrition|non-?response|loss(?:es)?|ausfall\\p{L}*|schwund|verlust\\p{L}*|abandons?|pertes?|abandonos?|perdidas?|desistencias?|perdas?|upotevu|walioacha|waliojitoa)';
const NOBODY_LOST = new RegExp(
  `(?<![\\p{L}])(?:${NOBODY}\\s+(?:\\p{L}+['’]?\\s*){0,3}?${LOSES}|${WITHOUT}\\s+${LOSS_NOUN})(?![\\p{L}])`,
  'u',
);
/** `no dropout figure yet`, `no losses are known`: what is not known is no zero. */
const UNKNOWN =
  /^\s*(?:figures?|numbers?|rates?|data|estimates?|information|is known|are known|known|yet|was (?:given|counted)|angabe\p{L}*|zahl\p{L}*|bekannt|connue?s?|chiffres?|conocid\p{L}*|cifras?|datos|conhecid\p{L}*|dados|inayojulikana|takwimu)/u;

/** Whether a message, folded, says that there was or will be no loss at all. */
export function isNobodyLost(folded: string): boolean {
  return NOBODY_LOST.test(folded) && !isLossUnknown(folded);
}

/** Whether a message, folded, says that a loss is not known. */
export function isLossUnknown(folded: string): boolean {
  const found = NOBODY_LOST.exec(folded);
  return found !== null && UNKNOWN.test(folded.slice(found.index + found[0].length));
}

/** What ends the words of a value: a stop, and what joins it to the next. */
const CLAUSE_END = /[,;.:!?\n|]|(?<!\p{L})(?:and|und|et|y|e|na)(?!\p{L})/u;

/** The words around a number, up to a stop, to `and` or to the next number on either side. */
export function clauseOf(mention: NumberMention, { text, folded, numbers }: SaidNumbers): string {
  const before = numbers.filter(({ end }) => end <= mention.start).at(-1)?.end ?? 0;
  const next = numbers.find(({ start }) => start >= mention.end)?.start ?? text.length;
  const lead = folded.slice(before, mention.start).split(CLAUSE_END).at(-1) ?? '';
  const tail = folded.slice(mention.end, next).split(CLAUSE_END)[0] ?? '';
  return text.slice(mention.start - lead.length, mention.end + tail.length);
}
