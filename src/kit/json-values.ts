import { z } from 'zod';
import { type Found, wrongType } from './json-fault.js';

export type Words = Readonly<Record<string, unknown>>;

const TYPES = new Set(['null', 'boolean', 'number', 'integer', 'string', 'array', 'object']);
/** So many choices are told again. */
const MOST_TOLD = 20;
/** Characters of a choice that are told again. */
const LONGEST_TOLD = 60;
/** Characters of a text beyond which its format is not looked at. */
const LONGEST_FORMATTED = 100;

/** Of the formats, those on whose limits all agree. */
const FORMATS: Readonly<Record<string, z.ZodType>> = {
  date: z.iso.date(),
  'date-time': z.iso.datetime({ offset: true }),
  uuid: z.guid(),
};

export function isObject(value: unknown): value is Words {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** The type that a schema asks for, in words; undefined for one that asks for none. */
export function typeAskedFor(schema: unknown): string | undefined {
  const type = isObject(schema) ? schema['type'] : undefined;
  const types = (Array.isArray(type) ? type : [type]).filter((each) => TYPES.has(each as string));
  return types.length === 0 ? undefined : types.join(' or ').replaceAll('integer', 'int');
}

/** @returns whether the value is of the type, so that the other words are worth a look */
export function checkType(schema: Words, value: unknown, found: Found): boolean {
  const { type } = schema;
  if (type === undefined) return true;
  const types = Array.isArray(type) ? type : [type];
  if (types.length === 0 || types.length > TYPES.size || types.some((each) => !TYPES.has(each as string))) {
    found.letBy();
    return true;
  }
  const is = typeOf(value);
  if (types.includes(is) || (types.includes('integer') && Number.isInteger(value))) return true;
  found.add({ faults: [wrongType(typeAskedFor(schema) ?? '', is)], sure: true });
  return false;
}

export function checkNumber(schema: Words, value: number, found: Found): void {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  // Draft 4 says by a boolean that the bound itself is out.
  const least = exclusiveMinimum === true ? minimum : exclusiveMinimum;
  const most = exclusiveMaximum === true ? maximum : exclusiveMaximum;
  if (typeof least === 'number' && value <= least) found.say(`must be more than ${least}`);
  else if (typeof minimum === 'number' && value < minimum) found.say(`must be at least ${minimum}`);
  if (typeof most === 'number' && value >= most) found.say(`must be less than ${most}`);
  else if (typeof maximum === 'number' && value > maximum) found.say(`must be at most ${maximum}`);
  if (typeof multipleOf !== 'number' || multipleOf <= 0) return;
  const times = value / multipleOf;
  // 0.3 is three times 0.1, but not to a computer.
  if (Math.abs(times - Math.round(times)) > 1e-9 * Math.max(1, Math.abs(times)))
    found.say(`must be a multiple of ${multipleOf}`);
}

export function checkText(schema: Words, value: string, found: Found): void {
  const { minLength, maxLength, format, pattern } = schema;
  // A stranger's expression could run for ever on what the model writes.
  if (pattern !== undefined) found.letBy();
  // A character has one or two units; only between the two it matters how many.
  const units = value.length;
  if (
    typeof minLength === 'number' &&
    (units < minLength || (units < 2 * minLength && points(value) < minLength))
  )
    found.say(minLength === 1 ? 'must not be empty' : `must have at least ${minLength} characters`);
  if (
    typeof maxLength === 'number' &&
    units > maxLength &&
    (units > 2 * maxLength || points(value) > maxLength)
  )
    found.say(`must have at most ${maxLength} characters`);
  if (typeof format !== 'string') return;
  const known = Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
  if (known === undefined || units > LONGEST_FORMATTED) found.letBy();
  // Both may be written small.
  else if (!known.safeParse(format === 'date-time' ? value.toUpperCase() : value).success)
    found.say(`must be a ${format}`);
}

function points(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/**
 * Whether two values are the same, the order of fields aside.
 * @param step called with how many values are compared next; false gives up
 * @returns undefined when given up
 */
export function sameJson(a: unknown, b: unknown, step: (count?: number) => boolean): boolean | undefined {
  if (!step()) return undefined;
  if (a === b) return true;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    if (!step(a.length)) return undefined;
    return allSame(
      a.map((each, at) => [each, b[at]]),
      step,
    );
  }
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  if (!step(keys.length)) return undefined;
  if (keys.length !== Object.keys(b).length || keys.some((key) => !Object.hasOwn(b, key))) return false;
  return allSame(
    keys.map((key) => [a[key], b[key]]),
    step,
  );
}

function allSame(
  pairs: readonly (readonly [unknown, unknown])[],
  step: (count?: number) => boolean,
): boolean | undefined {
  for (const [a, b] of pairs) {
    const same = sameJson(a, b, step);
    if (same !== true) return same;
  }
  return true;
}

export function wordsOfChoice(choices: readonly unknown[]): string {
  const told = choices.slice(0, MOST_TOLD).map(toldChoice);
  const more = choices.length > MOST_TOLD ? ` and ${choices.length - MOST_TOLD} more` : '';
  return `must be ${choices.length > 1 ? 'one of ' : ''}${told.join(', ')}${more}`;
}

/** What is composed can be long, and is in the schema that the model has read. */
function toldChoice(choice: unknown): string {
  if (typeof choice === 'object' && choice !== null)
    return Array.isArray(choice) ? 'a certain list' : 'a certain object';
  return typeof choice === 'string' ? JSON.stringify(choice.slice(0, LONGEST_TOLD)) : String(choice);
}
