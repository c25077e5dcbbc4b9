import { conceptsAt } from '../language/concepts.js';
import { foldInPlace } from '../language/fold.js';
import type { Language } from '../language/language.js';
import type { Word } from '../language/words.js';
import { type ClausePatterns, clausePatterns } from './clause-words/clause-words.js';
import type { Mention } from './reading.js';

/** Stand for values while a clause is judged: what is quoted, named or counted says nothing of the clause. */
const NAME = '¤';
const COUNT = '#';
/** How far a pattern looks from a word on. */
const LOOK = 120;

/** A text as its clauses are judged. */
export interface ClauseText {
  /** Folded, values masked, one character for one. */
  readonly masked: string;
  readonly words: readonly Word[];
  /** Whether a word may be an order. */
  readonly orders: readonly boolean[];
  readonly patterns: ClausePatterns;
}

/** Makes a text ready to be cut into clauses. */
export function clauseText(
  text: string,
  language: Language,
  mentions: readonly Mention[],
  words: readonly Word[],
): ClauseText {
  const concepts = conceptsAt(words, language);
  return {
    masked: mask(text, language, mentions),
    words,
    orders: concepts.map((list) => list.some((concept) => concept.startsWith('verb.'))),
    patterns: clausePatterns(language),
  };
}

function mask(text: string, language: Language, mentions: readonly Mention[]): string {
  let folded = foldInPlace(text);
  // In Spanish an accent alone tells yes from if, and what I did from what is to be done.
  if (language === 'es') {
    folded = folded.replace(/(?<!\p{L})(?:si|\p{L}{3,}[eoi])(?!\p{L})/gu, (word, place: number) => {
      const last = text[place + word.length - 1] ?? '';
      return /^[éóí]$/iu.test(last) ? word.slice(0, -1) + last.toLowerCase() : word;
    });
  }
  let masked = '';
  let at = 0;
  for (const { type, start, end } of mentions) {
    if (end <= at) continue;
    const from = Math.max(at, start);
    masked +=
      folded.slice(at, from) + (type === 'number' || type === 'pair' ? COUNT : NAME).repeat(end - from);
    at = end;
  }
  return masked + folded.slice(at);
}

/** Whether a word is part of a value. */
export function isValue({ masked }: Pick<ClauseText, 'masked'>, word: Word): boolean {
  return masked[word.start] === NAME || masked[word.start] === COUNT;
}

/** The text from a word on, as far as patterns look. */
export function ahead({ masked, words }: ClauseText, index: number): string {
  const start = words[index]?.start ?? masked.length;
  return masked.slice(start, start + LOOK);
}

/** The index of the first word behind so many characters. */
export function wordsIn({ words }: ClauseText, index: number, length: number): number {
  const end = (words[index]?.start ?? 0) + length;
  let next = index;
  while ((words[next]?.start ?? end) < end) next++;
  return next;
}

export function skipFillers(seen: ClauseText, from: number, to: number): number {
  let index = from;
  while (index < to) {
    const filler = seen.patterns.fillers.exec(ahead(seen, index))?.[0];
    // `then` may be the order itself in no language, but `no` is more than a filler.
    if (filler === undefined) break;
    index = Math.max(index + 1, wordsIn(seen, index, filler.length));
  }
  return index;
}

/** Whether a word begins an order: a known verb, or any word whose object follows. */
export function isOrder(seen: ClauseText, index: number): boolean {
  const word = seen.words[index];
  if (word === undefined || isValue(seen, word) || !/^\p{L}{2}/u.test(word.raw)) return false;
  const rest = ahead(seen, index + 1);
  if (seen.patterns.noOrder.test(rest)) return false;
  if (seen.orders[index] === true) return true;
  const { starters, question, objects, joins, turns, condition } = seen.patterns;
  const here = ahead(seen, index);
  const known =
    [starters, question, joins, turns, objects].some((pattern) => pattern.test(here)) ||
    condition.exec(here)?.index === 0;
  return !known && !SMALL.test(word.plain) && objects.test(rest);
}

/** Prepositions and the like, before which an object stands as well. */
const SMALL =
  /^(?:in|on|at|of|for|from|to|with|by|about|as|into|after|before|over|under|between|than|like|since|per|von|mit|fur|fuer|aus|bei|nach|uber|auf|an|zu|vor|unter|seit|de|du|des|pour|avec|dans|par|chez|sur|entre|depuis|vers|con|para|por|sobre|desde|hasta|segun|em|com|ate|sob|entre|na|no|kwa|ya|wa|za|la|cha|katika|kwenye|kutoka|kuhusu|only|not|all|how|what|there)$/u;
