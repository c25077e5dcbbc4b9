/** The words of a name: those that tell people apart, and single letters, which may be initials or stand behind it alone. */
export interface NameWords {
  readonly full: readonly string[];
  readonly letters: readonly string[];
}

/** A word of fewer letters is another one where a letter differs. */
const LONG_WORD = 5;

/** Words of a name in small letters without accents, numbers without leading zeros; `12B` is a number and a letter. */
export function nameWords(cell: string): NameWords {
  const plain = cell.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const words = (plain.match(/\p{L}+|\d+/gu) ?? []).map((word) => word.replace(/^0+(?=\d)/, ''));
  const isFull = (word: string) => word.length > 1 || /\d/.test(word);
  return { full: words.filter(isFull), letters: words.filter((word) => !isFull(word)) };
}

/** One text for all orders of the words of a name, whatever letters stand beside them. */
export function nameKey({ full, letters }: NameWords): string {
  return (full.length > 1 ? full : [...full, ...letters]).toSorted().join(' ');
}

/**
 * Whether two names can be those of one person: all words of the shorter one stand in the longer one, in any order and but
 * for a letter; of a single word, the initials beside it are those of the others.
 */
export function canBeOne(one: NameWords, other: NameWords): boolean {
  const [few, many] = one.full.length <= other.full.length ? [one, other] : [other, one];
  if (few.full.length === 0) return false;
  const left = [...many.full];
  for (const word of few.full) {
    const at = left.findIndex((each) => isSameWord(word, each));
    if (at < 0) return false;
    left.splice(at, 1);
  }
  if (few.full.length > 1) return true;
  if (left.length === 0)
    return few.letters.length === 0 || many.letters.length === 0 || few.letters[0] === many.letters[0];
  return few.letters.every((letter) => left.some((word) => word.startsWith(letter)));
}

function isSameWord(one: string, other: string): boolean {
  if (one === other) return true;
  if (/\d/.test(one + other) || Math.min(one.length, other.length) < LONG_WORD) return false;
  if (Math.abs(one.length - other.length) > 1) return false;
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  return short.slice(short.length === long.length ? at + 1 : at) === long.slice(at + 1);
}
