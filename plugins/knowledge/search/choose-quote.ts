import type { Span } from '../blocks/paragraphs.js';
import { type Sentence, sentencesOf } from '../blocks/sentences.js';
import type { DocumentText } from '../readers/document-text.js';
import { presence } from './weigh-words.js';

/** Characters that a second or third sentence may make a quote long. */
const USUAL = 420;
const MOST_SENTENCES = 3;
/** What a quote stands below that is told with it. */
const MOST_BELOW = 3;
/** Characters of a sentence that is quoted whole; a longer one is told to go on. */
const LONGEST = 2_000;

export interface Quote extends Span {
  /** What it stands below and cannot do without, outside of it; the highest first. */
  readonly below: readonly Span[];
  /** The sentence is longer than what is quoted of it. */
  readonly isCut: boolean;
}

/**
 * The sentences, or the rows of a table, that say most of what is asked, as one stretch, of those that a block touches. A
 * sentence is quoted whole, also where the block ends within it, and an item with what leads its list in.
 */
export function chooseQuote(document: DocumentText, block: Span, words: readonly string[]): Quote {
  const { text } = document;
  const all = sentencesOf(document);
  const first = firstIn(all, block.start);
  const sentences: Sentence[] = [];
  for (let at = first; at < all.length && (all[at]?.start ?? block.end) < block.end; at += 1) {
    const sentence = all[at];
    if (sentence !== undefined) sentences.push(sentence);
  }
  const said = ({ start, end }: Span) => text.slice(start, Math.min(end, start + LONGEST));
  // A row says what it says under the first of its table.
  const told = sentences.map((sentence) =>
    presence(words, [sentence, ...headOf(sentence)].map(said).join('\n')),
  );
  let best: { readonly first: number; readonly last: number } | undefined;
  let most = -1;
  for (const [from, { start }] of sentences.entries()) {
    const found = words.map(() => 0);
    for (let last = from; last < Math.min(sentences.length, from + MOST_SENTENCES); last += 1) {
      const end = sentences[last]?.end ?? start;
      if (end - start > USUAL && last > from) break;
      for (const [index, value] of (told[last] ?? []).entries())
        found[index] = Math.max(found[index] ?? 0, value);
      // A sentence more must say more; a heading alone says little.
      const value =
        found.reduce((sum, each) => sum + each, 0) -
        0.15 * (last - from) -
        (sentences[from]?.isRow !== true && isScrap(text, start, end) ? 0.5 : 0);
      if (value > most) {
        most = value;
        best = { first: first + from, last: first + last };
      }
    }
  }
  if (best === undefined) return whole(text, block.start, block.end);
  const chosen = all[best.first];
  const start = chosen?.from ?? block.start;
  if (chosen !== undefined && best.first === best.last && chosen.end - chosen.start > LONGEST)
    return within(document, chosen, block, words);
  const quote = whole(text, start, endOf(all, best.last, start));
  return { ...quote, below: below(all.slice(best.first, best.last + 1), quote) };
}

/** The sentences whole that a piece of a document is cut from, with what they cannot do without. */
export function wholeAround(document: DocumentText, piece: Span): Quote {
  const { text } = document;
  const all = sentencesOf(document);
  const first = firstIn(all, piece.start);
  let last = first;
  while ((all[last + 1]?.start ?? piece.end) < piece.end) last += 1;
  const chosen = all[first];
  if (chosen === undefined) return { ...piece, below: [], isCut: false };
  if (first === last && chosen.end - chosen.start > LONGEST) return within(document, chosen, piece, []);
  // A blank or a mark at an end of the piece may lie outside of every sentence.
  const start = Math.min(chosen.from, piece.start);
  const quote = whole(text, start, Math.max(endOf(all, last, start), piece.end));
  return { ...quote, below: below(all.slice(first, last + 1), quote) };
}

/** The lines around what is asked for of a sentence that is too long for a quote, below what it begins with. */
function within({ text }: DocumentText, sentence: Sentence, block: Span, words: readonly string[]): Quote {
  let best = Math.max(sentence.start, block.start);
  let most = 0;
  for (let at = best; at < Math.min(sentence.end, block.end); ) {
    const line = lineEnd(text, at, Math.min(sentence.end, at + LONGEST));
    const value = presence(words, text.slice(at, line)).reduce((sum, each) => sum + each, 0);
    if (value > most) {
      most = value;
      best = at;
    }
    at = line + 1;
  }
  if (lineEnd(text, best, sentence.end) - sentence.from <= LONGEST)
    return whole(text, sentence.from, sentence.end);
  const before = text.indexOf('\n', best - LONGEST / 4) + 1;
  const start = before > best - LONGEST / 4 && before <= best ? before : best;
  const first = { start: sentence.start, end: lineEnd(text, sentence.start, sentence.start + LONGEST / 4) };
  const { end } = whole(text, start, sentence.end);
  return { start, end, below: [...sentence.below, first].slice(0, MOST_BELOW), isCut: true };
}

/** Where a line ends that begins at `start`, at the latest at `most`. */
function lineEnd(text: string, start: number, most: number): number {
  const end = text.indexOf('\n', start);
  return end === -1 || end > most ? most : end;
}

/** The first row of its table, where it is another. */
function headOf({ start, from, isRow, below }: Sentence): readonly Span[] {
  if (!isRow) return [];
  return from < start ? [{ start: from, end: start }] : below;
}

/** What the sentences of a quote stand below, but for what it holds itself. */
function below(sentences: readonly Sentence[], quote: Span): Span[] {
  const spans = new Map<number, Span>();
  for (const sentence of sentences)
    for (const span of sentence.below)
      if (span.start < quote.start || span.end > quote.end) spans.set(span.start, span);
  return [...spans.values()].sort((one, other) => one.start - other.start).slice(0, MOST_BELOW);
}

/** The first sentence that ends behind a place. */
function firstIn(sentences: readonly Sentence[], at: number): number {
  let low = 0;
  let high = sentences.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sentences[middle]?.end ?? 0) > at) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** What leads something in says nothing without it: the items that follow belong to it, as many as a quote may hold. */
function endOf(all: readonly Sentence[], last: number, start: number): number {
  const sentence = all[last];
  let end = sentence?.end ?? start;
  if (sentence?.isLead !== true) return end;
  for (let at = last + 1; at < all.length; at += 1) {
    const next = all[at];
    if (next === undefined || next.end - start > LONGEST) break;
    if (at > last + 1 && !next.isItem) break;
    end = next.end;
    if (!next.isItem) break;
  }
  return end;
}

/** A heading, or a few words. */
function isScrap(text: string, start: number, end: number): boolean {
  const piece = text.slice(start, end);
  return /^#{1,6}\s/.test(piece) ? !piece.includes('\n') : piece.length < 25;
}

/** What is too long for a quote ends at a line or a word, and says that it goes on. */
function whole(text: string, start: number, end: number): Quote {
  if (end - start <= LONGEST) return { start, end, below: [], isCut: false };
  const piece = text.slice(start, start + LONGEST);
  const line = piece.lastIndexOf('\n');
  const blank = line > LONGEST / 2 ? line : piece.search(/\s\S*$/u);
  const length = blank > LONGEST / 2 ? blank : piece.replace(/[\uD800-\uDBFF]$/, '').length;
  return { start, end: start + piece.slice(0, length).trimEnd().length, below: [], isCut: true };
}
