import { z } from 'zod';
import { nearestName } from './nearest-name.js';
import { oneLine } from './one-line.js';

type Schema = z.core.$ZodType;
type Def = z.core.$ZodTypeDef & Readonly<Record<string, unknown>>;

/** Characters of a name that is told again; it may be a stranger's. */
const SHOWN_NAME = 60;
/** So many names are listed where none is near. */
const MOST_NAMED = 20;
/** So many letters make it likely that a name which is part of another stands for it. */
const LEAST_PART = 4;
/** So many unknown fields of one object are compared with those it has; nobody mends more at once. */
const MOST_HELPED = 20;
/** Characters of a name beyond which it is like none. */
const LONGEST_NAME = 100;
const NO_FIELD = 'is no field';
/** Levels that are looked through for where a field belongs. */
const LEVELS = 4;

const held = new WeakMap<Schema, Schema>();

/**
 * The schema, but an object in it, at any depth, refuses the fields that it does not know, and says which it has. What
 * takes further fields on purpose (`z.looseObject`, `catchall`, `z.record`) does so as before. Its JSON Schema says
 * `additionalProperties: false`. Made once for each schema.
 */
export function knownFieldsOnly<Held extends Schema>(schema: Held): Held {
  const made = held.get(schema);
  if (made !== undefined) return made as Held;
  const strict = strictly(schema, schema._zod.def as Def);
  held.set(schema, strict);
  // Held once more it is itself.
  held.set(strict, strict);
  return strict as Held;
}

function strictly(schema: Schema, def: Def): Schema {
  switch (def.type) {
    case 'object':
      return strictObject(schema, def as unknown as z.core.$ZodObjectDef);
    case 'lazy':
      // What refers to itself is gone into when it is asked for.
      return copyOf(schema, {
        ...withoutInner(def),
        getter: () => knownFieldsOnly((def['getter'] as () => Schema)()),
      });
    case 'tuple':
      return withParts(schema, def, ['items', 'rest']);
    case 'union':
      return withParts(schema, def, ['options']);
    case 'intersection':
      return withParts(schema, def, ['left', 'right']);
    case 'pipe':
      return withParts(schema, def, ['in', 'out']);
    case 'record':
    case 'map':
      return withParts(schema, def, ['valueType']);
    default:
      return withParts(schema, def, ['innerType', 'element']);
  }
}

/** The same, with the parts of these names held; itself when that changes none of them. */
function withParts(schema: Schema, def: Def, names: readonly string[]): Schema {
  const changed = names.flatMap((name): [string, unknown][] => {
    const part = def[name];
    const kept = Array.isArray(part) ? part.map(heldPart) : heldPart(part);
    const same = Array.isArray(part)
      ? part.every((each, at) => each === (kept as unknown[])[at])
      : part === kept;
    return same ? [] : [[name, kept]];
  });
  return changed.length === 0 ? schema : copyOf(schema, { ...def, ...Object.fromEntries(changed) });
}

function heldPart(part: unknown): unknown {
  return typeof part === 'object' && part !== null && '_zod' in part ? knownFieldsOnly(part as Schema) : part;
}

function strictObject(schema: Schema, def: z.core.$ZodObjectDef): Schema {
  const shape = Object.fromEntries(
    Object.entries(def.shape).map(([name, field]) => [name, knownFieldsOnly(field)]),
  );
  const { catchall, error } = def;
  if (catchall !== undefined && catchall._zod.def.type !== 'never')
    return copyOf(schema, { ...def, shape, catchall: knownFieldsOnly(catchall) });
  return copyOf(schema, {
    ...def,
    shape,
    catchall: z.never(),
    error: (issue: z.core.$ZodRawIssue) =>
      issue.code === 'unrecognized_keys' ? messageOfUnknown(issue.keys, shape) : error?.(issue as never),
  });
}

function copyOf(schema: Schema, def: object): Schema {
  const Made = schema._zod.constr as new (def: object) => Schema;
  const copy = new Made(def);
  const words = z.globalRegistry.get(schema);
  if (words !== undefined) z.globalRegistry.add(copy, words);
  return copy;
}

/** A lazy schema keeps what it found in its definition. */
function withoutInner({ _cachedInner: _, ...def }: Def): object {
  return def;
}

function named(key: string): string {
  return `\`${oneLine(key, SHOWN_NAME)}\``;
}

/** What is said of fields that an object of this shape does not know, a line for each: see `wordsOfUnknown`. */
export function messageOfUnknown(keys: readonly string[], shape: Readonly<Record<string, Schema>>): string {
  return keys
    .map((key, at) => `${named(key)} ${at < MOST_HELPED ? whyUnknown(key, shape) : NO_FIELD}`)
    .join('\n');
}

/** The words for each of the fields that a schema does not know. */
export function wordsOfUnknown({ keys, message }: z.core.$ZodIssueUnrecognizedKeys): readonly string[] {
  const lines = message.split('\n');
  return keys.map((key, at) => {
    const start = `${named(key)} `;
    const line = lines.length === keys.length ? lines[at] : undefined;
    return line?.startsWith(start) ? line.slice(start.length) : NO_FIELD;
  });
}

function whyUnknown(key: string, shape: Readonly<Record<string, Schema>>): string {
  const names = Object.keys(shape);
  const meant =
    key.length > LONGEST_NAME ? undefined : (nearestField(key, names) ?? placeBelow(key, shape, LEVELS));
  if (meant !== undefined) return `${NO_FIELD}; did you mean \`${meant}\`?`;
  if (names.length === 0) return `${NO_FIELD}; there is none`;
  const more = names.length > MOST_NAMED ? `, and ${names.length - MOST_NAMED} more` : '';
  return `${NO_FIELD}; there are: ${names.slice(0, MOST_NAMED).join(', ')}${more}`;
}

/** The same but for case and signs, else one or two letters away, else a part of it or the other way round. */
function nearestField(key: string, names: readonly string[]): string | undefined {
  const plain = plainly(key);
  const same = names.find((name) => plainly(name) === plain);
  if (same !== undefined) return same;
  const near = nearestName(key, names);
  if (near !== undefined) return near;
  if (plain.length < LEAST_PART) return undefined;
  const parts = names.filter((name) => {
    const other = plainly(name);
    return other.includes(plain) || (other.length >= LEAST_PART && plain.includes(other));
  });
  return parts.length === 1 ? parts[0] : undefined;
}

/** Where a field of this very name stands further inside, as `method.dropoutRate`. */
function placeBelow(
  key: string,
  shape: Readonly<Record<string, Schema>>,
  levels: number,
): string | undefined {
  if (levels === 0) return undefined;
  const plain = plainly(key);
  for (const [name, field] of Object.entries(shape)) {
    for (const inner of shapesOf(field)) {
      const found =
        Object.keys(inner).find((each) => plainly(each) === plain) ?? placeBelow(key, inner, levels - 1);
      if (found !== undefined) return `${name}.${found}`;
    }
  }
  return undefined;
}

/** The fields of an object that may be left out, be null, have a default or be one of several. */
function shapesOf(schema: Schema): readonly Readonly<Record<string, Schema>>[] {
  const def = schema._zod.def as Def;
  if (def.type === 'object') return [def['shape'] as Readonly<Record<string, Schema>>];
  if (def.type === 'union') return (def['options'] as readonly Schema[]).flatMap(shapesOf);
  const inner = def['innerType'];
  return inner === undefined ? [] : shapesOf(inner as Schema);
}

function plainly(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
