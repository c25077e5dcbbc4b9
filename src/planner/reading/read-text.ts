import type { Language } from '../language/language.js';
import { languageOf } from '../language/language-of.js';
import { readClauses } from './clauses.js';
import { findDates } from './dates.js';
import { findHomophones } from './homophones.js';
import { findIdentifiers } from './identifiers.js';
import { findAtoms } from './numbers.js';
import { findOrdinals } from './ordinals.js';
import { findPaths, isQuotedPath } from './paths.js';
import { blockIndex } from './prepare-text.js';
import { findQuantities } from './quantities.js';
import { findQuotes } from './quotes.js';
import { joinRatios } from './ratios.js';
import type { Mention, Reading, TextMention } from './reading.js';
import { Scan } from './scan.js';

/** What is known of a text beside its words. */
export interface Said {
  /** The language, where it is known; else the text tells. */
  readonly language?: Language;
  /** The day it was said, `YYYY-MM-DD`; without it `tomorrow` is no date. */
  readonly today?: string | undefined;
  /** The data that private characters of the text stand for. */
  readonly blocks?: readonly string[];
  /** What stands before decimals, where the writer has said so; else the text tells, or leaves both readings. */
  readonly decimal?: '.' | ',' | undefined;
}

/**
 * Reads a text once, in time that grows with its length alone: its words, the values that stand in it, and what each of
 * its clauses does. Never throws; values never overlap, but that a quotation may hold others.
 */
export function readText(text: string, said: Said = {}): Reading {
  const language = said.language ?? languageOf(text);
  const scan = new Scan(text, language, said.decimal);
  const mentions: Mention[] = [];
  const add = (found: readonly Mention[]) => {
    for (const mention of found) {
      if (!scan.isFree(mention.start, mention.end)) continue;
      scan.take(mention.start, mention.end);
      mentions.push(mention);
    }
  };
  const isFree = (start: number, end: number) => scan.isFree(start, end);
  add(findBlocks(text, said.blocks ?? []));
  const quotes = findQuotes(text).filter((quote) => isFree(quote.start, quote.end));
  add(
    quotes.filter((quote) => isQuotedPath(quote.value)).map((quote) => ({ ...quote, type: 'path' as const })),
  );
  add(findIdentifiers(text, isFree).filter((one) => one.type !== 'id'));
  add(findPaths(text, isFree));
  add(findDates(text, said.today, language));
  add(findIdentifiers(text, isFree));
  const homophones = findHomophones(scan);
  for (const index of homophones.keys()) {
    const word = scan.words[index];
    if (word !== undefined) scan.take(word.start, word.end);
  }
  const ordinals = findOrdinals(scan);
  const numbers = findQuantities(scan, joinRatios(scan, findAtoms(scan)));
  mentions.push(...ordinals);
  add(numbers);
  mentions.push(...quotes);
  mentions.sort((a, b) => a.start - b.start || b.end - a.end);
  const words = scan.words.map((word, index) => {
    const meant = homophones.get(index);
    return meant === undefined ? word : { ...word, plain: meant };
  });
  return { text, language, words, mentions, clauses: readClauses(text, language, mentions, words) };
}

/** Pasted data that stands as one private character. */
function findBlocks(text: string, blocks: readonly string[]): TextMention[] {
  const found: TextMention[] = [];
  for (const match of text.matchAll(/[\uE000-\uE03F]/gu)) {
    const value = blocks[blockIndex(match[0])];
    if (value === undefined) continue;
    const [start, end] = [match.index, match.index + 1];
    const quoted = text[start - 1] === '"' && text[end] === '"';
    found.push({ type: quoted ? 'quote' : 'block', value, start, end, raw: match[0] });
  }
  return found;
}
