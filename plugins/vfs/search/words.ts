const LONGEST = 64;

/**
 * The words of a text, in the order of their first appearance, with how often each occurs: runs of letters, marks
 * and digits, in lower case and compatibility form, without accents that Latin writing may leave out.
 */
export function wordsOf(text: string, most = Number.POSITIVE_INFINITY): Map<string, number> {
  const words = new Map<string, number>();
  for (const [word] of normalize(text).matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    const known = words.get(word);
    if (known !== undefined) words.set(word, known + 1);
    else if (words.size < most && word.length <= LONGEST) words.set(word, 1);
  }
  return words;
}

/** The form in which words are compared. */
export function normalize(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
}
