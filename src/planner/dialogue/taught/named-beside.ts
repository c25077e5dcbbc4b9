import { conceptsAt } from '../../language/concepts.js';
import { languageOf } from '../../language/language-of.js';
import { contentStems } from '../../language/tokenize.js';
import { wordsOf } from '../../language/words.js';
import type { Field } from '../../schema/schema-fields.js';
import { clauseOf, saidNumbers } from '../held/numbers/called-numbers.js';
import { isCalled } from './is-called.js';

/** Whether a message says a number by the name of a field, in words of its own: 5% in `90% confidence and 5% precision`. */
export function isNamedBeside(field: Field, raw: string, message: string): boolean {
  const said = saidNumbers(message);
  return said.numbers
    .filter((mention) => mention.raw === raw)
    .map((mention) => clauseOf(mention, said))
    .some(
      (clause) => isCalled(field, new Set(contentStems(clause))) || isCalledElsewhere(field, clause, message),
    );
}

/** The same by what the words stand for, in the language of the message: `5% Genauigkeit` is a precision. */
function isCalledElsewhere({ label, aliases }: Field, clause: string, message: string): boolean {
  const said = new Set(conceptsAt(wordsOf(clause), languageOf(message)).flat());
  return [label, ...aliases].some((name) => {
    const concepts = conceptsAt(wordsOf(name), 'en');
    return (concepts[0] ?? []).some(
      (one) => one.startsWith('field.') && said.has(one) && concepts.every((each) => each.includes(one)),
    );
  });
}
