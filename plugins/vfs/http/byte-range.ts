import type { ByteRange } from '../types.js';

/** What a `Range` header asks of a representation. */
export type RangeRequest =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly range: ByteRange }
  | { readonly kind: 'unsatisfiable' };

const WHOLE: RangeRequest = { kind: 'whole' };
const BYTES = /^bytes=(.*)$/i;
const SPEC = /^(?:(\d+)-(\d*)|-(\d+))$/;

/**
 * Reads a `Range` header (RFC 9110, section 14) against a representation of `size` bytes. What is malformed or in
 * another unit counts as absent, and so do several satisfiable ranges: the whole answers them in one piece.
 */
export function parseRange(header: string, size: number): RangeRequest {
  const list = BYTES.exec(header)?.[1];
  if (list === undefined) return WHOLE;
  const specs = list
    .split(',')
    .map((spec) => spec.trim())
    .filter((spec) => spec !== '');
  if (specs.length === 0) return WHOLE;
  const satisfiable: ByteRange[] = [];
  for (const spec of specs) {
    const range = parseSpec(spec, size);
    if (range === 'malformed') return WHOLE;
    if (range !== undefined) satisfiable.push(range);
  }
  const [only, another] = satisfiable;
  if (only === undefined) return { kind: 'unsatisfiable' };
  // No Content-Range can say "the last bytes of nothing".
  if (another !== undefined || size === 0) return WHOLE;
  return { kind: 'part', range: only };
}

/** Undefined when no byte of the representation is asked for. */
function parseSpec(spec: string, size: number): ByteRange | undefined | 'malformed' {
  const match = SPEC.exec(spec);
  if (match === null) return 'malformed';
  const [, first, last, suffix] = match;
  if (suffix !== undefined) {
    const length = Number(suffix);
    return length === 0 ? undefined : { start: Math.max(0, size - length), end: size };
  }
  const start = Number(first);
  const end = last === '' || last === undefined ? size : Math.min(size, Number(last) + 1);
  if (last && Number(last) < start) return 'malformed';
  return start < size ? { start, end } : undefined;
}
