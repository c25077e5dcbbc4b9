import type { Candidate } from '../../choosing/candidates.js';
import type { Filled } from '../../filling/fill-schema.js';
import type { TextModel } from '../../filling/read-text.js';
import { isStopWord, type Word } from '../../language/tokenize.js';
import { isVerb } from '../consent/is-verb.js';
import { type Part, startsWith, withoutAnyCourtesy, withoutCourtesy } from './signs.js';

/** From this weight on a word belongs to the subject of a capability rather than to one of its fields. */
const SUBJECT = 1;
/** What a message fills, and where it stands. */
export interface Values extends Pick<Filled, 'places' | 'filled' | 'chosen'> {
  /** Where the author of a plugin taught the very words as a wish: what they deny or narrow, the message does not. */
  readonly taught?: readonly { readonly start: number; readonly end: number }[];
}

/** Words of a wish that neither its tool knows nor a value holds: they may narrow it. */
export function leftOver(
  part: Part,
  parts: readonly Part[],
  candidate: Candidate,
  model: TextModel,
  filled: Values,
): string[] {
  const next = parts[parts.indexOf(part) + 1];
  const scope = [
    ...withoutCourtesy(part.words).slice(1),
    ...(next !== undefined && next.sentence === part.sentence && next.words.length <= 2 ? next.words : []),
  ];
  return withoutAnyCourtesy(scope)
    .filter((word) => !isExplained(word, candidate, model, filled))
    .map((word) => word.text);
}

/**
 * What adds something does so for all that it is given: `draw 12, but only from the coast` must not draw from all without
 * a word. Words of a part that no value holds make it a proposal, which names them.
 */
export function wordsOfAPart(
  candidate: Candidate,
  parts: readonly Part[],
  model: TextModel,
  filled: Values,
): string[] {
  if (candidate.tool.effect === 'read') return [];
  return parts.flatMap(({ words }) => {
    const at = words.findIndex(({ plain }) => OF_A_PART.has(plain));
    const led = words[at];
    if (led === undefined) return [];
    const values = [...filled.places, ...model.spans].map(({ start }) => start);
    const value = Math.min(...values.filter((start) => start > led.start), model.text.length);
    const unknown = words
      .slice(at + 1, at + 1 + MOST_OF_A_PART)
      .filter((word) => word.start < value && !isKnown(word, candidate, filled, model));
    const end = unknown.at(-1)?.end;
    if (end === undefined) return at === words.length - 1 ? partBefore(words, at) : [];
    return [model.text.slice(led.start, end) + (/^(?:-\w+)*/u.exec(model.text.slice(end))?.[0] ?? '')];
  });

  /** `for Kwale only` */
  function partBefore(words: readonly Word[], at: number): string[] {
    const [first] = words
      .slice(Math.max(0, at - 2), at)
      .filter((word) => !isKnown(word, candidate, filled, model));
    return first === undefined ? [] : [model.text.slice(first.start, words[at]?.end)];
  }
}

/** How many words behind `only` may say of what. */
const MOST_OF_A_PART = 6;
/** Words that take a part of something, or take a part away, as they are folded. */
const OF_A_PART: ReadonlySet<string> = new Set(
  (
    'only solely merely just except excepting excluding exclude without ' +
    'nur lediglich bloss ausser ausgenommen ohne ' +
    'uniquement seulement sauf excepte hormis sans ' +
    'solo solamente unicamente excepto salvo sin ' +
    'apenas somente unicamente exceto sem ' +
    'tu pekee isipokuwa bila'
  ).split(' '),
);

/** Whether a word is a value, a time, or of the tool itself: `only 40 households`, `without dropout`. */
function isKnown(word: Word, candidate: Candidate, { places }: Values, { dates }: TextModel): boolean {
  if (word.stop || isStopWord(word.plain) || word.plain.length < 2) return true;
  if (candidate.terms.has(word.stem) || isVerb(word, candidate)) return true;
  const inside = ({ start, end }: { readonly start: number; readonly end: number }) =>
    word.start < end && start < word.end;
  return places.some(inside) || dates.some(inside);
}

function isExplained(
  word: Word,
  candidate: Candidate,
  model: TextModel,
  { places, chosen = [] }: Values,
): boolean {
  if (word.stop || isStopWord(word.plain) || word.plain.length < 2) return true;
  if (candidate.exampleWords.has(word.plain) || isVerb(word, candidate)) return true;
  if (candidate.terms.has(word.stem) || (candidate.capabilityTerms.get(word.stem) ?? 0) >= SUBJECT)
    return true;
  const inside = ({ start, end }: { readonly start: number; readonly end: number }) =>
    word.start < end && start < word.end;
  return startsWith([word], 'courtesy') > 0 || [...places, ...chosen, ...model.dates].some(inside);
}
