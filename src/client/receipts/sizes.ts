/** What stands behind a figure and makes it larger: signs that may touch it, and words in the languages of the page and of South Asia. */
const SIZES: readonly { readonly times: number; readonly signs?: string; readonly words: RegExp }[] = [
  { times: 12, words: /^(?:dozens?|Dutzend|douzaines?|docenas?|d[uú]zias?|dazeni)(?![\p{L}])/iu },
  { times: 20, words: /^(?:scores?|vingtaines?|veintenas?)(?![\p{L}])/iu },
  {
    times: 100,
    words:
      /^(?:hundreds?|hundert|Hunderte[rn]?|cents?|centaines?|centenas?|centenares|cientos|mia)(?![\p{L}])/iu,
  },
  { times: 144, words: /^gross(?![\p{L}])/iu },
  {
    times: 1e3,
    signs: '[kK]',
    words:
      /^(?:thousands?|tausende?|Tsd\b\.?|mille|mila|milliers?|mil|miles|milhares|millares?|elfu|laki moja)(?![\p{L}])/iu,
  },
  { times: 1e5, words: /^(?:lakhs?|laki)(?![\p{L}])/iu },
  {
    times: 1e6,
    signs: 'M|ml?n',
    words: /^(?:millions?|Millionen|Mio\b\.?|millones|mill[oó]n|milh(?:ão|ões)|milioni)(?![\p{L}])/iu,
  },
  { times: 1e7, words: /^crores?(?![\p{L}])/iu },
  { times: 1e9, signs: 'bn|B', words: /^(?:billions?|Milliarden?|Mrd\b\.?|milliards?|bilioni)(?![\p{L}])/iu },
];

/** Signs of size, as a pattern of what may touch a figure. */
export const SIZE_SIGNS = `(?:${SIZES.flatMap(({ signs }) => signs ?? []).join('|')})`;
/** Characters behind a figure in which all that makes it larger stands. */
export const LONGEST_SIZE = 16;

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';
/** Times a power of ten: `× 1000`, `× 10³`, `*10^3`; a hundred makes percent of a share, and stays apart before `%` and `=`. */
const TIMES_TEN =
  /^\s?[×x*·⋅]\s?(?:10(?:\^|\*\*)(\d{1,2})|10([⁰¹²³⁴⁵⁶⁷⁸⁹]{1,2})|(10(?:[,.'’ \u00a0\u202f]?0{3})*0{0,2})(?![\d%]|[.,]\d|\s?[%=]))/;

/** What makes the figure before a text larger, and by how much; undefined where nothing does. */
export function sizeBehind(text: string): number | undefined {
  const power = TIMES_TEN.exec(text);
  if (power !== null) {
    const [, plain, raised = '', written = ''] = power;
    if (plain !== undefined) return 10 ** Number(plain);
    if (raised !== '') return 10 ** Number([...raised].map((digit) => SUPERSCRIPTS.indexOf(digit)).join(''));
    return Number(written.replace(/\D/g, ''));
  }
  const behind = text.replace(/^\s/, '');
  return (
    sizeOfSign(/^\p{L}+(?!['’\w])/u.exec(behind)?.[0]) ?? SIZES.find(({ words }) => words.test(behind))?.times
  );
}

/** The size that a sign stands for. */
export function sizeOfSign(sign: string | undefined): number | undefined {
  if (sign === undefined) return undefined;
  return SIZES.find(({ signs }) => signs !== undefined && new RegExp(`^(?:${signs})$`).test(sign))?.times;
}
