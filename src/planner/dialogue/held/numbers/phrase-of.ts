import { type Phrase, phraseAround } from '../../../reading/phrase-around.js';
import type { NumberMention } from '../../../reading/reading.js';
import type { SaidNumbers } from './called-numbers.js';

/** The words before and behind a number, up to a stop, to a joining word or to the next number on either side. */
export function phraseOf(mention: NumberMention, { text, numbers }: SaidNumbers): Phrase {
  const from = numbers.filter(({ end }) => end <= mention.start).at(-1)?.end ?? 0;
  const to = numbers.find(({ start }) => start >= mention.end)?.start ?? text.length;
  return phraseAround(text, mention, from, to);
}

/** The same with the number itself. */
export function wordsAround(mention: NumberMention, said: SaidNumbers): string {
  const { lead, tail } = phraseOf(mention, said);
  return `${lead}${mention.raw}${tail}`;
}
