import { z } from 'zod';
import { type Fault, FITS, Found, type Outcome, UNSURE, wrongType } from './json-fault.js';
import {
  checkNumber,
  checkText,
  checkType,
  isObject,
  sameJson,
  typeAskedFor,
  type Words,
  wordsOfChoice,
} from './json-values.js';
import { messageOfUnknown } from './known-fields.js';

/** What one check may take, in pairs of a schema and a value: some 50 ms. Both are a stranger's. */
const MOST_STEPS = 100_000;
/** Levels of schemas within schemas, references followed. */
const DEEPEST = 200;
/** Names of fields beyond which nothing is said of what an unknown one may have meant. */
export const MOST_COMPARED = 200;
const ANY = z.unknown();
const REQUIRED: Fault = { code: 'custom', path: [], message: 'is required' };
/** They say what depends on all the rest, or on what is not here. */
const UNHELD = ['unevaluatedProperties', 'unevaluatedItems', '$dynamicRef', '$recursiveRef'];

/**
 * What is wrong with a value by a JSON Schema (draft 4 to 2020-12). What is not held (expressions, references to elsewhere,
 * what is no schema, and all that comes after `MOST_STEPS`) is let by, at its place alone.
 */
export function checkJson(root: Words, value: unknown): readonly Fault[] {
  return new Check(root).check(root, value, 0).faults;
}

class Check {
  readonly #root: Words;
  /** Before 2019 what stands beside a reference says nothing. */
  readonly #refAlone: boolean;
  /** A definition is held against a value once, however many refer to it. */
  readonly #referred = new Map<unknown, Map<unknown, Outcome>>();
  readonly #targets = new Map<string, unknown>();
  #steps = 0;

  constructor(root: Words) {
    this.#root = root;
    this.#refAlone = typeof root['$schema'] === 'string' && /draft-0[3-7]/.test(root['$schema']);
  }

