import type { Candidate } from '../../choosing/candidates.js';
import { conceptsAt } from '../../language/concepts.js';
import type { Language } from '../../language/language.js';
import { words } from '../../language/tokenize.js';
import { wordsOf } from '../../language/words.js';
import { type Field, fieldsOf } from '../../schema/schema-fields.js';

/** A field that a word is the name of, with the tools that have it. */
export interface Meaning {
  readonly field: Field;
  readonly tools: readonly Candidate[];
}

const FIELD = 'field.';
/** A word that is the name of many things explains none of them. */
const MOST = 3;

/**
 * What a word means: the fields of tools that are called so, or that have it as a choice, each with what its description
 * says; a word of another language is known by the lexicon. Those of the `nearer` tools go first.
 * @param surely whether nothing else can be asked for
 */
export function meaningsOf(
  word: string,
  candidates: readonly Candidate[],
  nearer: readonly Candidate[],
  language: Language,
  surely = true,
): Meaning[] {
  const ordered = [...new Set([...nearer, ...candidates])];
  const said = stems(word);
  if (said === '') return [];
  const concepts = conceptsOf(word, language);
  const byWords = found(ordered, (field) => namesOf(field, surely).some((name) => stems(name) === said));
  const meanings =
    byWords.length > 0
      ? byWords
      : found(ordered, (field) =>
          namesOf(field, surely).some((name) => conceptsOf(name, 'en').some((one) => concepts.includes(one))),
        );
  return meanings.slice(0, MOST);
}

/** Fields alike in name and description are one meaning. */
function found(candidates: readonly Candidate[], isCalled: (field: Field) => boolean): Meaning[] {
  const meanings = new Map<string, { field: Field; tools: Candidate[] }>();
  for (const candidate of candidates) {
    for (const field of everyField(fieldsOf(candidate.tool.parameters))) {
      if (field.description === '' || !isCalled(field)) continue;
      const key = `${field.label}\n${field.description}`;
      const known = meanings.get(key);
      if (known === undefined) meanings.set(key, { field, tools: [candidate] });
      else if (!known.tools.includes(candidate)) known.tools.push(candidate);
    }
  }
  return [...meanings.values()];
}

function everyField(fields: readonly Field[]): Field[] {
  return fields.flatMap((field) => [
    field,
    ...everyField(field.members),
    ...everyField(field.items?.members ?? []),
  ]);
}

/** `what is planned?` asks for what is, and for no word: only `what does planned mean` asks for that. */
const STATE = /\p{L}{3}ed$/u;

function namesOf({ label, aliases, choices }: Field, surely: boolean): string[] {
  return [label, ...aliases, ...choices.filter((choice) => surely || !STATE.test(choice))];
}

function stems(text: string): string {
  return words(text.replace(/[-_]+/gu, ' '))
    .map(({ stem }) => stem)
    .join(' ');
}

/** The classes of words that all of a text stands for. */
function conceptsOf(text: string, language: Language): string[] {
  const concepts = conceptsAt(wordsOf(text), language);
  return (concepts[0] ?? []).filter(
    (one) => one.startsWith(FIELD) && concepts.every((others) => others.includes(one)),
  );
}
