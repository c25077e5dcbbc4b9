import type { Field, ToolResult } from './find-fields.js';
import { readAnyFigures } from './read-figures.js';

/** A figure among the arguments of a call. */
interface Put {
  readonly value: number;
  /** Of the innermost argument that it is, or stands in. */
  readonly name: string;
  /** It stands in words. */
  readonly inWords: boolean;
}

const SLACK = 4 * Number.EPSILON;
const MOST_PUT = 5_000;
/** Whole numbers below are met by chance: a limit of 50 in one call and 50 files in another; less so within words. */
const DISTINCT = 100;
const DISTINCT_IN_WORDS = 10;

/**
 * Tells the fields that only give back what the caller had put into a call: into that one whatever it is called, into an
 * earlier one (a file that was written and is read) under its own name, or where it is too odd a number to be met by
 * chance. What a tool computed by a formula that it names is its own.
 * @param results in the order of their calls
 */
export function echoesOf(results: readonly ToolResult[]): (field: Field) => boolean {
  const calls = results.map(({ id, args }) => ({ id, put: figuresPut(args) }));
  return (field) => {
    if (field.formula !== undefined) return false;
    const name = field.path.slice(field.path.lastIndexOf('.') + 1);
    for (const { id, put } of calls) {
      const own = id === field.callId;
      const same = put.filter(({ value }) => isSame(value, field));
      if (same.some((each) => own || each.name === name || isDistinct(each, field))) return true;
      if (own) return false;
    }
    return false;
  };
}

function isDistinct({ value, inWords }: Put, { decimals }: Field): boolean {
  const least = inWords && decimals !== undefined ? DISTINCT_IN_WORDS : DISTINCT;
  return !Number.isInteger(value) || Math.abs(value) >= least;
}

/** The same, or the same in percent; in words as far as they show it. */
function isSame(put: number, { value, decimals }: Field): boolean {
  // A small count in words is itself: 0.8 is no 1.
  const isRounded = decimals !== undefined && (decimals > 0 || Math.abs(value) >= DISTINCT_IN_WORDS);
  const room = SLACK * Math.max(1, Math.abs(value)) + (isRounded ? 0.5 * 10 ** -decimals : 0);
  return [put, put / 100, put * 100].some((each) => Math.abs(Math.abs(each) - Math.abs(value)) <= room);
}

/** Numbers of arguments, and those in their words. */
function figuresPut(args: unknown): Put[] {
  const all: Put[] = [];
  const visit = (value: unknown, name: string) => {
    if (all.length >= MOST_PUT) return;
    if (typeof value === 'number') all.push({ value, name, inWords: false });
    else if (typeof value === 'string') {
      for (const { readings, percent } of readAnyFigures(value))
        for (const reading of readings)
          all.push({ value: percent ? reading.value / 100 : reading.value, name, inWords: true });
    } else if (Array.isArray(value)) for (const each of value) visit(each, name);
    else if (typeof value === 'object' && value !== null)
      for (const [inner, each] of Object.entries(value)) visit(each, inner);
  };
  visit(args, '');
  return all;
}
