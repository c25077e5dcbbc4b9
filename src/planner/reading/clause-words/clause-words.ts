import type { Language } from '../../language/language.js';
import { DE } from './de.js';
import { EN } from './en.js';
import { ES } from './es.js';
import { FR } from './fr.js';
import { PT } from './pt.js';
import { SW } from './sw.js';

/**
 * What tells how a clause stands to what it speaks of. Patterns on folded text, alternatives between bars; each is
 * tried at the edges of words. `¤` stands for a path, a quotation or another name, `#` for a number.
 */
export interface ClauseWords {
  /** Join two clauses, with inheritance: `and`, `or`, `then`. */
  readonly joins: string;
  /** Join without inheritance: `but`. */
  readonly turns: string;
  /** Words that may begin a clause of their own behind a joint: subjects, question words, prohibitions. */
  readonly starters: string;
  /** Passed over at the begin of a clause: `please`, `ok`, `just`. */
  readonly fillers: string;
  readonly negation: string;
  /** Negations that forbid nothing: `don't answer`, `not sure`, `no dropout`. */
  readonly harmless: string;
  readonly condition: string;
  /** Conditions out of politeness: `if possible`. */
  readonly courtesy: string;
  /** At the begin: what asks. */
  readonly question: string;
  /** Anywhere: asks what would follow, whether it may be, for advice. */
  readonly advice: string;
  /** At the begin: asks for a deed as an order does, `could you`. */
  readonly request: string;
  /** Wants it in other words: `I want to`, `I need`, `let's`. */
  readonly wish: string;
  readonly past: string;
  /** At the begin of a part of a sentence that speaks of what was done: `I deleted`, `that we moved`. */
  readonly report: string;
  readonly narrowing: string;
  /** At the begin: takes back. */
  readonly correction: string;
  /** Behind a first word that could be an order: no order. */
  readonly noOrder: string;
  /** Behind a first word that no table knows: an order. */
  readonly objects: string;
}

export interface ClausePatterns extends Readonly<Record<keyof ClauseWords, RegExp>> {}

const TABLES: Readonly<Record<Language, ClauseWords>> = { en: EN, de: DE, fr: FR, es: ES, pt: PT, sw: SW };
/** Which patterns are tried at the begin of a text only. */
const LEADING: ReadonlySet<keyof ClauseWords> = new Set([
  'starters',
  'fillers',
  'question',
  'request',
  'report',
  'correction',
  'noOrder',
  'objects',
  'joins',
  'turns',
]);
const compiled = new Map<Language, ClausePatterns>();

/** The patterns of a language. */
export function clausePatterns(language: Language): ClausePatterns {
  const known = compiled.get(language);
  if (known !== undefined) return known;
  const made = Object.fromEntries(
    Object.entries(TABLES[language]).map(([name, words]) => {
      const lead = LEADING.has(name as keyof ClauseWords) ? '^' : String.raw`(?<![\p{L}\p{N}'])`;
      const flags = name === 'harmless' || name === 'courtesy' ? 'gu' : 'u';
      const named = words.replaceAll('¤', '¤+').replaceAll('#', '#+');
      // Folded in place, `ß` is one letter.
      const pattern = language === 'de' ? named.replaceAll('ss', 'ss?') : named;
      // Behind a sign or an apostrophe the next word begins at once: `n'efface`, `¿puedes`.
      return [name, new RegExp(`${lead}(?:${pattern})(?:(?<![\\p{L}\\p{N}])|(?![\\p{L}\\p{N}]))`, flags)];
    }),
  ) as unknown as ClausePatterns;
  compiled.set(language, made);
  return made;
}
