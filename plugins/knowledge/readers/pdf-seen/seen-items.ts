import type { PdfItem } from '../pdf-lines.js';
import type { Letter } from './letters.js';

/** Letters that are passed over to find where an item goes on: pdf.js leaves out what stands outside of the page. */
const MOST_PASSED = 5_000;
/** So few letters may stand anywhere. */
const FEW = 3;
const PASSED_FOR_FEW = 200;

/**
 * A page's items without what nobody sees. Both readers go through a page in one order, so that each letter of an item is one
 * that was drawn; where they do not agree, what is drawn there counts if all of it can be seen.
 */
export function seenItems<Item extends PdfItem>(
  items: readonly Item[],
  letters: readonly Letter[],
): readonly Item[] {
  const drawn = letters.flatMap(({ text, unseen }) =>
    [...plainly(text)].map((sign) => ({ sign, isSeen: unseen === undefined })),
  );
  const signs = drawn.map(({ sign }) => sign);
  let next = 0;
  return items.map((item) => {
    const wanted = [...plainly(item.str)];
    if (wanted.length === 0) return item;
    const at = placeOf(signs, wanted, next);
    // A line from right to left has them in another order.
    const from = at ?? next;
    const seen = drawn.slice(from, from + wanted.length).map(({ isSeen }) => isSeen);
    next = from + wanted.length;
    if (!seen.includes(false)) return item;
    return at === undefined || !seen.includes(true) ? { ...item, str: ' ' } : partOf(item, seen);
  });
}

/** Where these signs stand next in this order. */
function placeOf(signs: readonly string[], wanted: readonly string[], from: number): number | undefined {
  if (isAt(signs, wanted, from)) return from;
  const sorted = wanted.toSorted().join('');
  if (
    signs
      .slice(from, from + wanted.length)
      .toSorted()
      .join('') === sorted
  )
    return undefined;
  const most = from + (wanted.length < FEW ? PASSED_FOR_FEW : MOST_PASSED);
  for (let at = from + 1; at <= Math.min(most, signs.length - wanted.length); at += 1)
    if (isAt(signs, wanted, at)) return at;
  return undefined;
}

function isAt(signs: readonly string[], wanted: readonly string[], at: number): boolean {
  return wanted.every((sign, place) => signs[at + place] === sign);
}

/** An item with the letters alone that can be seen, a blank where others stand between them. */
function partOf<Item extends PdfItem>(item: Item, seen: readonly boolean[]): Item {
  let place = 0;
  let str = '';
  let begin: number | undefined;
  let isGap = false;
  const characters = [...item.str];
  for (const [at, character] of characters.entries()) {
    const { length } = [...plainly(character)];
    const isBlank = length === 0;
    const isSeen = seen[place] === true;
    place += length;
    if (isBlank ? isGap : !isSeen) {
      isGap = true;
      continue;
    }
    if (isGap && str !== '' && !/\s$/u.test(str)) str += ' ';
    isGap = false;
    begin ??= at;
    str += character;
  }
  const shift = ((begin ?? 0) / characters.length) * item.width;
  const [a = 1, b = 0, c = 0, d = 1, x = 0, y = 0] = item.transform;
  const width = (str.length / characters.length) * item.width;
  return { ...item, str, transform: [a, b, c, d, x + shift, y], width };
}

/** Signs that both readers write alike, without blanks and what has no width. */
function plainly(text: string): string {
  return text.normalize('NFKC').replace(/[\s\p{Cf}\p{Cc}]/gu, '');
}
