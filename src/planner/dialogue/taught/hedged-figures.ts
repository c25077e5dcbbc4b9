import { foldInPlace } from '../../language/fold.js';

/** Words that leave it open whether a figure holds, in six languages, without accents. */
const HEDGE =
  /(?<=^|[,;(]\s*|\s(?:and|und|et|y|e|na|with|mit|avec|con|com|kwa)\s+)(?:maybe|perhaps|possibly|probably|if|assuming|suppose|say|vielleicht|eventuell|wenn|falls|peut-etre|peut etre|si|quizas?|tal vez|si acaso|talvez|se|labda|pengine|kama|ikiwa)(?=(?:\s+\p{L}+){0,3}\s+\d)/gu;

/**
 * A message in which no figure is hedged, of the same length: `..., maybe 15% dropout` doubts the figure and not the wish before it.
 * What opens the message says of the whole of it.
 */
export function withoutHedges(message: string): string {
  const folded = foldInPlace(message);
  let plain = message;
  for (const { 0: hedge, index } of folded.matchAll(HEDGE))
    if (/\d/u.test(folded.slice(0, index)))
      plain = plain.slice(0, index) + ' '.repeat(hedge.length) + plain.slice(index + hedge.length);
  return plain;
}
