import type { Language } from '../language/language.js';
import { de } from './phrases/de.js';
import { en } from './phrases/en.js';
import { es } from './phrases/es.js';
import { fr } from './phrases/fr.js';
import type { Phrases } from './phrases/phrases.js';
import { pt } from './phrases/pt.js';
import { sw } from './phrases/sw.js';

/** No native reader has checked any but the English ones yet. */
const PHRASES: Readonly<Record<Language, Phrases>> = { en, de, fr, es, pt, sw };

export function phrasesOf(language: Language): Phrases {
  return PHRASES[language];
}

/** Whether something that was said holds a proposal, in any language. */
export function asksToGoAhead(said: string): boolean {
  return Object.values(PHRASES).some(({ goAhead }) => said.includes(`: ${goAhead}`));
}

/** Whether something that was said asks for values, in any language. */
export function asksForValues(said: string): boolean {
  return Object.values(PHRASES).some(({ stillNeed }) => said.includes(stillNeed));
}

/** The parts of something that was said that ask what values are which were not used, in any language. */
export function asksWhatIs(said: string): string {
  const asked = Object.values(PHRASES).map(({ whatIs }) => whatIs('\n').split('\n'));
  return said
    .split('\n')
    .filter((line) =>
      asked.some(([start = '', end = '']) => line.includes(start) && line.includes(end.trim())),
    )
    .join('\n');
}

/** The words of a list, with the last two joined. */
export function joined(words: readonly string[], { and }: Phrases): string {
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} ${and} ${words.at(-1)}` : (words[0] ?? '');
}
