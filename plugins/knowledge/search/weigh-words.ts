import { fold, gramsOf, isUnspaced, stemOf, wordsOf } from '../text-index/words.js';

/** Two words this much alike are taken for the same: a misspelling, a part of a compound. */
const ALIKE = 0.55;
const SHORTEST_PART = 5;

/** Which of the words stand in a text, each from 0 to 1. */
export function presence(words: readonly string[], text: string): number[] {
  const folded = fold(text);
  const here = wordsOf(text);
  const stems = new Set(here.map(stemOf));
  return words.map((word) => {
    if (isUnspaced(word)) return shareOf(word, folded);
    if (stems.has(stemOf(word))) return 1;
    return here.some((other) => isPart(word, other) || likeness(word, other) >= ALIKE) ? 0.7 : 0;
  });
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
