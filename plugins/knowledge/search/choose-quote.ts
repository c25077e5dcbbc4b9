import { presence } from './weigh-words.js';

/** Characters of a quote. */
const LONGEST = 420;
const MOST_SENTENCES = 3;
/** Where a sentence or a line ends; the blanks behind it belong to none. */
const END = /[.!?。！？]+["”»)\]]*(?=\s|$)|\n/gu;

/** Characters of a text, `end` exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The sentences of a block, or the rows of a table, that say most of what is asked, as one stretch. */
export function chooseQuote(text: string, words: readonly string[], isRows = false): Span {
  const sentences = sentencesOf(text);
  const told = sentences.map(({ start, end }) => presence(words, text.slice(start, end)));
  let best: Span | undefined;
  let most = -1;
  for (const [first, { start }] of sentences.entries()) {
    const found = words.map(() => 0);
    for (let last = first; last < Math.min(sentences.length, first + MOST_SENTENCES); last += 1) {
      const end = sentences[last]?.end ?? start;
      if (end - start > LONGEST && last > first) break;
      for (const [index, value] of (told[last] ?? []).entries())
        found[index] = Math.max(found[index] ?? 0, value);
      // A sentence more must say more; a heading alone says little.
      const value =
        found.reduce((sum, each) => sum + each, 0) -
        0.15 * (last - first) -
        (!isRows && isScrap(text, start, end) ? 0.5 : 0);
      if (value > most) {
        most = value;
        best = { start, end };
      }
    }
  }
  return best === undefined ? { start: 0, end: text.length } : cut(text, best);
}

function sentencesOf(text: string): Span[] {
  const spans: Span[] = [];
  let from = 0;
  const add = (to: number) => {
    const piece = text.slice(from, to);
    const start = from + (piece.length - piece.trimStart().length);
    const end = from + piece.trimEnd().length;
    if (end > start) spans.push({ start, end });
    from = to;
  };
  for (const match of text.matchAll(END)) add(match.index + match[0].length);
  add(text.length);
  return spans;
}

/** A heading, or a few words. */
function isScrap(text: string, start: number, end: number): boolean {
  const piece = text.slice(start, end);
  return /^#{1,6}\s/.test(piece) ? !piece.includes('\n') : piece.length < 25;
}

/** A sentence without an end is cut at a word. */
function cut(text: string, { start, end }: Span): Span {
  if (end - start <= LONGEST) return { start, end };
  const piece = text.slice(start, start + LONGEST);
  const blank = piece.search(/\s\S*$/u);
  const length = blank > LONGEST / 2 ? blank : piece.replace(/[\uD800-\uDBFF]$/, '').length;
  return { start, end: start + length };
}
