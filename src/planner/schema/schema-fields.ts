import { isRecord } from '../../kit/index.js';
import { readWords } from '../../plugin/index.js';
import { contentStems, splitName, stemOf } from '../language/tokenize.js';
import { nameInWords } from '../wording/format-value.js';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** One parameter of a tool, or one member of a nested object, as the planner fills it. */
export interface Field {
  readonly name: string;
  /** Keys from the arguments' root. */
  readonly path: readonly string[];
  readonly kind: 'number' | 'string' | 'enum' | 'boolean' | 'array' | 'object' | 'other';
  readonly schema: JsonSchema;
  /** It and all objects around it must be given. */
  readonly required: boolean;
  /** Its own object demands it. */
  readonly needed: boolean;
  /** A file that the message brings takes its place. */
  readonly orAttached: boolean;
  /** Names of the fields beside it that say the same in another way. */
  readonly insteadOf: readonly string[];
  /** Names of the fields beside it of which one has to be given where it is not; none where it may simply be left out. */
  readonly orElse: readonly string[];
  /** A text that may be a whole number as well, such as a seed. */
  readonly orInteger: boolean;
  readonly label: string;
  readonly description: string;
  readonly aliases: readonly string[];
  /** Of a boolean: words that mean `false`. */
  readonly opposites: readonly string[];
  /** What people call the values of a choice. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly unit: string | undefined;
  readonly choices: readonly string[];
  readonly integer: boolean;
  readonly min: number | undefined;
  readonly max: number | undefined;
  /** A share of one: percentages are divided by a hundred. */
  readonly fraction: boolean;
  /** Members of an object, or of an array's object items. */
  readonly members: readonly Field[];
  readonly items: Field | undefined;
  /** Stem -> how strongly it points at this field, before comparison with its siblings. */
  readonly cues: ReadonlyMap<string, number>;
  /** The words of its name, stemmed. */
  readonly nameStems: readonly string[];
}

const cache = new WeakMap<JsonSchema, readonly Field[]>();

/** The fields of an object schema, nested ones under `members`. Computed once per schema object. */
export function fieldsOf(schema: JsonSchema): readonly Field[] {
  const known = cache.get(schema);
  if (known !== undefined) return known;
  const fields = objectFields(schema, schema, [], true);
  cache.set(schema, fields);
  return fields;
}

function objectFields(
  root: JsonSchema,
  schema: JsonSchema,
  path: readonly string[],
  required: boolean,
): Field[] {
  const properties = record(schema['properties']);
  const needed = new Set(Array.isArray(schema['required']) ? schema['required'] : []);
  return Object.entries(properties).map(([name, raw]) =>
    toField(root, record(raw), name, [...path, name], required, needed.has(name)),
  );
}

function toField(
  root: JsonSchema,
  raw: JsonSchema,
  name: string,
  path: readonly string[],
  parentRequired: boolean,
  listed: boolean,
): Field {
  const schema = resolve(root, raw);
  const { aliases, opposites, values, unit, orAttached, insteadOf, orElse } = readWords(schema);
  const needed = (listed || orAttached) && schema['default'] === undefined;
  const required = parentRequired && needed;
  const kind = kindOf(schema);
  const description = text(schema['description']) ?? '';
  const { min, max } = bounds(schema);
  const items =
    kind === 'array' ? toField(root, record(schema['items']), name, path, false, true) : undefined;
  const title = text(schema['title']);
  return {
    name,
    path,
    kind,
    schema,
    required,
    needed,
    orAttached,
    insteadOf,
    orElse,
    orInteger: kind === 'string' && takesInteger(raw),
    label: title?.toLowerCase() ?? nameInWords(name),
    description,
    aliases,
    opposites,
    values,
    unit,
    choices: choicesOf(schema),
    integer: schema['type'] === 'integer' || schema['multipleOf'] === 1,
    min,
    max,
    fraction: kind === 'number' && max !== undefined && max <= 1 && (min === undefined || min >= 0),
    members: kind === 'object' ? objectFields(root, schema, path, required) : [],
    items,
    cues: cuesOf(name, title, description, aliases, unit),
    nameStems: splitName(name).map(stemOf),
  };
}

