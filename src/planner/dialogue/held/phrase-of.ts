import type { NumberMention } from '../../reading/reading.js';
import type { SaidNumbers } from './called-numbers.js';

/** What ends the words of a value: a stop, and what joins it to the next. */
const JOINT =
  /[,;.!?()\n|]|(?<!\p{L})(?:and|plus|with|but|(?<!give )or|then|und|mit|aber|oder|dann|et|avec|mais|ou|puis|y|con|pero|o|luego|e|com|mas|depois|na|pamoja|lakini|au|kisha)(?!\p{L})/iu;

/** The words before and behind a number, up to a stop, to a joining word or to the next number on either side. */
export function phraseOf(
  mention: NumberMention,
  { text, numbers }: SaidNumbers,
): { readonly lead: string; readonly tail: string } {
  const before = numbers.filter(({ end }) => end <= mention.start).at(-1)?.end ?? 0;
  const next = numbers.find(({ start }) => start >= mention.end)?.start ?? text.length;
  const lead = text.slice(before, mention.start).split(JOINT).at(-1) ?? '';
  const tail = text.slice(mention.end, next).split(JOINT)[0] ?? '';
  return {
    lead: text.slice(mention.start - lead.length, mention.start),
    tail: text.slice(mention.end, mention.end + tail.length),
  };
}

/** The same with the number itself. */
export function wordsAround(mention: NumberMention, said: SaidNumbers): string {
  const { lead, tail } = phraseOf(mention, said);
  return `${lead}${mention.raw}${tail}`;
}
