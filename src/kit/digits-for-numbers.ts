import { isExact } from './exact-number.js';
import { checkJson } from './json-check.js';
import type { Fault } from './json-fault.js';
import { isObject, type Words } from './json-values.js';

/** A number as JSON writes it. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** Each time as many are found as faults are told. */
const MOST_ROUNDS = 20;

/** A place in a value, from its root. */
export type JsonPath = readonly PropertyKey[];

/**
 * As `checkJson`, but where a number is asked for, the text of one is one too if JavaScript cannot hold it, such as
 * "9007199254740993".
 * @returns what is wrong, and where such texts stand for numbers
 */
export function checkDigits(
  schema: Words,
  value: unknown,
): { readonly faults: readonly Fault[]; readonly places: readonly JsonPath[] } {
  const first = checkJson(schema, value);
  const places: JsonPath[] = [];
  let faults = first;
  let held = value;
  for (let round = 0; round < MOST_ROUNDS && faults.length > 0; round += 1) {
    const found = faults.map(({ path }) => path).filter((path) => isLongNumber(valueAt(held, path)));
    if (found.length === 0) break;
    places.push(...found);
    held = found.reduce((whole, path) => changedAt(whole, path, Number), held);
    faults = checkJson(schema, held);
  }
  const isWrong = faults.some(({ path }) => places.some((place) => place.join('/') === path.join('/')));
  return isWrong || places.length === 0 ? { faults: first, places: [] } : { faults, places };
}

/** A value with another one at a place. */
export function changedAt(value: unknown, path: JsonPath, change: (old: unknown) => unknown): unknown {
  const [key, ...below] = path;
  if (key === undefined) return change(value);
  if (Array.isArray(value)) return value.with(Number(key), changedAt(value[Number(key)], below, change));
  if (!isObject(value)) return value;
  return { ...value, [key]: changedAt(value[String(key)], below, change) };
}

function valueAt(value: unknown, path: JsonPath): unknown {
  return path.reduce<unknown>(
    (whole, key) =>
      (Array.isArray(whole) || isObject(whole)) && Object.hasOwn(whole, key)
        ? (whole as Record<PropertyKey, unknown>)[key]
        : undefined,
    value,
  );
}

function isLongNumber(value: unknown): boolean {
  return typeof value === 'string' && NUMBER.test(value) && !isExact(value);
}
