import type { Language } from '../language/language.js';
import { languageOf } from '../language/language-of.js';

/** So many words tell a language; a shorter message (`yes`, `8%`, `/a.md`) leaves it to those before. */
const ENOUGH = 3;
/** The beginning of a message tells its language. */
const READ = 2_000;
const WORD = /(?<=^|[\s"'“„«(¿¡])\p{L}[\p{L}'’-]*(?=$|[\s"'”“»),.;:!?])/gu;

/** The language of a talk, by the person's last messages: numbers, paths and identifiers tell nothing. */
export function languageOfTalk(said: readonly string[]): Language {
  const words: string[] = [];
  for (const text of said.toReversed()) {
    words.unshift(...(text.slice(0, READ).match(WORD) ?? []));
    if (words.length >= ENOUGH) break;
  }
  return languageOf(words.join(' '));
}
