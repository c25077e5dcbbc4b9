import type { Mention, Reading } from '../../reading/reading.js';
import { FeatureSet } from './feature-set.js';
import type { Token } from './tokens.js';

/** Labels of the model that tells the text of a field from other words. */
export const YES = 'yes';
export const NO = 'no';

/** Words of a message that may be the text of a field: a place, a search term, a note. */
export interface Span {
  readonly start: number;
  readonly end: number;
  /** First and last token; -1 for a quotation. */
  readonly first: number;
  readonly last: number;
  readonly kind: 'words' | 'quote' | 'tail';
}

const LONGEST = 7;
/** Only so many tokens are looked at: what is longer than this says its text in quotes or behind a colon. */
const MOST_TOKENS = 120;
/** A message of more quotations is a text about something. */
const MOST_QUOTES = 24;
const INNER_STOP = /^[.?!;:"«»“”„()]$/u;
const WORDLY = /[\p{L}\p{N}]/u;

/** The spans that could hold a text. */
export function spansOf(reading: Reading, tokens: readonly Token[]): Span[] {
  const quotes = reading.mentions
    .flatMap((mention) => (mention.type === 'quote' ? [mention] : []))
    .slice(0, MOST_QUOTES);
  const spans: Span[] = quotes.map((mention) => {
    const from = mention.start + Math.max(0, mention.raw.indexOf(mention.value));
    return { start: from, end: from + mention.value.length, first: -1, last: -1, kind: 'quote' };
  });
  const most = Math.min(tokens.length, MOST_TOKENS);
  for (let first = 0; first < most; first++) {
    const opening = tokens[first];
    if (opening === undefined || !startsText(opening)) continue;
    for (let last = first; last < most && last < first + LONGEST; last++) {
      const closing = tokens[last];
      if (closing === undefined || (last > first && INNER_STOP.test(closing.text))) break;
      if (!WORDLY.test(closing.text) || closing.mention?.type === 'path') continue;
      const [start, end] = [opening.start, closing.end];
      if (quotes.some((quote) => quote.start < end && start < quote.end)) continue;
      spans.push({ start, end, first, last, kind: 'words' });
    }
  }
  const colon = /:\s+(?=\S)/u.exec(reading.text);
  if (colon !== null) {
    const start = colon.index + colon[0].length;
    const first = tokens.findIndex((token) => token.start >= start);
    const hasData = tokens.slice(Math.max(0, first)).some(({ mention }) => mention?.type === 'block');
    if (first >= 0 && !hasData)
      spans.push({ start, end: reading.text.trimEnd().length, first, last: tokens.length - 1, kind: 'tail' });
  }
  return spans;
}

function startsText({ text, mention }: Token): boolean {
  return WORDLY.test(text) && mention?.type !== 'path' && mention?.type !== 'did';
}

/** What a span shows of being the text of the field `key`. */
export function spanFeatures(
  { text, mentions }: Reading,
  tokens: readonly Token[],
  span: Span,
  key: string,
  operation: string,
): Uint32Array {
  const features = new FeatureSet();
  const both = (feature: string) => {
    features.add(`${key}|${feature}`);
    features.add(`${operation}|${key}|${feature}`);
  };
  both('all');
  both(span.kind);
  if (span.kind === 'quote') {
    addQuote(both, mentions, tokens, span);
    return features.toArray();
  }
  const word = (index: number) => tokens[index]?.text ?? (index < 0 ? '^' : '$');
  const { first, last } = span;
  const raw = text.slice(span.start, span.end);
  both(`L${word(first - 1)}`);
  both(`L~${word(first - 1).slice(0, 5)}`);
  both(`LL${word(first - 2)} ${word(first - 1)}`);
  both(`R${word(last + 1)}`);
  both(`LR${word(first - 1)}|${word(last + 1)}`);
  both(`long${Math.min(6, last - first + 1)}`);
  both(`capital${/^\p{Lu}/u.test(raw)}${first === 0}`);
  both(`capitals${raw.split(/\s+/u).every((part) => /^\p{Lu}/u.test(part))}`);
  both(`end${last >= tokens.length - 1 || /^[.?!]$/u.test(word(last + 1))}`);
  both(`digits${/\d/u.test(raw)}${/_/u.test(raw)}`);
  both(`Rcapital${/^\p{Lu}/u.test(text.slice(tokens[last + 1]?.start ?? text.length))}`);
  both(`Lcapital${/^\p{Lu}/u.test(text.slice(tokens[first - 1]?.start ?? text.length))}`);
  for (const concept of tokens[first - 1]?.concepts ?? []) both(`Lk${concept}`);
  for (const concept of tokens[last + 1]?.concepts ?? []) both(`Rk${concept}`);
  features.add(`${key}|R2${word(last + 1)} ${word(last + 2)}`);
  features.add(`${key}|L3${word(first - 3)}`);
  features.add(`${key}|first${word(first)}`);
  features.add(`${key}|last${word(last)}`);
  for (let index = first; index <= last && index < first + LONGEST; index++) {
    features.add(`${key}|in${word(index)}`);
    features.add(`in${word(index)}`);
    for (const concept of tokens[index]?.concepts ?? []) features.add(`${key}|ink${concept}`);
    if (tokens[index]?.concepts.length === 0) features.add(`${key}|unknown`);
  }
  const opening = word(first).slice(0, 16);
  for (let at = 0; at + 3 <= opening.length; at++) features.add(`${key}|c${opening.slice(at, at + 3)}`);
  return features.toArray();
}

/** How far beside a quotation a word tells what it is. */
const BESIDE = 2;
const MARK = /^["'`“”„«»‹›「」‘’]+$/u;

/** The words beside a quotation, and which of several it is: `change "a" to "b"`. */
function addQuote(
  add: (feature: string) => void,
  mentions: readonly Mention[],
  tokens: readonly Token[],
  { start, end }: Span,
): void {
  const quotes = mentions.filter((mention) => mention.type === 'quote');
  const place = quotes.findIndex((quote) => quote.start <= start && end <= quote.end);
  add(`quote${Math.min(3, place)}of${Math.min(3, quotes.length)}`);
  const words = tokens.filter(({ text }) => !MARK.test(text));
  const before = words.findLastIndex((token) => token.end <= start);
  const after = words.findIndex((token) => token.start >= end);
  for (let step = 0; step < BESIDE; step++) {
    const left = words[before - step];
    const right = after < 0 ? undefined : words[after + step];
    add(`qL${step}${left?.text ?? '^'}`);
    add(`qR${step}${right?.text ?? '$'}`);
    for (const concept of left?.concepts ?? []) add(`qLk${concept}`);
    for (const concept of right?.concepts ?? []) add(`qRk${concept}`);
  }
}
