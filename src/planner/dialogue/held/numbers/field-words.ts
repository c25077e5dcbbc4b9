import { conceptsAt } from '../../../language/concepts.js';
import { wordsOf } from '../../../language/words.js';
import type { Field } from '../../../schema/schema-fields.js';

/** Classes of things that are counted for a population or a sample. */
const COUNTED: ReadonlySet<string> = new Set(
  'population sampleSize household stove beneficiary respondent village total'
    .split(' ')
    .map((name) => `field.${name}`),
);

const known = new WeakMap<Field, readonly string[]>();

/** The classes that the names of a field belong to, by which it is known in other languages. */
export function conceptsOf(field: Field): readonly string[] {
  const before = known.get(field);
  if (before !== undefined) return before;
  const names = [field.label, ...field.aliases, field.name];
  const concepts = [...new Set(names.flatMap((one) => conceptsAt(wordsOf(one), 'en').flat()))];
  known.set(field, concepts);
  return concepts;
}

const named = new WeakMap<Field, readonly string[]>();

/** The classes that a whole name of a field belongs to: the `cluster` of a `cluster effect` is none. */
export function namesOf(field: Field): readonly string[] {
  const before = named.get(field);
  if (before !== undefined) return before;
  const names = [field.label, ...field.aliases].map((name) => conceptsAt(wordsOf(name), 'en'));
  const concepts = names.flatMap(([first = [], ...rest]) =>
    first.filter((one) => rest.every((classes) => classes.includes(one))),
  );
  const all = [...new Set(concepts)];
  named.set(field, all);
  return all;
}

/** Whether a class is of things that are counted. */
export function isThing(concept: string): boolean {
  return COUNTED.has(concept);
}

/** Whether a field takes how many there are, or are to be visited. */
export function isSize(field: Field): boolean {
  return [field.label, ...field.aliases].some((name) =>
    conceptsAt(wordsOf(name), 'en')
      .flat()
      .some((one) => COUNTED.has(one)),
  );
}
