import { numberWords } from '../language/number-words.js';
import type { OrdinalMention } from './reading.js';
import type { Scan } from './scan.js';

/** Places in a row: `the first one`, `the last design`, `der zweite`, `ya pili`. `first, list` and `last week` are none. */
export function findOrdinals(scan: Scan): OrdinalMention[] {
  const found: OrdinalMention[] = [];
  const { ordinals, determiners } = numberWords(scan.language);
  for (let index = 0; index < scan.words.length; index++) {
    const value = ordinals.get(scan.plain(index));
    const word = scan.words[index];
    if (value === undefined || word === undefined) continue;
    const led = determiners.has(scan.plain(index - 1)) && scan.follows(index);
    const named = /^(?:ones?|eine|uno|una|um)$/u.test(scan.plain(index + 1)) && scan.follows(index + 1);
    // la quinta parte, kati ya tano: a share.
    const isPart =
      /^partes?$/u.test(scan.plain(index + 1)) || /^(?:kati|sehemu|moja)$/u.test(scan.plain(index - 2));
    if ((!led && !named) || isPart) continue;
    found.push({ type: 'ordinal', value, start: word.start, end: word.end, raw: word.raw });
    scan.take(word.start, word.end);
  }
  return found;
}
