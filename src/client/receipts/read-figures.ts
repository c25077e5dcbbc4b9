/** A figure as it stands in a text. */
export interface Figure {
  /** As it is written, with its sign and percent sign. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** What it can mean: `1,234` is one thousand to some and one to others. */
  readonly readings: readonly Reading[];
  readonly percent: boolean;
}

export interface Reading {
  readonly value: number;
  /** Digits that it shows behind the point. */
  readonly decimals: number;
}

/** Digits with marks between them, not inside a word, an id or another number, and no exponent. */
const FIGURE = /(?<![\w.,:/#^-])[-−+]?\d+(?:[.,'’ \u00a0\u202f]\d+)*(?:\s?%)?(?![\w#]|[:/-]\d|[.,]\d)/g;
/** Dates, times and versions are no figures; nor is the number of a thing, such as `design-1` or `step 2`. */
const NO_FIGURE = [
  /\d{4}-\d{1,2}(?:-\d{1,2})?(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?/g,
  /\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b/g,
  /\b\d{1,2}:\d{2}(?::\d{2})?\b/g,
  /\b\d{1,2}\.? (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?(?: \d{4})?\b/g,
  /\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.? \d{1,2}(?:,? \d{4})?\b/g,
  /\bv\d+(?:\.\d+)+\b/g,
  // Not groups of thousands, as some write them.
  /\b(?!\d{1,3}(?:\.\d{3})+\b)\d+\.\d+\.\d+(?:\.\d+)*\b/g,
];

/** The figures of a text, in order. */
export function readFigures(text: string): Figure[] {
  const exempt = NO_FIGURE.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ index, 0: { length } }) => [index, index + length] as const),
  );
  return [...text.matchAll(FIGURE)].flatMap(({ index: start, 0: whole }) => {
    const end = start + whole.length;
    if (exempt.some(([from, to]) => start < to && end > from)) return [];
    const percent = whole.endsWith('%');
    const digits = whole.replace(/\s?%$/, '').replace('−', '-');
    const readings = readingsOf(digits);
    return readings.length === 0 ? [] : [{ text: whole, start, end, readings, percent }];
  });
}

/** English and continental: which of point and comma is the decimal one is told by where they stand, else both are tried. */
function readingsOf(text: string): Reading[] {
  const readings = new Map<string, Reading>();
  for (const [point, groups] of [
    ['.', /^[-+]?\d{1,3}(?:[, '’\u00a0\u202f]\d{3})+$|^[-+]?\d+$/],
    [',', /^[-+]?\d{1,3}(?:[. '’\u00a0\u202f]\d{3})+$|^[-+]?\d+$/],
  ] as const) {
    const [whole = '', fraction, ...more] = text.split(point);
    if (more.length > 0 || !groups.test(whole) || (fraction !== undefined && !/^\d+$/.test(fraction)))
      continue;
    const plain = whole.replace(/[.,'’ \u00a0\u202f]/g, '');
    const value = Number(fraction === undefined ? plain : `${plain}.${fraction}`);
    readings.set(`${value}`, { value, decimals: fraction?.length ?? 0 });
  }
  return [...readings.values()];
}
