import type { Candidate } from '../../choosing/candidates.js';
import { isTypoOf } from '../../language/edit-distance.js';
import type { Word } from '../../language/tokenize.js';

/** Whether a word is one by which people ask for a tool, also where it is mistyped. */
export function isVerb(word: Word, { verbs }: Candidate): boolean {
  if (verbs.has(word.stem)) return true;
  if (word.stop || word.plain.length < 5) return false;
  return [...verbs].some((verb) => verb.length >= 5 && isTypoOf(word.stem, verb));
}
