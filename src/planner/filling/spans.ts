import type { Mention, TextMention } from '../reading/reading.js';

/** A piece of text that is one value and not prose: a quotation, an address, an identifier. */
export interface Span {
  readonly kind: 'block' | 'quote' | 'url' | 'email' | 'did' | 'uuid' | 'id' | 'path' | 'time';
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

const KINDS: Readonly<Record<TextMention['type'], Span['kind']>> = {
  path: 'path',
  did: 'did',
  address: 'id',
  url: 'url',
  email: 'email',
  id: 'id',
  phone: 'id',
  quote: 'quote',
  time: 'time',
  block: 'block',
};
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/iu;

/** The verbatim pieces among what a text mentions, in order, without overlaps: a quotation outranks what it holds. */
export function spansOf(text: string, mentions: readonly Mention[]): Span[] {
  const found: Span[] = [];
  for (const mention of mentions) {
    if (
      mention.type === 'number' ||
      mention.type === 'pair' ||
      mention.type === 'ordinal' ||
      mention.type === 'date'
    ) {
      continue;
    }
    const kind = mention.type === 'id' && UUID.test(mention.value) ? 'uuid' : KINDS[mention.type];
    const span: Span = {
      kind,
      value: mention.value,
      ...(kind === 'quote' ? withMarks(text, mention) : place(mention)),
    };
    found.push(span);
  }
  const quotes = found.filter((span) => span.kind === 'quote');
  return found.filter(
    (span) =>
      span.kind === 'quote' || !quotes.some((quote) => span.start < quote.end && quote.start < span.end),
  );
}

function place({ start, end }: TextMention): { start: number; end: number } {
  return { start, end };
}

/** The marks belong to a quotation where prose is cut out. */
function withMarks(text: string, { start, end }: TextMention): { start: number; end: number } {
  const before = /["“«»„‹「`‘']\s?$/u.exec(text.slice(Math.max(0, start - 2), start))?.[0].length ?? 0;
  const after = /^\s?["”“»«›」`’']/u.exec(text.slice(end, end + 2))?.[0].length ?? 0;
  return { start: start - before, end: end + after };
}
