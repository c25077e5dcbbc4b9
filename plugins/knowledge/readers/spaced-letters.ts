import type { PdfItem } from './pdf-lines.js';

/** Letters that are set apart, one blank between each two: `T h e`. */
const APART = /^\S(?: \S)*$/u;
const THREE = /^\p{L} \p{L} \p{L}/u;
const LEAST_LETTERS = 4;

/** A page's items with words that are set letter by letter, as headings are, written as words. */
export function joinSpaced(items: readonly PdfItem[]): readonly PdfItem[] {
  const joined = [...items];
  for (let from = 0; from < items.length; ) {
    let to = from;
    while (to < items.length && isApart(items[to])) {
      to += 1;
      if (items[to - 1]?.hasEOL === true) break;
    }
    const run = items.slice(from, to).map(({ str }) => str);
    const letters = run.join('').match(/\p{L}/gu)?.length ?? 0;
    if (letters >= LEAST_LETTERS && run.some((str) => THREE.test(str.trim())))
      for (let at = from; at < to; at += 1) {
        const item = items[at];
        if (item !== undefined && item.str.trim() !== '')
          joined[at] = { ...item, str: item.str.replace(/(?<=\S) (?=\S)/gu, '') };
      }
    from = Math.max(to, from + 1);
  }
  return joined;
}

const isApart = (item: PdfItem | undefined) =>
  item !== undefined && (item.str.trim() === '' || APART.test(item.str.trim()));
