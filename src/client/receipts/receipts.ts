import { isAboutKeeping } from './about-keeping.js';
import { echoesOf } from './echoes.js';
import { type Field, findFields, type ToolResult } from './find-fields.js';
import { type Decimals, type Figure, type Reading, readAnyFigures, readFigures } from './read-figures.js';

/** A figure of an answer, and what it rests on. */
export interface Receipt extends Figure {
  /**
   * `found`: tools gave it, in `fields`. `given`: a person said it. `assumed`: whoever wrote the answer had put it into a
   * call, and `fields` only give it back. `open`: nobody said it; whoever wrote the answer made it, by reckoning or guess.
   */
  readonly kind: 'found' | 'given' | 'assumed' | 'open';
  readonly fields: readonly Field[];
}

/** Finds what the figures of a text rest on. */
export type FindReceipts = (text: string) => Receipt[];

/** A figure below this that shows no decimals must be met exactly: every 0.8 would be a 1. */
const SMALL = 10;
/** Doubles that were written in decimal and read again. */
const SLACK = 4 * Number.EPSILON;
/** Fields that are shown of one figure. */
const MOST_SHOWN = 20;

/** A figure that shows fewer digits is met by any number that is near it. */
const FEWEST_DIGITS = 2;
/** As much as a figure below ten may be off what it is rounded from: 0.95 is no 1.0. */
const MOST_OFF = 0.025;
/** What a share is called may be shown to two digits of it; another number, such as a factor, to three. */
const DIGITS_OF_OTHERS = 3;
/** Tools whose answers tell what there is to call: figures in there are examples. */
const ABOUT_TOOLS: ReadonlySet<string> = new Set(['list_capabilities', 'load_capability']);

/** Characters before a figure that may say what it is. */
const NEAR = 40;
/** What a number is called that another is multiplied with. */
const FACTOR = /(effect|factor|ratio|multiplier|equivalent|coefficient|weight|deff)$/i;

/** What a number is called that may be shown in percent though it is whole: all of them, none of them. */
const SHARE =
  /percent|pct|share|rate|ratio|proportion|fraction|confidence|precision|probability|coverage|usage|margin|dropout/i;
/** What is told in percent. */
const PERCENT = /percent|pct|%$/i;

/**
 * A figure matches a field whose value is the figure once it is rounded to the digits that the figure shows; a percentage
 * matches a share that is a hundredth of it. A minus that is shown is meant; one that is not may be in the words (`a fall
 * of 5`). The words of a source that a tool cites have no figures, wherever they stand. What a call was given is no
 * finding of it, nor of a later one.
 * @param results in the order of their calls
 * @param said what people said in the conversation
 * @param decimals how the answer writes them, where that is known better than one text of it tells
 */
export function receiptsFrom(
  results: readonly ToolResult[],
  said: readonly string[],
  decimals?: Decimals,
): FindReceipts {
  const fields = results.filter(({ tool }) => !ABOUT_TOOLS.has(tool)).flatMap(findFields);
  const isEcho = echoesOf(results);
  const given = said.flatMap((words) => readAnyFigures(withPercentSigns(words)));
  const cited = [
    ...new Set(
      fields.flatMap(({ source, formula }) =>
        [source ?? '', formula ?? ''].filter((words) => /\d/.test(words)),
      ),
    ),
  ];
  return (text) => {
    const within = cited.flatMap((source) => placesOf(source, text));
    return readFigures(text, decimals).flatMap((figure): Receipt[] => {
      if (within.some(([from, to]) => figure.start >= from && figure.end <= to)) return [];
      const around = aroundOf(text, figure);
      const matches = distinct(fields.filter((field) => isMatch(figure, field, around)));
      const sources = matches.filter((field) => !isEcho(field));
      const isGiven = given.some((each) => isGivenAs(figure, each));
      // What a person wrote is not what some other number rounds to.
      if (sources.some((field) => isExactly(figure, field)) || (sources.length > 0 && !isGiven))
        return [{ ...figure, kind: 'found', fields: best(figure, sources) }];
      if (isGiven) return [{ ...figure, kind: 'given', fields: [] }];
      const kind = matches.length > 0 ? 'assumed' : 'open';
      return [{ ...figure, kind, fields: best(figure, matches) }];
    });
  };
}

/** Without code and links; `80 percent` as `80%`, in the languages of the page; `95/5` as its confidence and its precision. */
function withPercentSigns(words: string): string {
  return words
    .replace(/^ {0,3}(```+|~~~+)[\s\S]*?(?:^ {0,3}\1|$(?![\s\S]))/gm, ' ')
    .replace(/`[^`\n]*`|\bhttps?:\/\/\S+/g, ' ')
    .replace(/(\d)\s*(?:per ?cent|Prozent|pour cent|por ciento|por cento)\b/gi, '$1%')
    .replace(/(?<![\d/])([5-9]\d(?:[.,]\d+)?)\/(\d\d?(?:[.,]\d+)?)(?![\d/])/g, '$1% $2%')
    .replace(/\basilimia (\d[\d.,]*)/gi, '$1%');
}

function placesOf(words: string, text: string): (readonly [number, number])[] {
  const places: (readonly [number, number])[] = [];
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + words.length))
    places.push([at, at + words.length]);
  return places;
}

