import { withoutDays } from './named-days.js';

const WORDS: Readonly<Record<string, number>> = {
  ...{ three: 3, four: 4, five: 5, six: 6, seven: 7, drei: 3, vier: 4, fünf: 5, sechs: 6, sieben: 7 },
  ...{ trois: 3, quatre: 4, cinq: 5, sept: 7, tres: 3, cuatro: 4, cinco: 5, seis: 6, siete: 7, quatro: 4 },
};
const COUNT = `(\\d{1,2}|${Object.keys(WORDS).join('|')})`;
const NUMBERS =
  '(?:numbers?|balls?|(?:gewinn)?zahlen?|kugeln?|num[eé]ros?|n[uú]meros?|nombres?|boules?|bolas?|dezenas?)';
const HOW_MANY = new RegExp(
  `(?<![\\p{N}\\p{L}])${COUNT}\\s+(?:main\\s+|winning\\s+)?${NUMBERS}(?!\\p{L})|\\bnambari\\s+(\\d{1,2})(?!\\p{N})`,
  'iu',
);
/** A number beside the others counts as one of them. */
const BONUS =
  /(?:\+|(?<!\p{L})(?:and|plus|und|et|y|e|na))\s*(?:(?:the|a|one|die|le|la|el|o)\s+)?(?:bonus|zusatzzahl|superzahl)/iu;

/** How many numbers a value has, where its reference says so: `draw 61, 6 numbers`, or `six numbers and the bonus`. */
export function numbersSaid(reference: string | undefined): number | undefined {
  const [, first, second] = HOW_MANY.exec(reference ?? '') ?? [];
  const said = first ?? second;
  if (said === undefined) return undefined;
  return (WORDS[said.toLowerCase()] ?? Number(said)) + (BONUS.test(reference ?? '') ? 1 : 0);
}

/** Whether a reference names its value by a number, such as `draw 61`; days, times and how many numbers it has are none. */
export function namesNumber(reference: string): boolean {
  return /\p{Nd}/u.test(withoutDays(reference.replace(HOW_MANY, ' ')));
}
