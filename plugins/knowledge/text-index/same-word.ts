import { stemOf } from './words.js';

/** Endings that make another word of the same stem: who does it, of what it is done to. */
const DOES = /er$/;
const IS_DONE = /(?:ed|ings?|ments?|t?ions?)$/;
/** A stem that is shorter than this has an ending of its own there: `million` is no `mill`. */
const SHORTEST_OF_NOUN = 5;
const NOUN = /(?:ment|t?ion)s?$/;
/** Beginnings by which Swahili tells one from many. */
const CLASSES = [
  ['ki', 'vi'],
  ['ch', 'vy'],
  ['mw', 'w'],
  ['m', 'wa'],
  ['m', 'mi'],
] as const;
/** Endings that go together, of one and many and of accord, in Portuguese, Spanish, French and English; without accents. */
const ENDINGS = [
  ['ao', 'oes'],
  ['ao', 'aes'],
  ['al', 'ais'],
  ['al', 'aux'],
  ['el', 'eis'],
  ['ol', 'ois'],
  ['m', 'ns'],
  ['z', 'ces'],
  ['e', 'ee'],
  ['e', 'ees'],
  ['ect', 'ection'],
] as const;
const SHORTEST = 3;

/** Whether two folded words are one, whatever its ending: never two that are but spelt alike. */
export function isSameWord(word: string, other: string): boolean {
  if (word === other) return true;
  if (!/^[a-z]+$/.test(word) || !/^[a-z]+$/.test(other)) return false;
  const [short, long] = word.length <= other.length ? [word, other] : [other, word];
  return (
    hasSameStem(short, long) ||
    isDoubled(short, long) ||
    CLASSES.some((pair) => isPair(word, other, pair, 'start') || isPair(other, word, pair, 'start')) ||
    ENDINGS.some((pair) => isPair(word, other, pair, 'end') || isPair(other, word, pair, 'end'))
  );
}

function hasSameStem(short: string, long: string): boolean {
  const stem = stemOf(short);
  if (stem !== stemOf(long)) return false;
  const isOf = (ending: RegExp, word: string) => ending.test(word.slice(stem.length));
  if (isOf(NOUN, short) !== isOf(NOUN, long) && stem.length < SHORTEST_OF_NOUN) return false;
  if ((isOf(DOES, short) && isOf(IS_DONE, long)) || (isOf(IS_DONE, short) && isOf(DOES, long))) return false;
  // Maria is not Mario, nor puerta puerto.
  const [one, another] = [short, long].map((word) => word.slice(stem.length).replace(/s$/, ''));
  return !(/^[aeo]$/.test(one ?? '') && /^[aeo]$/.test(another ?? '') && one !== another);
}

/** `plan` and `planned`. */
function isDoubled(short: string, long: string): boolean {
  const last = short.at(-1) ?? '';
  return (
    short.length >= SHORTEST && /[bdgmnprt]/.test(last) && /^(?:ed|ing)$/.test(restOf(long, short + last))
  );
}

function restOf(word: string, beginning: string): string {
  return word.startsWith(beginning) ? word.slice(beginning.length) : '';
}

function isPair(
  one: string,
  many: string,
  [of, ofMany]: readonly [string, string],
  where: 'start' | 'end',
): boolean {
  const cut = (word: string, piece: string) =>
    where === 'start'
      ? word.startsWith(piece)
        ? word.slice(piece.length)
        : undefined
      : word.endsWith(piece)
        ? word.slice(0, -piece.length)
        : undefined;
  const rest = cut(one, of);
  return rest !== undefined && rest.length >= SHORTEST && rest === cut(many, ofMany);
}
