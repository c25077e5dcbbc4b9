import { isSameWord } from '../text-index/same-word.js';
import { asWritten, fold, gramsOf, isUnspaced, wordsOf } from '../text-index/words.js';

/** Two words this much alike may be meant for the same: a misspelling, a part of a compound, or another word. */
const ALIKE = 0.55;
const SHORTEST_PART = 5;
/** What a text says of a word that stands in it, whatever its ending, and of one that is only near to one there. */
const STANDS = 1;
const IS_NEAR = 0.7;
const MOST_NEAR = 3;

/** Which of the words stand in a text, each from 0 to 1. */
export function presence(words: readonly string[], text: string): number[] {
  const folded = fold(text);
  const here = wordsOf(text);
  return words.map((word) => {
    if (isUnspaced(word)) return shareOf(word, folded);
    if (here.some((other) => isSameWord(word, other))) return STANDS;
    return here.some((other) => isNear(word, other)) ? IS_NEAR : 0;
  });
}

/** Whether what `presence` says of a word is of the word itself, not of one that is near to it. */
export function isOfWordItself(word: string, said: number): boolean {
  return isUnspaced(word) ? said > 0 : said === STANDS;
}

/** The words of a text that a word may be meant for, as they are written there; at most a few. */
export function nearWords(word: string, text: string): string[] {
  if (isUnspaced(word)) return [];
  return wordsOf(text)
    .filter((other) => isNear(word, other))
    .slice(0, MOST_NEAR)
    .map((other) => asWritten(text, other));
}

/** Numbers are never near to each other: each is its own. */
function isNear(word: string, other: string): boolean {
  if (/^\p{N}+$/u.test(word)) return false;
  return isPart(word, other) || likeness(word, other) >= ALIKE;
}

/** The part of a run without blanks that stands in the text. */
function shareOf(word: string, folded: string): number {
  const grams = gramsOf(word);
  const share = grams.filter((gram) => folded.includes(gram)).length / grams.length;
  return share >= 0.5 ? share : 0;
}

function isPart(word: string, other: string): boolean {
  const [short, long] = word.length < other.length ? [word, other] : [other, word];
  return short.length >= SHORTEST_PART && long.includes(short);
}

/** Sørensen and Dice's coefficient of the pieces of two words. */
function likeness(word: string, other: string): number {
  if (Math.abs(word.length - other.length) > 3 || word.length < SHORTEST_PART) return 0;
  const pieces = new Set(gramsOf(word));
  const others = gramsOf(other);
  return (2 * others.filter((piece) => pieces.has(piece)).length) / (pieces.size + others.length);
}
