import type { Field } from '../schema-fields.js';
import { contentStems } from '../tokenize.js';
import { clauseOf, saidNumbers } from './held/called-numbers.js';
import { isCalled } from './is-called.js';

/** Whether a message says a number by the name of a field, in words of its own: 5% in `90% confidence and 5% precision`. */
export function isNamedBeside(field: Field, raw: string, message: string): boolean {
  const said = saidNumbers(message);
  return said.numbers
    .filter((mention) => mention.raw === raw)
    .some((mention) => isCalled(field, new Set(contentStems(clauseOf(mention, said)))));
}
