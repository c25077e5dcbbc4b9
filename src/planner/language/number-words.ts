import type { Language } from './language.js';
import { NUMBER_TABLES, type NumberTable } from './number-tables.js';

/** How a language says its numbers. Words are folded. */
export interface NumberWords {
  readonly values: ReadonlyMap<string, number>;
  /** `hundred`, `thousand`, ...: they multiply what stands before them. */
  readonly scales: ReadonlyMap<string, number>;
  /** Articles that may be the one of a scale or a fraction, but are no number alone. */
  readonly articles: ReadonlySet<string>;
  readonly and: ReadonlySet<string>;
  /** What an `and` may follow: tens (10), hundreds (100). */
  readonly andAfter: number;
  readonly point: ReadonlySet<string>;
  /** Said behind a number: half more. */
  readonly half: readonly (readonly string[])[];
  /** Parts by their name; `alone` need no numerator before them. */
  readonly parts: ReadonlyMap<string, { readonly value: number; readonly alone: boolean }>;
  /** Places in a row. */
  readonly ordinals: ReadonlyMap<string, number>;
  readonly determiners: ReadonlySet<string>;
  readonly every: ReadonlySet<string>;
}

const built = new Map<Language, NumberWords>();

/** The number words of a language. */
export function numberWords(language: Language): NumberWords {
  const known = built.get(language);
  if (known !== undefined) return known;
  const made = build(NUMBER_TABLES[language]);
  built.set(language, made);
  return made;
}

function build(table: NumberTable): NumberWords {
  const values = new Map<string, number>(Object.entries(table.more ?? {}));
  for (const [forms, value] of numbered(table.units, 0, 1)) for (const form of forms) values.set(form, value);
  for (const [forms, value] of numbered(table.tens, 20, 10))
    for (const form of forms) values.set(form, value);
  const parts = new Map<string, { value: number; alone: boolean }>();
  for (const [forms, whole] of numbered(table.parts, 2, 1)) {
    for (const form of forms)
      parts.set(form.replace('*', ''), { value: 1 / whole, alone: form.endsWith('*') });
  }
  const ordinals = new Map<string, number>(set(table.last).map((word) => [word, -1]));
  for (const [forms, value] of numbered(table.ordinals, 1, 1))
    for (const form of forms) ordinals.set(form, value);
  return {
    values,
    scales: new Map(Object.entries(table.scales)),
    articles: new Set(set(table.articles)),
    and: new Set(set(table.and)),
    andAfter: table.andAfter,
    point: new Set(set(table.point)),
    half: table.half.split('|').map((phrase) => phrase.split(' ')),
    parts,
    ordinals,
    determiners: new Set(set(table.determiners)),
    every: new Set(set(table.every)),
  };
}

function set(words: string): string[] {
  return words === '' ? [] : words.split(' ');
}

function numbered(words: string, from: number, step: number): [forms: string[], value: number][] {
  return words.split(' ').map((forms, index) => [forms.split('/'), from + index * step]);
}
