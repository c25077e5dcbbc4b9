import type { Language } from './language.js';
import { DE } from './lexicon/de.js';
import { EN } from './lexicon/en.js';
import { ES } from './lexicon/es.js';
import { FR } from './lexicon/fr.js';
import { PT } from './lexicon/pt.js';
import { SW } from './lexicon/sw.js';

/** Groups of words that mean one thing, of one language. Each text lists its alternatives between bars. */
export interface Lexicon {
  /** Whether somebody at home in the language has gone through the table. */
  readonly reviewed: boolean;
  /** Short symbols that only their capitals tell apart: `N`, `n`, `SE`. */
  readonly caseSensitive: string;
  /** What a number or a name may stand for: `population`, `sd`, `dropout`, `path`. */
  readonly fields: Readonly<Record<string, string>>;
  /** What may be wanted: `delete`, `show`, `calculate`. */
  readonly verbs: Readonly<Record<string, string>>;
  /** Misspellings that were seen, by field or verb. */
  readonly slips: Readonly<Record<string, string>>;
  /** Words of dialogue and logic: `yes`, `thanks`, `negation`, `exception`, `all`. */
  readonly talk: Readonly<Record<string, string>>;
}

export const LEXICONS: Readonly<Record<Language, Lexicon>> = {
  en: EN,
  de: DE,
  fr: FR,
  es: ES,
  pt: PT,
  sw: SW,
};

/** The alternatives of one entry. */
export function alternatives(entry: string): string[] {
  return entry.split(' | ');
}
