import { blockIndex } from './reading/prepare-text.js';

/** A piece of text that is one value and not prose: a quotation, an address, an identifier. */
export interface Span {
  readonly kind: 'block' | 'quote' | 'url' | 'email' | 'did' | 'uuid' | 'id' | 'path' | 'time';
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

const PATTERNS: readonly (readonly [kind: Span['kind'], pattern: RegExp])[] = [
  ['quote', /"([^"\n]{1,2000})"|“([^”\n]{1,2000})”|«\s?([^»\n]{1,2000}?)\s?»|`([^`\n]{1,2000})`/gu],
  // An apostrophe between letters belongs to the quotation: 'don't'.
  ['quote', /(?<![\p{L}\p{N}])'((?:[^'\n]|(?<=\p{L})'(?=\p{L})){1,500})'(?![\p{L}\p{N}])/gu],
  ['url', /\b(?:https?|wss?|ftp|ipfs|s3):\/\/[^\s<>"'`]+/giu],
  ['did', /\bdid:[a-z0-9]+:[A-Za-z0-9._:%/#?=-]+/gu],
  ['email', /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}\b/gu],
  // A UUID behind the name of its kind is one identifier: `design-0b9f6d2e-…`.
  [
    'id',
    /(?<![\p{L}\p{N}_-])[A-Za-z]{2,20}[_-][0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/giu,
  ],
  ['uuid', /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/giu],
  ['time', /\b\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]m)?\b/giu],
  ['path', /(?<![\p{L}\p{N}:/+])\/(?=[\w./@-]*[A-Za-z])(?:[\w.@-]+\/)*[\w.@-]+/gu],
  [
    'path',
    /(?<![\p{L}\p{N}:/])(?:[\w@-]+\/)*[\w@-]+\.(?:csv|tsv|xlsx|json|ndjson|geojson|pdf|txt|md|png|jpe?g|zip|parquet)\b/giu,
  ],
  // Letters and digits in one word, as in `dsn_01h9x`, `ABC-123`, `bafy2bza`; `12.5k` and `20km` are numbers.
  [
    'id',
    /(?<![\p{L}\p{N}.,/-])(?=[\w-]{0,100}\d)(?=[\w-]{0,100}[A-Za-z])(?!\d+(?:[.,]\d+)*[A-Za-zµ]{1,5}\b)[A-Za-z0-9]+(?:[_-][A-Za-z0-9]+)*(?![\w/])/gu,
  ],
];

/** The spans of a text in order, without overlaps; earlier kinds of the table win. */
export function findSpans(text: string, blocks: readonly string[] = []): Span[] {
  const found: Span[] = [];
  for (const match of text.matchAll(/[\uE000-\uE03F]/gu)) {
    const value = blocks[blockIndex(match[0])];
    if (value === undefined) continue;
    const [start, end] = [match.index, match.index + 1];
    // In quotes it is a quotation that was kept as it is.
    if (text[start - 1] === '"' && text[end] === '"')
      found.push({ kind: 'quote', value, start: start - 1, end: end + 1 });
    else found.push({ kind: 'block', value, start, end });
  }
  for (const [kind, pattern] of PATTERNS) {
    for (const match of text.matchAll(pattern)) {
      const raw = kind === 'quote' ? match[0] : match[0].replace(/[.,;:!?)\]]+$/u, '');
      const span: Span = {
        kind,
        value: kind === 'quote' ? (match.slice(1).find((group) => group !== undefined) ?? '') : raw,
        start: match.index,
        end: match.index + raw.length,
      };
      if (kind === 'id' && isOrdinary(raw)) continue;
      if (!found.some((other) => span.start < other.end && other.start < span.end)) found.push(span);
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

/** `1st`, `95-5`, `10x`, `3-day`, `Q1` and `2024-Q1` are numbers or periods, not identifiers. */
function isOrdinary(raw: string): boolean {
  return (
    /^\d+(?:st|nd|rd|th)$/iu.test(raw) ||
    /^\d+-?[a-z]{4,}(?:-[a-z]+)?$/iu.test(raw) ||
    /^\d+-[a-z]+$/iu.test(raw) ||
    /^(?:\d{4}-)?[qh][1-4](?:-?\d{4})?$/iu.test(raw)
  );
}
