import { conceptsAt } from '../language/concepts.js';
import type { Language } from '../language/language.js';
import { languageOf } from '../language/language-of.js';
import { readOnce } from '../reading/read-once.js';
import type { Reading, Unit } from '../reading/reading.js';
import { unitNamed } from '../reading/units.js';

/** What understanding needs of the rooms that read: code, not learnt. */
export interface Reader {
  languageOf(text: string): Language;
  read(text: string, language: Language): Reading;
  /** Classes of each word, in whatever language; as many lists as words. */
  concepts(reading: Reading): readonly (readonly string[])[];
  /** The unit that a word names. */
  unit(word: string): Unit | undefined;
}

/** What a conversation says of its texts beside their words. */
export interface ReaderContext {
  /** `YYYY-MM-DD`. */
  readonly today?: string | undefined;
  /** The data that private characters of the text stand for. */
  readonly blocks?: readonly string[];
  /** What the person writes before decimals, where they have said so. */
  readonly decimal?: '.' | ',' | undefined;
}

/** A day on which sentences are learnt from: a message is read on a day that is known, too, so that `tomorrow` is one. */
export const LESSON_DAY = '2025-03-12';

export function createReader(context: ReaderContext = {}): Reader {
  return {
    languageOf,
    read: (text, language) => readOnce(text, { ...context, language }),
    concepts: ({ words, language }) => conceptsAt(words, language),
    unit: unitNamed,
  };
}
