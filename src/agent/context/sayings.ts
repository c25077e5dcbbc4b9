import type { ThreadMessage } from '../../plugin/index.js';
import { short } from '../head-of.js';

/** A line of a record, and where among all sentences of the person it stood. */
export interface Entry {
  readonly at: number;
  readonly text: string;
}

const NUMBER = /\p{N}/u;
/** A sentence full of numbers takes so many times the length of one. */
const MOST_LENGTHS = 4;
/** Characters of a number: longer ones are cut. */
const LONGEST_NUMBER = 40;
/** Characters of a sentence without a number; shorter ones say yes, or thanks. */
const SHORTEST_SAYING = 8;
/** Sentences without a number that are taken of one message: what was pasted is not what was said. */
const MOST_OF_ONE = 8;
/** Characters of a message without a number that hold as many. */
const LONGEST_HEAD = 2_000;

/** A sentence of the person. */
export interface Sentence extends Entry {
  /** Which message it is of. */
  readonly message: number;
  readonly hasNumber: boolean;
}

/** What the person said, sentence by sentence; of a long message without any number the beginning. */
export function sentencesOf(messages: readonly ThreadMessage[]): readonly Sentence[] {
  const found: Sentence[] = [];
  for (const [message, { role, content }] of messages.entries()) {
    if (role !== 'user') continue;
    const read = NUMBER.test(content) ? content : content.slice(0, LONGEST_HEAD);
    for (const text of split(read))
      if (text !== '') found.push({ at: found.length, text, message, hasNumber: NUMBER.test(text) });
  }
  return found;
}

/** Looking ahead only: looking behind at each letter takes ten times as long. */
function* split(text: string): Generator<string> {
  let from = 0;
  for (const { index, 0: end } of text.matchAll(/[.!?;]\s+(?=\D)|[。！？]\s*(?=\D)|\n+/g)) {
    yield onOneLine(text.slice(from, index + end.length));
    from = index + end.length;
  }
  yield onOneLine(text.slice(from));
}

const onOneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/**
 * The sentences with a number in them. Of what was said twice with another last number the last holds.
 * @param length characters that one has at most, around its numbers
 */
export function sayingsWithNumbers(sentences: readonly Sentence[], length: number): readonly Entry[] {
  const found = new Map<string, Entry>();
  for (const { at, text, hasNumber } of sentences) {
    if (!hasNumber) continue;
    const saying = around(text, length);
    const subject = subjectOf(saying);
    found.set(subject, { at: found.get(subject)?.at ?? at, text: `- ${saying}` });
  }
  return [...found.values()];
}

/**
 * The other sentences, each once: names, wishes, decisions. A question was answered, and is left out.
 * @param length characters that one has at most, from its beginning
 */
export function sayingsWithoutNumbers(sentences: readonly Sentence[], length: number): readonly Entry[] {
  const found = new Map<string, Entry>();
  const ofOne = new Map<number, number>();
  for (const { at, text, message, hasNumber } of sentences) {
    if (hasNumber || /[?？؟]$/u.test(text) || text.length < SHORTEST_SAYING) continue;
    const count = (ofOne.get(message) ?? 0) + 1;
    if (count > MOST_OF_ONE) continue;
    ofOne.set(message, count);
    const saying = short(text, length);
    const key = saying.toLowerCase();
    if (!found.has(key)) found.set(key, { at, text: `- ${saying}` });
  }
  return [...found.values()];
}

/** What a saying gives a number to: all of it but its last number, so that a list of places loses none. */
function subjectOf(saying: string): string {
  return saying.toLowerCase().replace(/\p{N}+(?:[.,]\p{N}+)*(?=\P{N}*$)/u, '#');
}

/** A long sentence, as far as it surrounds its numbers. */
function around(sentence: string, length: number): string {
  if (sentence.length <= length) return sentence;
  const parts: { start: number; end: number }[] = [];
  for (const { index, 0: number } of sentence.matchAll(/\p{N}+(?:[.,]\p{N}+)*/gu)) {
    const start = Math.max(0, Math.min(index - Math.floor(length / 2), sentence.length - length));
    const end = Math.max(start + length, index + Math.min(number.length, LONGEST_NUMBER));
    const last = parts.at(-1);
    if (parts.reduce((sum, part) => sum + part.end - part.start, 0) >= length * MOST_LENGTHS) {
      // Half of this number would be another one.
      if (last !== undefined && index < last.end) last.end = index;
      break;
    }
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else parts.push({ start, end });
  }
  const words = parts.map(({ start, end }) => sentence.slice(start, end).trim()).map(wellFormed);
  const [first, last] = [parts[0]?.start ?? 0, parts.at(-1)?.end ?? 0];
  return `${first > 0 ? '…' : ''}${words.join('…')}${last < sentence.length ? '…' : ''}`;
}

/** Without halves of characters at its ends. */
function wellFormed(text: string): string {
  return text.replace(/^[\uDC00-\uDFFF]/, '').replace(/[\uD800-\uDBFF]$/, '');
}
