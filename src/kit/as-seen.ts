/**
 * Capital letters of Cyrillic and Greek, of Cherokee and of Lisu that look like a Latin one, each above it (confusables of
 * Unicode Technical Standard 39).
 */
const STRANGE =
  'АВЕЅЗІӀЈКМНОРСТУҮХԚԜΑΒΕΖΗΙΚΜΝΟΡΤΥΧ' +
  '\u13aa\u13f4\u13df\u13a0\u13ac\u13c0\u13bb\u13ab\u13e6\u13de\u13b7\u13e2\u13d2\u13da\u13a2\u13d9\u13b3\u13c3' +
  '\ua4ee\ua4d0\ua4da\ua4d3\ua4f0\ua4dd\ua4d6\ua4e7\ua4f2\ua4d9\ua4d7\ua4e1\ua4df\ua4e0\ua4f3\ua4d1\ua4e3\ua4e2\ua4d4\ua4f4\ua4e6\ua4ea\ua4eb\ua4ec\ua4dc';
const LATIN = 'ABES3IIJKMHOPCTYYXQWABEZHIKMNOPTYX' + 'ABCDEGHJKLMPRSTVWZ' + 'ABCDEFGHIJKLMNOPRSTUVWXYZ';
const LOOKS: ReadonlyMap<string, string> = new Map(
  [...STRANGE].map((letter, at) => [letter, LATIN[at] ?? '']),
);

const NOBODY_SEES = /\p{Default_Ignorable_Code_Point}/gu;
/** Dashes, with the minus, and with marks and a Japanese vowel that look like one. */
const DASHES = /[\p{Pd}\u2212\u02d7\u30fc\u2500]/gu;
/** Marks that stand for an apostrophe, which are letters to Unicode. */
const APOSTROPHES = /[\u02b0-\u02c1\u02c6-\u02d1]/gu;
const DIGIT = /\p{Nd}/u;
const SPACES = /\p{Zs}+/gu;

/**
 * Text as the eye sees it: form, width, capital letters, kind of dash, what is not shown and the script of a letter do not
 * count.
 */
export function asSeen(text: string): string {
  const plain = text.normalize('NFKC').replace(NOBODY_SEES, '').toLowerCase().toUpperCase();
  let seen = '';
  for (const letter of plain) seen += LOOKS.get(letter) ?? (letter > '\u007f' ? asDigit(letter) : letter);
  return seen.replace(DASHES, '-').replace(APOSTROPHES, "'").replace(SPACES, ' ').trim();
}

/** A digit of any script as that of ours; digits stand ten in a row in Unicode, from their zero. */
function asDigit(letter: string): string {
  if (!DIGIT.test(letter)) return letter;
  const code = letter.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && DIGIT.test(String.fromCodePoint(zero - 1))) zero--;
  return String(code - zero);
}
