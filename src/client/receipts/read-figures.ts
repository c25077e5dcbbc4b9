import { LONGEST_SIZE, SIZE_SIGNS, sizeBehind, sizeOfSign } from './sizes.js';

/** A figure as it stands in a text. */
export interface Figure {
  /** As it is written, with its sign and percent sign. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** What it can mean: `1,234` is one thousand to some and one to others. */
  readonly readings: readonly Reading[];
  readonly percent: boolean;
  /** Nothing tells whether it is thousands or decimals: what it is said to be has to hold for both. */
  readonly ambiguous?: true;
}

export interface Reading {
  readonly value: number;
  /** Digits that it shows behind the point. */
  readonly decimals: number;
}

/** What stands before decimals; the other mark groups thousands. */
export type Decimals = 'point' | 'comma';

const UNIT =
  '(?:[kcm]?m[23²³]?|[kK]?[gG]|[mM]g|t|tCO[2₂]e?|m?[lL]|lbs?|oz|[kM]?Wh|[kMG]?W|[kMGT]?J|h|min|m?s|ha|hh|pp|°C|x|EUR|USD|GBP|CHF|KES|UGX|TZS|ZAR|INR)';
const CURRENCY = '(?:EUR|USD|GBP|CHF|KES|UGX|TZS|ZAR|INR|K[Ss]hs?|USh|TSh|Rs|R)';
/**
 * Digits with marks between them, not inside a word, an id or another number; a power of ten, a sign for thousands. A unit
 * or a currency may touch it.
 */
const FIGURE = new RegExp(
  `(?:(?<![\\w.,:/#^-])|(?<=\\b${CURRENCY}))[-−+]?(?:\\d+(?:[.,'’_ \u00a0\u202f]\\d+)*[½¼¾]?|[½¼¾])(?:[eE][-−+]?\\d{1,2}|${SIZE_SIGNS}(?![A-Za-z]))?(?:\\s?%)?(?:(?=${UNIT}(?![\\w]))|(?![\\w#]|[:/-]\\d|[.,]\\d))`,
  'g',
);
const PARTS: Readonly<Record<string, number>> = { '½': 0.5, '¼': 0.25, '¾': 0.75 };
/** Dates, times and versions are no figures; nor is the number of a thing, such as `design-1` or `step 2`. */
const NO_FIGURE = [
  /\d{4}-\d{1,2}(?:-\d{1,2})?(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?/g,
  /\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b/g,
  /\b\d{1,2}:\d{2}(?::\d{2})?\b/g,
  /\b\d{1,2}\.? (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?(?: \d{4})?\b/g,
  /\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.? \d{1,2}(?:,? \d{4})?\b/g,
  /\bv\d+(?:\.\d+)+\b/g,
  /(?<!\d)(?:19|20)\d{2}[-–/](?:19|20)?\d{2}(?![\d-])/g,
  // A confidence and a precision, as the trade writes them.
  /(?<![\w/])[89]\d\/\d{1,2}(?![\w/])/g,
  // A year by the word before it.
  /\b(?:in|since|until|of|year|anno|seit|bis|[Jj]ahr|en|depuis|année|desde|hasta|año|em|até|ano|mwaka(?: wa)?) (?:19|20)\d{2}\b(?![.,]\d|\s?%)/gi,
  // Of a formula, by the name that stands beside it: `1 - dropoutRate`.
  /\b\d+(?:\.\d+)? ?[-−+*×/] ?[a-z]+[A-Z]\w*/g,
  // Not groups of thousands, as some write them.
  /\b(?!\d{1,3}(?:\.\d{3})+\b)\d+\.\d+\.\d+(?:\.\d+)*\b/g,
];

/**
 * The figures of a text, in order.
 * @param decimals how it is written; where that is left out, the text's own figures tell it, else a point
 */
export function readFigures(text: string, decimals: Decimals | undefined = decimalsOf(text)): Figure[] {
  return writtenIn(text).map((figure) => {
    const readings = likely(figure, decimals ?? 'point');
    // `112.000` is 112 to some and a hundred and twelve thousand to as many; `5,000` hardly five.
    const isOpen = decimals === undefined && readings !== figure.readings && figure.text.includes('.');
    return isOpen ? { ...figure, ambiguous: true } : { ...figure, readings };
  });
}

/** The same, with all that each can mean: how a person writes is not known. */
export function readAnyFigures(text: string): Figure[] {
  return writtenIn(text);
}

/** How a text writes decimals, where its figures tell: `0,8`, `1.234,5` and `1.234.567` do, `1,234` does not. */
export function decimalsOf(text: string): Decimals | undefined {
  const told = new Set(writtenIn(text).map((figure) => ownDecimals(digitsOf(figure.text))));
  if (told.has('point') === told.has('comma')) return undefined;
  return told.has('point') ? 'point' : 'comma';
}

function writtenIn(text: string): Figure[] {
  const exempt = NO_FIGURE.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ index, 0: { length } }) => [index, index + length] as const),
  );
  return [...plain(text).matchAll(FIGURE)].flatMap(({ index: start, 0: whole }) => {
    const end = start + whole.length;
    if (exempt.some(([from, to]) => start < to && end > from)) return [];
    const percent = whole.endsWith('%');
    const sign = MINUS.test(text.slice(Math.max(0, start - LONGEST_MINUS), start)) ? '-' : '';
    const size = percent ? undefined : sizeBehind(text.slice(end, end + LONGEST_SIZE));
    const readings = readingsOf(`${sign}${whole.replace(/\s?%$/, '').replaceAll('−', '-')}`).map((reading) =>
      size === undefined ? reading : larger(reading, size),
    );
    return readings.length === 0 ? [] : [{ text: text.slice(start, end), start, end, readings, percent }];
  });
}

