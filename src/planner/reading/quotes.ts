import type { TextMention } from './reading.js';

const QUOTES: readonly RegExp[] = [
  /"([^"\n]{1,2000})"/gu,
  /“([^“”\n]{1,2000})”/gu,
  /«\s?([^«»\n]{1,2000}?)\s?»/gu,
  /»\s?([^«»\n]{1,2000}?)\s?«/gu,
  /„([^„“”"\n]{1,2000})[“”"]/gu,
  /‹([^‹›\n]{1,2000})›/gu,
  /「([^「」\n]{1,2000})」/gu,
  /`([^`\n]{1,2000})`/gu,
  /(?<![\p{L}\p{N}])‘([^‘\n]{1,500}?)’(?![\p{L}\p{N}])/gu,
  // An apostrophe between letters belongs to the quotation: 'don't'.
  /(?<![\p{L}\p{N}])'((?:[^'\n]|(?<=\p{L})'(?=\p{L})){1,500})'(?![\p{L}\p{N}])/gu,
];

/** Quotations, by whatever marks; their places are those of the words inside. The first kind of mark wins. */
export function findQuotes(text: string): TextMention[] {
  const found: TextMention[] = [];
  const taken = new Uint8Array(text.length);
  for (const pattern of QUOTES) {
    for (const match of text.matchAll(pattern)) {
      const value = match[1] ?? '';
      const start = match.index + match[0].indexOf(value);
      const end = start + value.length;
      if (value.trim() === '' || taken[match.index] === 1 || taken[match.index + match[0].length - 1] === 1)
        continue;
      taken.fill(1, match.index, match.index + match[0].length);
      found.push({ type: 'quote', value, start, end, raw: value });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}
