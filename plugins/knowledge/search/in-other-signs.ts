import { escapePattern } from 'oracle-runtime/kit';
import type { Span } from '../blocks/paragraphs.js';

/** Signs that editors and readers set for one another; those of numbers above or below the line are none of them. */
const SAME: readonly (readonly [RegExp, string])[] = [
  [/[‘’‚‛′´`]/gu, "'"],
  [/[“”„‟″«»]/gu, '"'],
  [/[‐‑‒–—−]/gu, '-'],
  [/…/gu, '...'],
  [/ﬃ/gu, 'ffi'],
  [/ﬄ/gu, 'ffl'],
  [/ﬀ/gu, 'ff'],
  [/ﬁ/gu, 'fi'],
  [/ﬂ/gu, 'fl'],
  [/[\u00ad\u200b\u2060\ufeff]/gu, ''],
  // Thousands that are parted: a point may be another of numbers.
  [
    /(?<=(?<![\p{L}\p{N}.,])\d{1,3}(?:[,'\u00a0\u2009\u202f]\d{3})*)[,'\u00a0\u2009\u202f](?=\d{3}(?:[,'\u00a0\u2009\u202f]\d{3})*(?![\p{L}\p{N}]|\.\d{3}|,\d))/gu,
    '',
  ],
];

/**
 * Where the words of a quote stand with other blanks, line ends, hyphens there, thousands of numbers, quotation marks, dashes or forms of the same letters: as
 * they come where they are copied from what shows a document.
 */
export function inOtherSigns(text: string, quote: string): Span | undefined {
  const words = plain(quote).trim().split(/\s+/u).filter(Boolean);
  if (words.length === 0) return undefined;
  const there = plain(text);
  const found = new RegExp(
    words.map(BROKEN.test(there) ? brokenPattern : escapePattern).join('\\s+'),
    'u',
  ).exec(there);
  if (found === null) return undefined;
  return { start: placeIn(text, found.index), end: placeIn(text, found.index + found[0].length) };
}

/** Within a word a line may end, behind a hyphen. */
const BROKEN = /-[ \t]*\r?\n/u;
const BREAK = '(?:-[ \\t]*\\r?\\n\\s*)?';

function brokenPattern(word: string): string {
  return Array.from(word, (letter) =>
    letter === '-' ? '-(?:[ \\t]*\\r?\\n\\s*)?' : escapePattern(letter),
  ).join(BREAK);
}

function plain(text: string): string {
  return SAME.reduce((written, [signs, one]) => written.replace(signs, one), text.normalize('NFC'));
}

/** Where the text is as long in plain signs as that. */
function placeIn(text: string, length: number): number {
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (plain(text.slice(0, middle)).length < length) low = middle + 1;
    else high = middle;
  }
  return low;
}
