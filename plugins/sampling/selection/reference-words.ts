import { DRAW_WORDS } from './draw-words.js';
import { withoutDays } from './named-days.js';

const WORDS: Readonly<Record<string, number>> = {
  ...{ three: 3, four: 4, five: 5, six: 6, seven: 7, drei: 3, vier: 4, fünf: 5, sechs: 6, sieben: 7 },
  ...{ trois: 3, quatre: 4, cinq: 5, sept: 7, tres: 3, cuatro: 4, cinco: 5, seis: 6, siete: 7, quatro: 4 },
  ...{ tatu: 3, nne: 4, tano: 5, sita: 6, saba: 7 },
};
const COUNT = `(\\d{1,2}|${Object.keys(WORDS).join('|')})`;
const NUMBERS =
  '(?:numbers?|balls?|(?:gewinn)?zahlen?|kugeln?|num[eé]ros?|n[uú]meros?|nombres?|boules?|bolas?|dezenas?)';
const NUMBER_WORDS = '(?:no|nr|num|number|nummer|numéro|número|namba|nambari|id|code|n)';
const HOW_MANY = [
  new RegExp(`(?<![\\p{N}\\p{L}])${COUNT}\\s+(?:main\\s+|winning\\s+)?${NUMBERS}(?!\\p{L})`, 'iu'),
  // Swahili says the number behind the word, as the number of a draw stands too.
  new RegExp(`(?<!${DRAW_WORDS}\\s+)(?<!\\p{L})(?:namba|nambari)\\s+${COUNT}(?![\\p{N}\\p{L}])`, 'iu'),
  // So many of so many; a day has no more than 31.
  /(?<![\p{N}/.-])(?<!\p{L})(\d{1,2})\s*(?:of|out of|aus|von|sur|de|em|\/)\s*(?:3[2-9]|[4-9]\d)(?![\p{N}/.-])/iu,
  new RegExp(`(?<!\\p{L})pick[\\s-]?${COUNT}(?![\\p{N}\\p{L}])`, 'iu'),
];
/** The number of a value: behind a word for it, with a short word between or a few letters before the digits, or `61st draw`. */
const NUMBERED = new RegExp(
  [
    `(?<!\\p{L})${DRAW_WORDS}(?:\\s+(?:of|ya|vom|du|del|de|da|do))?(?:\\s*${NUMBER_WORDS}\\b[.º°]{0,2})?\\s*[:#(]?\\s*\\p{L}{0,4}[-/]?\\p{Nd}`,
    `(?:(?<!\\p{L})${NUMBER_WORDS}\\s*[.º°]{1,2}|#)\\s*\\p{Nd}`,
    `(?<!\\p{L})(?:number|nummer|numéro|número)\\s+\\p{Nd}`,
    `\\p{Nd}+(?:st|nd|rd|th|[.ºª]|e|er|ème)?\\s+${DRAW_WORDS}(?!\\p{L})`,
  ].join('|'),
  'iu',
);
/** A number beside the others counts as one of them. */
const BONUS =
  /(?:\+|(?<!\p{L})(?:and|plus|und|et|y|e|na))\s*(?:(?:the|a|one|die|le|la|el|o)\s+)?(?:bonus|zusatzzahl|superzahl)/iu;

/** How many numbers a value has, where its reference says so: `draw 61, 6 numbers`, `6 of 49`, or `six numbers and the bonus`. */
export function numbersSaid(reference: string | undefined): number | undefined {
  const said = HOW_MANY.map((pattern) => pattern.exec(reference ?? '')?.[1]).find(Boolean);
  if (said === undefined) return undefined;
  return (WORDS[said.toLowerCase()] ?? Number(said)) + (BONUS.test(reference ?? '') ? 1 : 0);
}

/**
 * Whether a reference names its value by a number, such as `draw 61`, `No. 61` or `block 19000000`. Days, times, how many numbers
 * it has and other digits, as in the name of a game, are none: of several draws of a day any could bear them.
 */
export function namesNumber(reference: string): boolean {
  return NUMBERED.test(withoutDays(withoutCounts(reference)));
}

/** One count beside another: `5 and 2 numbers`. */
const COUNT_BESIDE = new RegExp(
  `(?<![\\p{N}\\p{L}])${COUNT}\\s*(?:\\+|&|(?:and|plus|und|et|y|e|na)\\s)\\s*(?=${COUNT}\\s+(?:main\\s+|winning\\s+)?${NUMBERS})`,
  'giu',
);

/** A reference without what it says of how many numbers its value has. */
export function withoutCounts(reference: string): string {
  const one = reference.replace(COUNT_BESIDE, ' ');
  return HOW_MANY.reduce((text, pattern) => text.replace(pattern, ' , '), one);
}
