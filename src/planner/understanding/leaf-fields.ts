import { fold } from '../language/fold.js';
import { type Field, fieldsOf, type JsonSchema } from '../schema/schema-fields.js';

/** A field of an operation's input that holds one value, or each value of a list. */
export interface Leaf {
  /** The path by dots. */
  readonly key: string;
  readonly path: readonly string[];
  readonly kind: 'number' | 'string' | 'enum' | 'boolean';
  /** It may be filled more than once: it is a list, or stands in the items of one. */
  readonly many: boolean;
  /** Where in the path the list is; -1 without one. */
  readonly listed: number;
  readonly required: boolean;
  /** Its own object demands it. */
  readonly needed: boolean;
  /** A share of one. */
  readonly share: boolean;
  readonly integer: boolean;
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly pattern: RegExp | undefined;
  readonly unit: string | undefined;
  readonly choices: readonly string[];
  /** What people call a choice, by its words or its description: `gs-90-10 (Gold Standard)`, `open (pending, waiting)`. */
  readonly called: readonly Called[];
  /** Of the items of a list: together the values are one whole. */
  readonly sumsToOne: boolean;
  /** What it is called. */
  readonly names: readonly string[];
  /** It counts days from today on, today among them. */
  readonly fromToday: boolean;
}

/** Words that stand for a choice, one space between them; `*` for any letters. */
export interface Called {
  readonly choice: string;
  readonly words: string;
}

/** Leaves by key. An object of any members has a leaf for whatever member is asked for. */
class Leaves extends Map<string, Leaf> {
  readonly #open: string[] = [];

  addOpen({ path }: Field): void {
    this.#open.push(`${path.join('.')}.`);
  }

  override get(key: string): Leaf | undefined {
    const known = super.get(key);
    if (known !== undefined || !this.#open.some((prefix) => key.startsWith(prefix))) return known;
    const path = key.split('.');
    const limits = { min: undefined, max: undefined, pattern: undefined, unit: undefined };
    const plain = {
      many: false,
      listed: -1,
      required: false,
      needed: false,
      share: false,
      integer: false,
      sumsToOne: false,
      fromToday: false,
      choices: [],
      called: [],
    };
    return { ...plain, ...limits, key, path, kind: 'string', names: [path.at(-1) ?? key] };
  }
}

/** How a description says that the values of a list are shares of one whole. */
const WHOLE = /\b(?:sums?|adds? up) to (?:1|one|100\s?%)/iu;

/** How a description says that days are counted from today on. */
const FROM_TODAY = /\bdays?\b.*\btoday (?:included|first)\b/iu;

const cache = new WeakMap<JsonSchema, ReadonlyMap<string, Leaf>>();

/** The leaves of an object schema by their keys; computed once for each schema. */
export function leafFieldsOf(parameters: JsonSchema): ReadonlyMap<string, Leaf> {
  const known = cache.get(parameters);
  if (known !== undefined) return known;
  const leaves = new Leaves();
  for (const field of fieldsOf(parameters)) collect(field, -1, field.required, leaves);
  cache.set(parameters, leaves);
  return leaves;
}

function collect(field: Field, listed: number, required: boolean, leaves: Leaves): void {
  switch (field.kind) {
    case 'object':
      if (field.members.length === 0) leaves.addOpen(field);
      for (const member of field.members) collect(member, listed, required && member.required, leaves);
      return;
    case 'array':
      if (field.items !== undefined) collect(field.items, field.path.length - 1, required, leaves);
      return;
    case 'other':
      leaves.addOpen(field);
      return;
    default: {
      const names = [field.label, ...field.aliases];
      const { path, kind, needed, fraction: share, integer, min, max, unit, choices } = field;
      const key = path.join('.');
      const pattern = patternOf(field.schema['pattern']);
      const many = listed >= 0;
      leaves.set(key, {
        key,
        path,
        kind,
        many,
        listed,
        required,
        needed,
        share,
        integer,
        min,
        max,
        pattern,
        unit,
        choices,
        called: [
          ...[...field.values].flatMap(([choice, words]) => namesOf(choice, words)),
          ...choices.flatMap((choice) => calledIn(field.description, choice)),
          ...(kind === 'enum' ? choices.flatMap(ownWords) : []),
        ],
        sumsToOne: share && many && WHOLE.test(field.description),
        names,
        fromToday: kind === 'number' && integer && !many && FROM_TODAY.test(field.description),
      });
    }
  }
}

function namesOf(choice: string, words: readonly string[]): Called[] {
  return words.map((name) => ({ choice, words: fold(name).trim() }));
}

/** `selection record` for `selection-record`. A code is told by its letters. */
function ownWords(choice: string): Called[] {
  const words = fold(choice.replace(/[-_]+/gu, ' ')).trim();
  return /\d/u.test(words) || words.length < 3 ? [] : [{ choice, words }];
}

function calledIn(description: string, choice: string): Called[] {
  const at = description.indexOf(`${choice} (`);
  const words = at < 0 ? '' : (/\(([^)]+)\)/u.exec(description.slice(at))?.[1] ?? '');
  return words
    .split(',')
    .map((name) => fold(name).trim())
    .flatMap((name) => (name === '' ? [] : [{ choice, words: name }]));
}

function patternOf(pattern: unknown): RegExp | undefined {
  if (typeof pattern !== 'string') return undefined;
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return undefined;
  }
}
