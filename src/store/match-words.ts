/** Characters of an excerpt, about. */
const EXCERPT = 120;

/** Words of a search: letters and digits, folded, each once. */
export function queryWords(query: string): readonly string[] {
  return [...new Set(fold(query).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])];
}

/** Text as words are looked for in it: without case, in one Unicode form. */
export function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** The line around the first of the words, for people; undefined where none occurs. */
export function excerptOf(text: string, words: readonly string[]): string | undefined {
  const line = text.normalize('NFKC').replace(/\s+/g, ' ');
  const places = words.map((word) => line.toLowerCase().indexOf(word)).filter((at) => at >= 0);
  if (places.length === 0) return undefined;
  const start = Math.max(0, Math.min(...places) - EXCERPT / 3);
  const cut = line.slice(start, start + EXCERPT).replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '');
  return `${start > 0 ? '…' : ''}${cut.trim()}${start + EXCERPT < line.length ? '…' : ''}`;
}
