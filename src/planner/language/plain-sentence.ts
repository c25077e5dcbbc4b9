import { fold } from './fold.js';

/** The words and values of a sentence, whatever its case, its spaces and the mark at its end. */
export function plainSentence(text: string): string {
  return fold(text)
    .replace(/\s+/gu, ' ')
    .replace(/[\s.!?]+$/u, '')
    .trim();
}