function isMatch(figure: Figure, field: Field, { before, around, isKept, isPart }: Around): boolean {
  const isSmall = figure.readings.every(({ value }) => Math.abs(value) < SMALL);
  // A count is met by any version, line or size in bytes, a small one by any other: by `3-day` and by one of `1/3` first of all.
  if (field.ofKeeping !== undefined && (isSmall || (field.ofKeeping === 'kept' && !isKept))) return false;
  if (isPart && isSmall && Number.isInteger(field.value)) return false;
  // A factor of one or of nothing does nothing: each 1 of a formula would be it. Alone it is named by what stands before its text.
  const factor = FACTOR.exec(field.path)?.[1]?.toLowerCase();
  const isIdle = (field.value === 1 || field.value === 0) && factor !== undefined;
  if (isIdle && /\p{L}/u.test(around) && !before.includes(factor)) return false;
  const digits = significantDigits(figure.text);
  const mayBeRounded =
    digits >=
    (figure.percent && field.percent !== true && !SHARE.test(field.path) ? DIGITS_OF_OTHERS : FEWEST_DIGITS);
  const fits = (reading: Reading) =>
    asShown(figure, field).some((value) =>
      mayBeRounded ? isRounded(reading, value) && isNear(reading, value) : isSame(reading, value),
    );
  return figure.ambiguous === true ? figure.readings.every(fits) : figure.readings.some(fits);
}

/** What stands around a figure and says what it is of. */
interface Around {
  /** In small letters. */
  readonly before: string;
  /** The same before and behind it; without a letter where the figure stands alone. */
  readonly around: string;
  /** It is said to be of how something is kept. */
  readonly isKept: boolean;
  /** It is a part of a whole that is written as one: `3-day`, `1/3`, `3x4`. */
  readonly isPart: boolean;
}

function aroundOf(text: string, { start, end }: Figure): Around {
  const before = text.slice(Math.max(0, start - NEAR), start);
  return {
    before: before.toLowerCase(),
    around: before + text.slice(end, end + NEAR),
    isKept: isAboutKeeping(text, start, end),
    isPart: /^(?:-\p{L}|[/x×*]\d)/u.test(text.slice(end, end + 2)) || /\d[/x×*]$/.test(before),
  };
}

/** Noughts in front show nothing. */
function significantDigits(text: string): number {
  return text
    .replace(/[eE].*$/, '')
    .replace(/[^\p{Nd}]/gu, '')
    .replace(/^0+/, '').length;
}

function isSame({ value: shown }: Reading, value: number): boolean {
  if (shown < 0 && value > 0) return false;
  return Math.abs(Math.abs(shown) - Math.abs(value)) <= SLACK * Math.max(1, Math.abs(value));
}

function isNear({ value: shown }: Reading, value: number): boolean {
  return (
    Math.abs(shown) >= SMALL ||
    Math.abs(Math.abs(shown) - Math.abs(value)) <= MOST_OFF * Math.abs(value) + SLACK
  );
}

/** The value of a field as the figure would show it: in percent, or plain. */
function asShown({ percent }: Figure, field: Field): readonly number[] {
  const { path, value } = field;
  if (!percent) return [value];
  if (PERCENT.test(path)) return [value, value * 100];
  const isShare = field.percent === true || SHARE.test(path) || !Number.isInteger(value) || value === 0;
  return isShare ? [value * 100] : [];
}

/**
 * Said as a share and shown in percent, or said in percent and shown as a share. What nothing tells the size of has to be
 * said in both: `1,5 kg` is no `1.500`. What was said may be of thousands, which one that shows no decimals then is.
 */
function isGivenAs(shown: Figure, said: Figure): boolean {
  const fits = (reading: Reading) =>
    said.readings.some(
      ({ value, decimals }) =>
        (said.readings.length === 1 || decimals <= 0 || reading.decimals > 0) &&
        saidAs(shown, said, value).some((each) => isRounded(reading, each)),
    );
  return shown.ambiguous === true ? shown.readings.every(fits) : shown.readings.some(fits);
}

function saidAs(shown: Figure, said: Figure, value: number): readonly number[] {
  if (said.percent === shown.percent) return [value];
  if (said.percent) return [value, value / 100];
  // A share may be shown in percent; seven homes are not 700%.
  return Math.abs(value) <= 1 ? [value * 100] : [];
}

function isRounded({ value: shown, decimals }: Reading, value: number): boolean {
  if (shown < 0 && value > 0) return false;
  const less = Math.abs(value) - Math.abs(shown);
  const slack = SLACK * Math.max(1, Math.abs(value));
  if (decimals === 0 && Math.abs(shown) < SMALL) return Math.abs(less) <= slack;
  const half = 0.5 * 10 ** -decimals;
  // Half a digit is rounded up, as people do: 0.85 is 0.9 and no 0.8.
  return less < Math.max(half - slack, slack) && -less <= half + slack;
}

/** Those first that say how they were computed, and of these the ones that are the figure before they are rounded. */
function best(figure: Figure, fields: readonly Field[]): Field[] {
  const rank = (field: Field) => (field.formula === undefined ? 2 : 0) + (isExactly(figure, field) ? 0 : 1);
  return fields.toSorted((a, b) => rank(a) - rank(b)).slice(0, MOST_SHOWN);
}

function isExactly(figure: Figure, field: Field): boolean {
  return figure.readings.some((reading) => asShown(figure, field).some((value) => isSame(reading, value)));
}

/** Each field once: words beside a number often say it again. */
function distinct(fields: readonly Field[]): Field[] {
  return [...new Map(fields.map((field) => [`${field.callId} ${field.path}`, field])).values()];
}
