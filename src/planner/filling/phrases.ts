import { fold } from '../language/fold.js';
import type { TextModel } from './read-text.js';

/** A candidate value cut out of the text. */
export interface Phrase {
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

const ENDS = new Set(
  (
    'today tomorrow tonight now currently yesterday please right this next last over for in at on with within during and or but ' +
    'is are was were be will would should could can do does did has have had the a an to from by of as if then than that which who ' +
    'what when where why how whether because while so my your our it its be i you we they he she there here also too again instead ' +
    'using use like looking look going thanks thank morning afternoon evening weekend week month year days day hours hour'
  ).split(' '),
);
/** Small words that stand inside names. */
const INSIDE_NAMES = new Set([
  'of',
  'the',
  'de',
  'da',
  'do',
  'del',
  'della',
  'di',
  'la',
  'le',
  'les',
  'el',
  'am',
  'an',
  'der',
  'den',
  'van',
  'von',
  'sur',
  'upon',
  'y',
  'al',
]);
const CALENDAR =
  /^(?:mon|tues|wednes|thurs|fri|satur|sun)day$|^(?:january|february|march|april|may|june|july|august|september|october|november|december)$/u;

/** `in F` names a unit and no place. */
const IN = /(?:^|\s)in\s+$/iu;

/**
 * The name that begins at `from`: words up to a mark, a number or a word of ordinary prose. A comma goes on only
 * into a capitalised word (`Paris, Texas`). Undefined when no name begins there.
 */
export function nameAt(
  model: TextModel,
  from: number,
  ordinary: (plain: string) => boolean,
): Phrase | undefined {
  const text = model.text;
  let end = from;
  let start = -1;
  let count = 0;
  let capital = false;
  for (const match of text
    .slice(from)
    .matchAll(/(?<gap>[\s-]*(?:,\s+)?)(?<word>\p{L}[\p{L}\p{M}\p{N}'’.-]*|\S)/gu)) {
    const gap = match.groups?.['gap'] ?? '';
    const raw = (match.groups?.['word'] ?? '').replace(/(?<!\b(?:\p{L}|[Ss]te?|[MmFf]t))[.'’-]+$/u, '');
    const plain = fold(raw);
    const at = from + match.index + gap.length;
    if (!/^\p{L}/u.test(raw) || count >= 5) break;
    if (model.numbers.some((number) => at >= number.start && at < number.end)) break;
    const upper = /^\p{Lu}/u.test(raw);
    if (gap.includes(',') && (count === 0 || !upper || !capital || followsList(text.slice(at)))) break;
    const joins = count > 0 && INSIDE_NAMES.has(plain) && /^\s+\p{Lu}/u.test(text.slice(at + raw.length));
    const begins =
      count === 0 && upper && INSIDE_NAMES.has(plain) && /^\s+\p{Lu}/u.test(text.slice(at + raw.length));
    if (!joins && !begins && (ENDS.has(plain) || CALENDAR.test(plain) || (!upper && ordinary(plain)))) break;
    if (count === 0) {
      start = at;
      capital = upper;
    }
    count++;
    end = at + raw.length;
    if ((match.groups?.['word'] ?? '').length > raw.length) break;
  }
  if (start < 0 || (end - start < 2 && IN.test(text.slice(0, start)))) return undefined;
  return { value: text.slice(start, end), start, end };
}

/** `Berlin, Paris and Rome` is a list, not one name. */
function followsList(rest: string): boolean {
  return /^\p{Lu}[\p{L}\p{M}'’-]*(?:\s+\p{Lu}[\p{L}\p{M}'’-]*)*\s*(?:,\s*\p{Lu}|,?\s+(?:and|or|&)\s+\p{Lu})/u.test(
    rest,
  );
}

/** `A, B and C` from `from` on; a single name gives one. */
export function namesAt(model: TextModel, from: number, ordinary: (plain: string) => boolean): Phrase[] {
  const found: Phrase[] = [];
  let at = from;
  for (;;) {
    const next = nameAt(model, at, ordinary);
    if (next === undefined) return found;
    found.push(next);
    const join = /^(?:\s*,\s*(?:(?:and|or|&)\s+)?|\s+(?:and|or|&)\s+)(?:in\s+|for\s+)?/iu.exec(
      model.text.slice(next.end),
    );
    if (join === null) return found;
    const begin = next.end + join[0].length;
    // Ordinary prose may follow `and`; another name of a list is written as the first was.
    if (/^\p{Lu}/u.test(next.value) !== /^\p{Lu}/u.test(model.text.slice(begin))) return found;
    if (!/^\p{Lu}/u.test(next.value) && !endsThere(model.text, begin)) return found;
    at = begin;
  }
}

/** In lower case only a list that ends the sentence is surely one. */
function endsThere(text: string, from: number): boolean {
  return /^[\p{L}\p{M}'’ -]{2,40}(?:[?.!]|\s*$|,|\s+(?:and|today|tomorrow|now)\b)/u.test(text.slice(from));
}

/** Runs of capitalised words that do not merely begin a sentence. */
export function properNames(model: TextModel, ordinary: (plain: string) => boolean): Phrase[] {
  const found: Phrase[] = [];
  for (const match of model.text.matchAll(/(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{M}'’-]+/gu)) {
    if (found.some((other) => match.index < other.end)) continue;
    const opens = /(?:^|[.!?:]\s+)$/u.test(model.text.slice(0, match.index));
    if (opens && (ordinary(fold(match[0])) || ENDS.has(fold(match[0])))) continue;
    const name = nameAt(model, match.index, ordinary);
    if (name !== undefined && !model.spans.some((span) => name.start < span.end && span.start < name.end))
      found.push(name);
  }
  return found;
}
