import type { Word } from '../../language/words.js';
import type { Mention, Reading } from '../../reading/reading.js';

/** A word of a message, or the value that stands in its place. */
export interface Token {
  /** The word without accents, or `<path>`, `<number%>`. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly mention: Mention | undefined;
  /** Classes of words that it belongs to, in whatever language. */
  readonly concepts: readonly string[];
}

/** The words of a message, each with its classes, and one token for each value. A quotation is words: it may be long, and often is prose. */
export function tokensOf(reading: Reading, concepts: readonly (readonly string[])[]): Token[] {
  const values = reading.mentions.filter((mention) => mention.type !== 'quote');
  const tokens: Token[] = [];
  let next = 0;
  for (const [index, word] of reading.words.entries()) {
    for (; (values[next]?.end ?? Number.POSITIVE_INFINITY) <= word.start; next++);
    const mention = values[next];
    if (mention === undefined || word.end <= mention.start) {
      tokens.push(plainToken(word, concepts[index] ?? []));
      continue;
    }
    if (tokens.at(-1)?.mention === mention) continue;
    const { start, end } = mention;
    tokens.push({ text: `<${shapeOf(mention)}>`, start, end, mention, concepts: [] });
  }
  return tokens;
}

const QUOTE = '<quote>';

/**
 * The tokens with one for each quotation: what a quotation says is no wish of who quotes it. A message that is quoted whole
 * stays as it is.
 */
export function quotesClosed(tokens: readonly Token[], { mentions }: Reading): readonly Token[] {
  const quotes = mentions.filter((mention) => mention.type === 'quote');
  if (quotes.length === 0) return tokens;
  const closed: Token[] = [];
  let outside = false;
  let next = 0;
  for (const token of tokens) {
    for (; (quotes[next]?.end ?? Number.POSITIVE_INFINITY) <= token.start; next++);
    const quote = quotes[next];
    if (quote === undefined || token.end <= quote.start) {
      closed.push(token);
      outside ||= /\p{L}/u.test(token.text);
    } else if (closed.at(-1)?.start !== quote.start) {
      const { start, end } = quote;
      closed.push({ text: QUOTE, start, end, mention: undefined, concepts: [] });
    }
  }
  return outside ? closed : tokens;
}

function plainToken({ plain, start, end }: Word, concepts: readonly string[]): Token {
  return { text: plain, start, end, mention: undefined, concepts };
}

/** What kind of value it is, as far as a sentence shows. */
export function shapeOf(mention: Mention): string {
  if (mention.type === 'date') return `date${mention.ahead === undefined ? '' : distanceOf(mention.ahead)}`;
  if (mention.type !== 'number') return mention.type;
  if (mention.percent) return 'number%';
  if (mention.unit !== undefined) return `number:${mention.unit.dimension}`;
  return mention.fraction ? 'number/' : 'number';
}

/** Which side of today a day or a span is: `+1` for tomorrow, `+week` for the next one, `0` for today. */
function distanceOf([first, last]: readonly [first: number, last: number]): string {
  const length = last - first;
  const side = last < 0 ? '-' : first > 0 ? '+' : '';
  if (length > 0) return `${side || '0'}${length < 7 ? 'week' : length < 31 ? 'month' : 'year'}`;
  return Math.abs(first) <= 2 ? `${side}${Math.abs(first)}` : side;
}
