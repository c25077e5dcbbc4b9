import { conceptsAt } from '../../language/concepts.js';
import { languageOf } from '../../language/language-of.js';
import { wordsOf } from '../../language/words.js';

/** More words than this beside a number are a sentence of their own. */
const MOST_WORDS = 5;
const PART = /;([^;.!?\n]{1,80})(?=[;.!?\n]|$)/gu;

/**
 * A message whose list of values is cut by semicolons, with commas there: `population 812; mean 0.9 kg; sd 0.5 kg` is one
 * wish. A part that orders something stays one of its own. The length is the same.
 */
export function joinedValues(text: string): string {
  if (!text.includes(';')) return text;
  const language = languageOf(text);
  return text.replace(PART, (whole: string, part: string) => {
    const words = wordsOf(part);
    const [first] = words.filter(({ plain }) => /\p{L}/u.test(plain));
    const orders =
      first !== undefined &&
      conceptsAt(words, language)[words.indexOf(first)]?.some((concept) => concept.startsWith('verb.')) ===
        true;
    const isValue = /\d/u.test(part) && words.length <= MOST_WORDS + 3 && !orders;
    return isValue ? `,${part}` : whole;
  });
}