  readonly #step = (count = 1): boolean => {
    this.#steps += count;
    return this.#steps <= MOST_STEPS;
  };

  check(schema: unknown, value: unknown, depth: number): Outcome {
    if (schema === true) return FITS;
    if (!this.#step() || depth > DEEPEST) return UNSURE;
    const found = new Found();
    if (schema === false) {
      found.say('is not allowed here');
      return found;
    }
    // What names itself anew has its own references.
    if (!isObject(schema) || (schema['$id'] !== undefined && schema !== this.#root)) return UNSURE;
    if (schema['nullable'] === true && value === null) return FITS;
    if (schema['$ref'] !== undefined) {
      found.add(this.#refer(schema['$ref'], value, depth));
      if (this.#refAlone) return found;
    }
    if (!checkType(schema, value, found)) return found;
    if (UNHELD.some((word) => schema[word] !== undefined)) found.letBy();
    this.#choice(schema, value, found);
    if (typeof value === 'number') checkNumber(schema, value, found);
    if (typeof value === 'string') {
      this.#step(value.length >> 4);
      checkText(schema, value, found);
    }
    if (Array.isArray(value)) this.#items(schema, value, found, depth + 1);
    if (isObject(value)) this.#fields(schema, value, found, depth + 1);
    this.#several(schema, value, found, depth + 1);
    this.#conditions(schema, value, found, depth + 1);
    // Each level copies them.
    this.#step(found.faults.length);
    return found;
  }

  #refer(reference: unknown, value: unknown, depth: number): Outcome {
    if (typeof reference !== 'string') return UNSURE;
    if (!this.#targets.has(reference)) this.#targets.set(reference, referred(this.#root, reference));
    const target = this.#targets.get(reference);
    if (target === undefined) return UNSURE;
    const outcomes = this.#referred.get(target) ?? new Map<unknown, Outcome>();
    this.#referred.set(target, outcomes);
    const known = outcomes.get(value);
    if (known !== undefined) return known;
    // What comes back to itself for the same value says nothing more.
    outcomes.set(value, UNSURE);
    const outcome = this.check(target, value, depth + 1);
    outcomes.set(value, outcome);
    return outcome;
  }

  #choice(schema: Words, value: unknown, found: Found): void {
    if (Object.hasOwn(schema, 'const')) this.#oneOfThese([schema['const']], value, found);
    if (Array.isArray(schema['enum'])) this.#oneOfThese(schema['enum'], value, found);
  }

  #oneOfThese(choices: readonly unknown[], value: unknown, found: Found): void {
    for (const each of choices) {
      const same = sameJson(each, value, this.#step);
      if (same === true) return;
      if (same === undefined) {
        found.letBy();
        return;
      }
    }
    found.say(wordsOfChoice(choices));
  }

  #items(schema: Words, value: readonly unknown[], found: Found, depth: number): void {
    const { minItems, maxItems, items, additionalItems, prefixItems, uniqueItems, contains } = schema;
    if (typeof minItems === 'number' && value.length < minItems)
      found.say(`must have at least ${minItems} items`);
    if (typeof maxItems === 'number' && value.length > maxItems)
      found.say(`must have at most ${maxItems} items`);
    // Drafts before 2020 list the first ones in `items`.
    this.#step(value.length >> 3);
    const first = Array.isArray(items) ? items : Array.isArray(prefixItems) ? prefixItems : [];
    const rest = Array.isArray(items) ? additionalItems : items;
    for (const [at, item] of value.entries()) {
      if (found.full) return;
      const inner = at < first.length ? first[at] : rest;
      if (inner !== undefined) found.add(this.check(inner, item, depth), at);
    }
    if (uniqueItems === true) this.#unique(value, found);
    if (contains !== undefined) this.#contains(schema, value, found, depth);
  }

  #unique(value: readonly unknown[], found: Found): void {
    const plain = new Set<unknown>();
    const composed: unknown[] = [];
    for (const item of value) {
      const isPlain = typeof item !== 'object' || item === null;
      if (isPlain && plain.has(item)) {
        found.say('must not have an item twice');
        return;
      }
      for (const other of isPlain ? [] : composed) {
        const same = sameJson(item, other, this.#step);
        if (same === undefined) {
          found.letBy();
          return;
        }
        if (same) {
          found.say('must not have an item twice');
          return;
        }
      }
      if (isPlain) plain.add(item);
      else composed.push(item);
    }
  }

  #contains(
    { contains, minContains, maxContains }: Words,
    value: readonly unknown[],
    found: Found,
    depth: number,
  ) {
    const outcomes = value.map((item) => this.check(contains, item, depth));
    const may = outcomes.filter(({ faults }) => faults.length === 0);
    const sure = may.filter((each) => each.sure);
    const least = typeof minContains === 'number' ? minContains : 1;
    if (may.length < least) found.say(`must have at least ${least} items that are as \`contains\` says`);
    if (typeof maxContains === 'number' && sure.length > maxContains)
      found.say(`must have at most ${maxContains} items that are as \`contains\` says`);
    if (sure.length < may.length) found.letBy();
  }

  #fields(schema: Words, value: Words, found: Found, depth: number): void {
    const { required, minProperties, maxProperties, additionalProperties, patternProperties, propertyNames } =
      schema;
    const properties = isObject(schema['properties']) ? schema['properties'] : {};
    for (const name of Array.isArray(required) ? required : []) {
      if (found.full || !this.#step()) break;
      if (typeof name !== 'string' || Object.hasOwn(value, name)) continue;
      const type = Object.hasOwn(properties, name) ? typeAskedFor(properties[name]) : undefined;
      if (type === undefined) found.add({ faults: [REQUIRED], sure: true }, name);
      else found.add({ faults: [wrongType(type, 'undefined')], sure: true }, name);
    }
    const keys = Object.keys(value);
    this.#step(keys.length >> 3);
    if (typeof minProperties === 'number' && keys.length < minProperties)
      found.say(`must have at least ${minProperties} fields`);
    if (typeof maxProperties === 'number' && keys.length > maxProperties)
      found.say(`must have at most ${maxProperties} fields`);
    const unknown: string[] = [];
    for (const key of keys) {
      if (found.full) return;
      if (propertyNames !== undefined) found.add(this.check(propertyNames, key, depth), key);
      if (patternProperties !== undefined) found.letBy();
      if (Object.hasOwn(properties, key)) found.add(this.check(properties[key], value[key], depth), key);
      // Any other may be one that the expressions mean.
      else if (patternProperties !== undefined || additionalProperties === undefined) continue;
      else if (additionalProperties === false) unknown.push(key);
      else found.add(this.check(additionalProperties, value[key], depth), key);
    }
    if (unknown.length === 0) return;
    const names = Object.keys(properties);
    const helped = names.length <= MOST_COMPARED;
    // Some of them are compared with all names, letter by letter.
    if (helped) this.#step(10 * names.length * Math.min(unknown.length, 20));
    const shape = Object.fromEntries(helped ? names.map((name) => [name, ANY]) : []);
    found.add({
      faults: [
        {
          code: 'unrecognized_keys',
          keys: unknown,
          path: [],
          message: helped ? messageOfUnknown(unknown, shape) : 'fields that are none',
        },
      ],
      sure: true,
    });
  }

  #several({ allOf, anyOf, oneOf }: Words, value: unknown, found: Found, depth: number): void {
    for (const each of Array.isArray(allOf) ? allOf : []) found.add(this.check(each, value, depth));
    if (Array.isArray(anyOf)) found.add(this.#anyOf(anyOf, value, depth));
    if (!Array.isArray(oneOf)) return;
    const outcomes = oneOf.map((each) => this.check(each, value, depth));
    const may = outcomes.filter(({ faults }) => faults.length === 0);
    const fitting = may.filter(({ sure }) => sure).length;
    if (fitting > 1)
      found.say(`fits ${fitting} of the ${oneOf.length} alternatives of \`oneOf\`, and must fit one`);
    else if (may.length === 0) found.add(nearest(outcomes));
    else if (may.length > 1 || fitting === 0) found.letBy();
  }

  #anyOf(branches: readonly unknown[], value: unknown, depth: number): Outcome {
    const outcomes: Outcome[] = [];
    for (const each of branches) {
      const outcome = this.check(each, value, depth);
      if (outcome.faults.length === 0 && outcome.sure) return FITS;
      outcomes.push(outcome);
    }
    return outcomes.some(({ faults }) => faults.length === 0) ? UNSURE : nearest(outcomes);
  }

  #conditions(schema: Words, value: unknown, found: Found, depth: number): void {
    const { not, if: condition } = schema;
    if (not !== undefined) {
      const { faults, sure } = this.check(not, value, depth);
      if (faults.length === 0 && sure) found.say('is what `not` says that it must not be');
      else if (faults.length === 0) found.letBy();
    }
    if (condition !== undefined) {
      const { faults, sure } = this.check(condition, value, depth);
      const then = faults.length > 0 ? schema['else'] : schema['then'];
      if (faults.length === 0 && !sure) found.letBy();
      else if (then !== undefined) found.add(this.check(then, value, depth));
    }
    if (!isObject(value)) return;
    // Before 2019 both were one word.
    for (const word of ['dependentRequired', 'dependentSchemas', 'dependencies']) {
      for (const [name, needed] of Object.entries(isObject(schema[word]) ? schema[word] : {})) {
        if (!this.#step()) {
          found.letBy();
          return;
        }
        if (!Object.hasOwn(value, name)) continue;
        found.add(this.check(Array.isArray(needed) ? { required: needed } : needed, value, depth));
      }
    }
  }
}

/** The alternative that the value was most likely meant to be: the one that got deepest, with least wrong. */
function nearest(outcomes: readonly Outcome[]): Outcome {
  const types = outcomes.map(({ faults: [first] }) => (first?.path.length === 0 ? first : undefined));
  if (types.length > 1 && types.every((each) => each?.code === 'invalid_type')) {
    const expected = [...new Set(types.map((each) => each?.expected))].join(' or ');
    return {
      faults: [wrongType(expected, /received (.+)$/.exec(types[0]?.message ?? '')?.[1] ?? '')],
      sure: true,
    };
  }
  const depth = ({ faults }: Outcome) => Math.max(...faults.map(({ path }) => path.length));
  return outcomes.toSorted((a, b) => depth(b) - depth(a) || a.faults.length - b.faults.length)[0] ?? UNSURE;
}

/** What a reference within the schema (`#/$defs/household`) stands for; undefined for any other. */
function referred(root: unknown, reference: string): unknown {
  if (reference !== '#' && !reference.startsWith('#/')) return undefined;
  let found = root;
  for (const step of reference.slice(1).split('/').slice(1)) {
    const name = decoded(step).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as Words)[name];
  }
  return found;
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}