function takesInteger({ anyOf }: JsonSchema): boolean {
  return Array.isArray(anyOf) && anyOf.some((one) => record(one)['type'] === 'integer');
}

/** Follows `$ref` and takes the first member of a union that is not `null`. */
function resolve(root: JsonSchema, raw: JsonSchema, depth = 0): JsonSchema {
  if (depth > 8) return raw;
  const ref = text(raw['$ref']);
  if (ref?.startsWith('#/') === true) {
    let target: unknown = root;
    for (const key of ref.slice(2).split('/')) target = record(target)[key];
    return resolve(root, { ...record(target), ...without(raw, '$ref') }, depth + 1);
  }
  for (const key of ['anyOf', 'oneOf', 'allOf']) {
    const union = raw[key];
    if (!Array.isArray(union)) continue;
    const members = union.map(record).filter((member) => member['type'] !== 'null');
    if (
      key !== 'allOf' &&
      members.length > 1 &&
      members.every((member) => typeof member['const'] === 'string')
    ) {
      return { ...without(raw, key), type: 'string', enum: members.map((member) => member['const']) };
    }
    const first = members[0];
    if (first !== undefined) return resolve(root, { ...first, ...without(raw, key) }, depth + 1);
  }
  return raw;
}

function kindOf(schema: JsonSchema): Field['kind'] {
  if (Array.isArray(schema['enum']) || typeof schema['const'] === 'string')
    return choicesOf(schema).length > 0 ? 'enum' : 'other';
  const type = Array.isArray(schema['type']) ? schema['type'].find((one) => one !== 'null') : schema['type'];
  switch (type) {
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
      return 'string';
    case 'boolean':
      return 'boolean';
    case 'array':
      return 'array';
    case 'object':
      return 'object';
    default:
      return schema['properties'] === undefined ? 'other' : 'object';
  }
}

function choicesOf(schema: JsonSchema): string[] {
  const listed = Array.isArray(schema['enum']) ? schema['enum'] : [schema['const']];
  return listed.filter((value): value is string => typeof value === 'string');
}

function bounds(schema: JsonSchema): { min: number | undefined; max: number | undefined } {
  const min = number(schema['minimum']) ?? number(schema['exclusiveMinimum']);
  const max = number(schema['maximum']) ?? number(schema['exclusiveMaximum']);
  // Zod bounds its integers by what a double can count; that says nothing about the field.
  return {
    min: min === undefined || min <= Number.MIN_SAFE_INTEGER ? undefined : min,
    max: max === undefined || max >= Number.MAX_SAFE_INTEGER ? undefined : max,
  };
}

function cuesOf(
  name: string,
  title: string | undefined,
  description: string,
  aliases: readonly string[],
  unit: string | undefined,
): Map<string, number> {
  const cues = new Map<string, number>();
  const add = (stems: readonly string[], weight: number) => {
    for (const one of stems) if ((cues.get(one) ?? 0) < weight) cues.set(one, weight);
  };
  add(splitName(name).map(stemOf), 1);
  for (const alias of aliases) add(contentStems(alias), 1);
  if (title !== undefined) add(contentStems(title), 0.8);
  if (unit !== undefined) add(contentStems(unit), 0.8);
  const [first = '', ...rest] = description.split(/(?<=[.;(])\s*/u);
  add(contentStems(first), 0.5);
  add(contentStems(rest.join(' ')), 0.2);
  return cues;
}

export function record(value: unknown): JsonSchema {
  return isRecord(value) ? (value as JsonSchema) : {};
}

function without(schema: JsonSchema, key: string): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => name !== key));
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function number(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