/** Characters before a figure in which a word of minus stands, and what is before that word: a text is long. */
const LONGEST_MINUS = 40;
const MINUS = /(?<!\d\s*)\b(?:minus|moins|menos|negative)\s$/i;

function larger({ value, decimals }: Reading, times: number): Reading {
  return { value: value * times, decimals: decimals - Math.floor(Math.log10(times)) };
}

const ZEROS = [0xff10, 0x0660, 0x06f0, 0x0966, 0x09e6];

/** The text, as long as it was, with digits of other scripts as ours, and apart what stands for more than one number. */
function plain(text: string): string {
  return (
    text
      .replace(/[\uff10-\uff19\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef]/g, (digit) => {
        const code = digit.charCodeAt(0);
        return String(code - (ZEROS.find((zero) => code >= zero && code < zero + 10) ?? code));
      })
      .replaceAll('٫', '.')
      .replaceAll('٬', ',')
      // From, to: each is a figure. What begins with a nought is a telephone's, what goes on is a date or an id.
      .replace(/(?<![\w.,:/#^-])([1-9][\d.,]*%?|0[.,]\d+%?)-(?=[\d.,]*\d%?(?![\w#/:-]|[.,]\d))/g, '$1–')
      .replace(/(?<=\d)(?<!\b0)[x×](?=\d)/g, '*')
      // So many of so many.
      .replace(/(?<![\w.,:/#^-])(\d[\d.,]*)\/(?=\d[\d.,]*(?![\w#/:-]))/g, '$1÷')
  );
}

/** Digits with their marks, without sign, power and percent sign. */
function digitsOf(text: string): string {
  return /\d[\d.,'’ \u00a0\u202f]*/.exec(plain(text))?.[0].trimEnd() ?? '';
}

/** What a figure by itself tells of its marks; three digits behind one mark are thousands to some, decimals to others. */
function ownDecimals(digits: string): Decimals | undefined {
  const marks = digits.replace(/[^.,]/g, '');
  const [first = '', last = ''] = [marks.at(0), marks.at(-1)];
  if (marks === '') return undefined;
  if (first !== last) return last === '.' ? 'point' : 'comma';
  if (marks.length > 1) return first === '.' ? 'comma' : 'point';
  if (/^[1-9]\d{0,2}[.,]\d{3}$/.test(digits)) return undefined;
  return first === '.' ? 'point' : 'comma';
}

function likely({ text, readings }: Figure, decimals: Decimals): readonly Reading[] {
  const digits = digitsOf(text);
  if (readings.length < 2 || ownDecimals(digits) !== undefined) return readings;
  const isDecimal = digits.includes(decimals === 'point' ? '.' : ',');
  return readings.filter((reading) => reading.decimals > 0 === isDecimal);
}

/** English and continental, each where the marks allow it. */
function readingsOf(text: string): Reading[] {
  const readings = new Map<string, Reading>();
  const [, sign = '', digits = '', part = '', exponent, size = ''] =
    /^([-+]?)([^½¼¾A-Za-z]*)([½¼¾]?)(?:[eE]([-+]?\d+)|([A-Za-z]+))?$/.exec(text) ?? [];
  const power = exponent === undefined ? Math.round(Math.log10(sizeOfSign(size) ?? 1)) : Number(exponent);
  for (const [point, groups] of [
    ['.', /^[1-9]\d{0,2}(?:[,_ '’\u00a0\u202f]\d{3})+$|^[1-9]\d?(?:,\d{2})+,\d{3}$|^\d+$/],
    [',', /^[1-9]\d{0,2}(?:[._ '’\u00a0\u202f]\d{3})+$|^\d+$/],
  ] as const) {
    const [whole = '', fraction = '', ...more] = (digits || '0').split(point);
    if (more.length > 0 || !groups.test(whole) || !/^\d*$/.test(fraction) || digits.endsWith(point)) continue;
    const bare = whole.replace(/[.,'’_ \u00a0\u202f]/g, '');
    const amount = Number(`${bare}.${fraction || '0'}e${power}`) + (PARTS[part] ?? 0);
    const value = sign === '-' ? -amount : amount;
    readings.set(`${value}`, { value, decimals: fraction.length + (part === '' ? 0 : 2) - power });
  }
  return [...readings.values()];
}
