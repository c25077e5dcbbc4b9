import type { Language } from '../language/language.js';
import type { Reading, Unit } from '../reading/reading.js';

/** What understanding needs of the rooms that read: code, not learnt. */
export interface Reader {
  languageOf(text: string): Language;
  read(text: string, language: Language): Reading;
  /** Classes of each word, in whatever language; as many lists as words. */
  concepts(reading: Reading): readonly (readonly string[])[];
  /** The unit that a word names. */
  unit(word: string): Unit | undefined;
}
