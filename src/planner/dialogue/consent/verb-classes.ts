import type { Candidate } from '../../choosing/candidates.js';
import type { TextModel } from '../../filling/read-text.js';
import { conceptsAt } from '../../language/concepts.js';
import { wordsOf } from '../../language/words.js';
import type { Reading } from '../../reading/reading.js';
import { isVerb } from './is-verb.js';

export const VERB = 'verb.';

const known = new WeakMap<Candidate, ReadonlySet<string>>();

/** The classes of words that the verbs of a tool belong to: they hold the same verbs in other languages. */
export function verbClassesOf(candidate: Candidate): ReadonlySet<string> {
  const before = known.get(candidate);
  if (before !== undefined) return before;
  const classes = new Set(
    [...candidate.verbs]
      .flatMap((verb) => conceptsAt(wordsOf(verb), 'en').flat())
      .filter((one) => one.startsWith(VERB)),
  );
  known.set(candidate, classes);
  return classes;
}

/** Whether a message says a verb of the tool, in whatever language. */
export function saysVerbAnyhow(candidate: Candidate, text: TextModel): boolean {
  return (
    text.words.some((word) => isVerb(word, candidate)) || hasClass(text.reading, verbClassesOf(candidate))
  );
}

function hasClass({ words, language }: Reading, classes: ReadonlySet<string>): boolean {
  return conceptsAt(words, language).some((concepts) => concepts.some((one) => classes.has(one)));
}
