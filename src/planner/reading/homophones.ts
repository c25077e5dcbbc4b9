import { conceptsAt } from '../language/concepts.js';
import type { Word } from '../language/words.js';
import type { Scan } from './scan.js';

/** Fields whose value a number right behind them is. */
const LABELS = new Set(
  [
    'mean',
    'sd',
    'median',
    'variance',
    'proportion',
    'confidence',
    'precision',
    'dropout',
    'seed',
    'cv',
    'icc',
    'designEffect',
  ].map((name) => `field.${name}`),
);

/**
 * `siz 4 2500 housholds`: a lone 4 or 2 between a word and a larger number is a hasty `for` or `to`.
 * The words that stand so, with the word that was meant.
 */
export function findHomophones(scan: Scan): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  if (scan.language !== 'en') return found;
  for (let index = 1; index < scan.words.length - 1; index++) {
    const meant = scan.plain(index) === '4' ? 'for' : scan.plain(index) === '2' ? 'to' : undefined;
    if (meant === undefined || scan.glued(index) || scan.glued(index + 1)) continue;
    const before = scan.words[index - 1];
    const after = scan.plain(index + 1);
    if (
      before === undefined ||
      !/^\p{L}{2,}$/u.test(before.raw) ||
      !/^\d{2,}/u.test(after) ||
      /^000(?!\d)/u.test(after)
    )
      continue;
    if (!isLabel(before, scan)) found.set(index, meant);
  }
  return found;
}

function isLabel(word: Word, scan: Scan): boolean {
  const [concepts = []] = conceptsAt([word], scan.language);
  return concepts.some((concept) => LABELS.has(concept));
}
