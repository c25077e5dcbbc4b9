/**
 * Letters that look like a Latin one, each above it (confusables of Unicode Technical Standard 39): capitals of Cyrillic and
 * Greek, of Cherokee, Lisu, Armenian and Coptic, and the small capitals that stand for sounds.
 */
const STRANGE =
  'АВЕЅЗІӀЈКМНОРСТУҮХԚԜԀҺԌѴΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹͿ\u01c0' +
  '\u13aa\u13f4\u13df\u13a0\u13ac\u13c0\u13bb\u13ab\u13e6\u13de\u13b7\u13e2\u13d2\u13da\u13a2\u13d9\u13b3\u13c3' +
  '\ua4ee\ua4d0\ua4da\ua4d3\ua4f0\ua4dd\ua4d6\ua4e7\ua4f2\ua4d9\ua4d7\ua4e1\ua4df\ua4e0\ua4f3\ua4d1\ua4e3\ua4e2\ua4d4\ua4f4\ua4e6\ua4ea\ua4eb\ua4ec\ua4dc' +
  '\u0555\u054d\u0540\u0548\u0551\u0545\u053c' +
  '\u2c80\u2c82\u2c88\u2c8c\u2c8e\u2c92\u2c94\u2c98\u2c9a\u2c9e\u2ca2\u2ca4\u2ca6\u2ca8\u2cac' +
  '\u1d00\u0299\u1d04\u1d05\u1d07\ua730\u0262\u029c\u026a\u1d0a\u1d0b\u029f\u1d0d\u0274\u1d0f\u1d18\ua7af\u0280\ua731\u1d1b\u1d1c\u1d20\u1d21\u028f\u1d22';
const LATIN =
  'ABES3IIJKMHOPCTYYXQWDHGVABEZHIKMNOPTYXCJI' +
  'ABCDEGHJKLMPRSTVWZ' +
  'ABCDEFGHIJKLMNOPRSTUVWXYZ' +
  'OUHNGJL' +
  'ABEZHIKMNOPCTYX' +
  'ABCDEFGHIJKLMNOPQRSTUVWYZ';
const LOOKS: ReadonlyMap<string, string> = new Map(
  [...STRANGE].map((letter, at) => [letter.toUpperCase(), LATIN[at] ?? '']),
);

/** Letters that Unicode folds, or writes as a capital, to what they do not look like. */
const FOLDED_AWAY: ReadonlyMap<string, string> = new Map([
  ['\u03f2', 'c'],
  ['\u03f9', 'C'],
  ['\u0251', 'a'],
  ['\u0261', 'g'],
]);
const FOLDED = /[\u03f2\u03f9\u0251\u0261]/gu;

const NOBODY_SEES = /\p{Default_Ignorable_Code_Point}/gu;
/** Dashes, with the minus, and with marks and a Japanese vowel that look like one. */
const DASHES = /[\p{Pd}\u2212\u02d7\u30fc\u2500]/gu;
/** Marks that stand for an apostrophe, which are letters to Unicode. */
const APOSTROPHES = /[\u02b0-\u02c1\u02c6-\u02d1]/gu;
const DIGIT = /\p{Nd}/u;
/** No script writes an accent on a digit, and few eyes see one. */
const ON_DIGITS = /(?<=\d)\p{Mn}+/gu;
const SPACES = /\p{Zs}+/gu;

/**
 * Text as the eye sees it: form, width, capital letters, kind of dash, what is not shown and the script of a letter do not
 * count.
 */
export function asSeen(text: string): string {
  const looked = text.replace(FOLDED, (letter) => FOLDED_AWAY.get(letter) ?? letter);
  const plain = looked.normalize('NFKC').replace(NOBODY_SEES, '').toLowerCase().toUpperCase();
  let seen = '';
  for (const letter of plain) seen += LOOKS.get(letter) ?? (letter > '\u007f' ? asDigit(letter) : letter);
  return seen
    .replace(ON_DIGITS, '')
    .replace(DASHES, '-')
    .replace(APOSTROPHES, "'")
    .replace(SPACES, ' ')
    .trim();
}

/** A digit of any script as that of ours; digits stand ten in a row in Unicode, from their zero. */
function asDigit(letter: string): string {
  if (!DIGIT.test(letter)) return letter;
  const code = letter.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && DIGIT.test(String.fromCodePoint(zero - 1))) zero--;
  return String(code - zero);
}
