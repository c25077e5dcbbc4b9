import { type Field, findFields, type ToolResult } from './find-fields.js';
import { type Figure, type Reading, readFigures } from './read-figures.js';

/** A figure of an answer, and what it rests on. */
export interface Receipt extends Figure {
  /**
   * `found`: tools gave it, in `fields`. `given`: a person said it. `open`: nobody did; whoever wrote the answer made it,
   * by reckoning or by guess.
   */
  readonly kind: 'found' | 'given' | 'open';
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

/**
 * A figure matches a field whose value is the figure once it is rounded to the digits that the figure shows; a percentage
 * also one of which it is a hundred times. The sign may be left to the words (`a fall of 5`).
 * @param said what people said in the conversation
 */
export function receiptsFrom(results: readonly ToolResult[], said: readonly string[]): FindReceipts {
  const fields = results.flatMap(findFields);
  const given = said.flatMap(readFigures);
  return (text) =>
    readFigures(text).map((figure) => {
      const matches = distinct(fields.filter(({ value }) => isMatch(figure, value)));
      if (matches.length > 0) return { ...figure, kind: 'found', fields: best(figure, matches) };
      const isGiven = given.some((each) => each.readings.some(({ value }) => isGivenAs(figure, each, value)));
      return { ...figure, kind: isGiven ? 'given' : 'open', fields: [] };
    });
}

function isMatch({ readings, percent }: Figure, value: number): boolean {
  return readings.some(
    (reading) => isRounded(reading, value) || (percent && isRounded(reading, value * 100)),
  );
}

/** Said as a share and shown in percent, or said in percent and shown as a share. */
function isGivenAs(shown: Figure, said: Figure, value: number): boolean {
  const values =
    said.percent === shown.percent ? [value] : said.percent ? [value, value / 100] : [value, value * 100];
  return values.some((each) => shown.readings.some((reading) => isRounded(reading, each)));
}

function isRounded({ value: shown, decimals }: Reading, value: number): boolean {
  const difference = Math.abs(Math.abs(shown) - Math.abs(value));
  const slack = SLACK * Math.max(1, Math.abs(value));
  if (decimals === 0 && Math.abs(shown) < SMALL) return difference <= slack;
  return difference <= 0.5 * 10 ** -decimals + slack;
}

/** Those first that say how they were computed, and of these the ones that are the figure before they are rounded. */
function best(figure: Figure, fields: readonly Field[]): Field[] {
  const rank = ({ formula, value }: Field) =>
    (formula === undefined ? 2 : 0) + (isExactly(figure, value) ? 0 : 1);
  return fields.toSorted((a, b) => rank(a) - rank(b)).slice(0, MOST_SHOWN);
}

function isExactly({ readings, percent }: Figure, value: number): boolean {
  const slack = SLACK * Math.max(1, Math.abs(value));
  return readings.some(({ value: shown }) =>
    [value, ...(percent ? [value * 100] : [])].some(
      (each) => Math.abs(Math.abs(shown) - Math.abs(each)) <= slack,
    ),
  );
}

/** Each field once: words beside a number often say it again. */
function distinct(fields: readonly Field[]): Field[] {
  return [...new Map(fields.map((field) => [`${field.callId} ${field.path}`, field])).values()];
}
