import { type Args, getPath, withoutPath, withPath } from '../schema/leaves.js';
import { type Field, type JsonSchema, record } from '../schema/schema-fields.js';
import { meets } from '../schema/validate.js';
import { refuses } from './fill-choices.js';
import type { TextModel } from './read-text.js';

/** The object's `enabled` switch: on when a sibling is filled, off when the text refuses the whole. */
export function fillSwitch(object: Field, model: TextModel, args: Args): Args {
  const toggle = object.members.find((member) => member.name === 'enabled' && member.kind === 'boolean');
  if (toggle === undefined) return args;
  if (refuses(object, model)) return withPath(withoutPath(args, object.path), toggle.path, false);
  const value = getPath(args, object.path);
  const given = typeof value === 'object' && value !== null && Object.keys(value).length > 0;
  return given && getPath(args, toggle.path) === undefined ? withPath(args, toggle.path, true) : args;
}

/** A JSON object in the text or in a block of data is taken at its word, key by key. */
export function literalArgs(fields: readonly Field[], model: TextModel): Args {
  const from = model.text.indexOf('{');
  const to = model.text.lastIndexOf('}');
  const literals = [...model.blocks, from >= 0 && to > from ? model.text.slice(from, to + 1) : ''];
  for (const literal of literals) {
    const known = Object.entries(record(parse(literal))).filter(([key]) =>
      fields.some((field) => field.name === key),
    );
    if (known.length > 0) return Object.fromEntries(known);
  }
  return {};
}

function parse(text: string): unknown {
  if (!text.startsWith('{')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Drops what the schema refuses, so that no call is sent that cannot pass. */
export function keepValid(leaves: readonly Field[], args: Args, root: JsonSchema): Args {
  let kept = args;
  for (const field of leaves) {
    const value = getPath(kept, field.path);
    if (value === undefined) continue;
    const meant = typeof value === 'string' ? meantBy(field, value) : value;
    if (meant !== value) kept = withPath(kept, field.path, meant);
    const items = field.kind === 'array' ? partial(field.schema) : field.schema;
    if (!meets(meant, items, root)) kept = withoutPath(kept, field.path);
  }
  return kept;
}

/** `Französisch` is what people call `fr`, where the field's words say so. */
export function meantBy({ values }: Pick<Field, 'values'>, said: string): string {
  const plain = said.trim().toLowerCase();
  for (const [value, names] of values) if (names.some((name) => name.toLowerCase() === plain)) return value;
  return said;
}

/** An array schema whose items may still lack members: those are asked for. */
function partial(schema: JsonSchema): JsonSchema {
  return { ...schema, items: { ...record(schema['items']), required: [] } };
}

/** Whether neither a field nor any that does as well is given. */
export function lacksAll({ name, orElse }: Field, args: Args): boolean {
  return orElse.length > 0 && [name, ...orElse].every((one) => args[one] === undefined);
}

/** Required fields without a value, and those of which one has to be given; of an object that is given in part, the members it needs. */
export function missingFields(fields: readonly Field[], args: Args): Field[] {
  return fields.flatMap((field) => {
    const value = args[field.name];
    if (field.kind === 'object') {
      if (value === undefined) return field.needed ? missingFields(field.members, {}) : [];
      return missingFields(field.members, record(value));
    }
    if (value === undefined) return field.needed || lacksAll(field, args) ? [field] : [];
    const needed =
      field.items?.kind === 'object' && Array.isArray(value)
        ? field.items.members.filter((member) => member.needed)
        : [];
    return needed.filter(
      (member) => Array.isArray(value) && value.some((item) => record(item)[member.name] === undefined),
    );
  });
}
