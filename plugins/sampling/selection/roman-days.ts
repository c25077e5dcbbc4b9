const DIGITS: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 };
const ROMAN = /^m{0,3}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})$/iu;
const [LAST_DATE, MONTHS, CENTURY] = [31, 12, 2000];

/** The number of a Roman numeral; undefined for what is none. */
function romanNumber(text: string): number | undefined {
  if (text === '' || !ROMAN.test(text)) return undefined;
  const values = [...text.toLowerCase()].map((each) => DIGITS[each] ?? 0);
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0);
}

/**
 * A text with days in Roman numerals as figures: `XXVIII.XI.MMXXVI`, also with a year in figures, and `XXVIII November`.
 * @param isMonth whether a word is the name of one
 */
export function romanDaysInFigures(text: string, isMonth: (word: string) => boolean): string {
  const whole =
    /(?<![\p{L}\p{N}])([ivx]{1,7})([\s./-]{1,2})([ivx]{1,4})[\s./-]{1,2}(m[mdclxvi]*|(?:20)?\d\d)(?![\p{L}\p{N}])/giu;
  const beside = /(?<![\p{L}\p{N}])([IVX]{2,7})(?=[\s./-]{1,3}(?:of\s+)?([\p{L}\p{M}]+))/gu;
  return text
    .replaceAll(whole, (found, date: string, _sign: string, month: string, year: string) => {
      const [day, at, of] = [romanNumber(date), romanNumber(month), romanNumber(year) ?? Number(year)];
      if (day === undefined || at === undefined || day > LAST_DATE || at > MONTHS) return found;
      return `${day}.${at}.${of < CENTURY ? CENTURY + of : of}`;
    })
    .replaceAll(beside, (found, numeral: string, name: string) => {
      const day = romanNumber(numeral);
      return day !== undefined && day <= LAST_DATE && isMonth(name) ? String(day) : found;
    });
}
