import { type Word, words } from '../language/tokenize.js';
import { readOnce } from '../reading/read-once.js';
import type { DateMention, Reading } from '../reading/reading.js';
import { type NumberMention, numbersOf } from './numbers.js';
import { type Span, spansOf } from './spans.js';

/** What is known of a text beside its words; see `Said`. */
interface Beside {
  /** The day it was said, `YYYY-MM-DD`, where known. */
  readonly today?: string | undefined;
  /** The data that private characters of the text stand for. */
  readonly blocks?: readonly string[];
  readonly decimal?: '.' | ',' | undefined;
}

/** A request, read once: its words, numbers, days and verbatim pieces with their places. */
export interface TextModel extends Beside {
  readonly text: string;
  readonly today: string | undefined;
  readonly blocks: readonly string[];
  readonly decimal: '.' | ',' | undefined;
  /** All that was read of it. */
  readonly reading: Reading;
  /** Words of prose; those inside numbers, days and verbatim pieces are left out. */
  readonly words: readonly Word[];
  readonly numbers: readonly NumberMention[];
  readonly dates: readonly DateMention[];
  readonly spans: readonly Span[];
}

/** What stands in the text beside a number, seen from that number. */
export interface Neighbour {
  readonly word: Word;
  /** 0..1: how much this word says about the number. */
  readonly weight: number;
  readonly side: 'left' | 'right';
}

/** Reads a text; a part of another is read with what is known beside that one. */
export function readText(text: string, { today, blocks = [], decimal }: Beside = {}): TextModel {
  const reading = readOnce(text, { today, blocks, decimal });
  const { mentions } = reading;
  const spans = spansOf(text, mentions);
  const inSpan = overlapWith(spans);
  const dates = mentions.filter((one) => one.type === 'date');
  const numbers = numbersOf(
    text,
    mentions.filter((one) => !inSpan(one.start, one.end)),
  ).slice(0, MAX_NUMBERS);
  const inNumber = overlapWith(numbers.filter((number) => number.implied !== true));
  return {
    text,
    today,
    blocks,
    decimal,
    reading,
    words: words(text).filter((word) => !inSpan(word.start, word.end) && !inNumber(word.start, word.end)),
    numbers,
    dates,
    spans,
  };
}

/** Whether something overlaps one of some places, which are in order and do not overlap each other. */
function overlapWith(places: readonly { readonly start: number; readonly end: number }[]) {
  return (start: number, end: number): boolean => {
    let low = 0;
    let high = places.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((places[middle]?.end ?? 0) <= start) low = middle + 1;
      else high = middle;
    }
    return (places[low]?.start ?? Number.POSITIVE_INFINITY) < end;
  };
}

/** A request with more numbers than this is data, and not to be matched number by number. */
const MAX_NUMBERS = 120;
const LINKS = new Set([
  'of',
  'is',
  'at',
  'to',
  'by',
  'was',
  'be',
  'equals',
  'about',
  'around',
  'roughly',
  'approximately',
]);
const FADE = 0.72;
const REACH = 0.02;

/** The words around a number, weighted by distance and by what stands between. */
export function neighbours(model: TextModel, number: NumberMention): Neighbour[] {
  return [...look(model, number, 'left'), ...look(model, number, 'right')];
}

function look(model: TextModel, number: NumberMention, side: 'left' | 'right'): Neighbour[] {
  const found: Neighbour[] = [];
  const list =
    side === 'left'
      ? model.words.filter((w) => w.end <= number.start).reverse()
      : model.words.filter((w) => w.start >= number.end);
  const linked = linkBefore(model, number);
  let weight = side === 'left' ? (linked ? 1.25 : 1) : linked ? 0.8 : 1;
  let edge = side === 'left' ? number.start : number.end;
  for (const word of list) {
    const between = side === 'left' ? model.text.slice(word.end, edge) : model.text.slice(edge, word.start);
    weight *= crossing(model, between, side, edge, word);
    if (weight < REACH) break;
    found.push({ word, weight, side });
    // Function words cost little: `dropout rate of about 15%` is one phrase. A joining word starts another.
    if (/^(?:and|but|plus|with|while)$/u.test(word.plain)) weight *= 0.55;
    else weight *= word.stop ? 0.95 : FADE;
    edge = side === 'left' ? word.start : word.end;
  }
  return found;
}

/** Whether `of`, `is`, `=`, `:` ties the number to what stands before it. */
function linkBefore(model: TextModel, number: NumberMention): boolean {
  const before = model.text.slice(Math.max(0, number.start - 16), number.start);
  if (/[=:~]\s*$/u.test(before)) return true;
  const last = /(\p{L}+)\s*$/u.exec(before)?.[1];
  return last !== undefined && LINKS.has(last.toLowerCase());
}

/** What it costs to look across the text between a number and a word. */
function crossing(
  model: TextModel,
  between: string,
  side: 'left' | 'right',
  edge: number,
  word: Word,
): number {
  let factor = 1;
  if (/[.!?](?:\s|$)|\n/u.test(between)) factor *= 0.12;
  else if (/;/u.test(between)) factor *= 0.2;
  else if (/,(?:\s|$)/u.test(between)) factor *= 0.35;
  const [from, to] = side === 'left' ? [word.end, edge] : [edge, word.start];
  const numbers = model.numbers.filter(
    (other) => !other.implied && other.start >= from && other.end <= to,
  ).length;
  return factor * 0.25 ** numbers;
}
