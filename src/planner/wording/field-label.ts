import { conceptsAt } from '../language/concepts.js';
import type { Language } from '../language/language.js';
import { alternatives, LEXICONS } from '../language/lexicon.js';
import { wordsOf } from '../language/words.js';
import type { Field } from '../schema/schema-fields.js';

const FIELD = 'field.';
const known = new Map<Language, WeakMap<Field, string>>();

/**
 * What a field is called in a language: by the class of words that all of its label stands for, or else all of its first
 * other name; in English, and where the lexicon knows none, its own label.
 */
export function labelIn(field: Field, language: Language): string {
  if (language === 'en') return field.label;
  const labels = known.get(language) ?? new WeakMap<Field, string>();
  known.set(language, labels);
  const before = labels.get(field);
  if (before !== undefined) return before;
  const label = [field.label, ...field.aliases.slice(0, 1)].flatMap((name) => wordFor(name, language))[0];
  labels.set(field, label ?? field.label);
  return label ?? field.label;
}

function wordFor(name: string, language: Language): string[] {
  const concepts = conceptsAt(wordsOf(name), 'en');
  const concept = (concepts[0] ?? []).find(
    (one) => one.startsWith(FIELD) && concepts.every((others) => others.includes(one)),
  );
  const entry = concept === undefined ? undefined : LEXICONS[language].fields[concept.slice(FIELD.length)];
  return entry === undefined ? [] : alternatives(entry).slice(0, 1);
}
