import { isExact } from '../../kit/exact-number.js';
import { isRecord } from '../../kit/index.js';
import { type JsonSchema, record } from './schema-fields.js';

/**
 * Whether a value meets a JSON Schema, over the keywords that tool schemas use: types, enum and const, bounds,
 * lengths, pattern, required, additionalProperties, items, unions and local references. The digits of a number that
 * JavaScript cannot hold are held to as that number.
 */
export function meets(value: unknown, schema: JsonSchema, root: JsonSchema = schema, depth = 0): boolean {
  if (depth > 24) return false;
  const ref = schema['$ref'];
  if (typeof ref === 'string') return meets(value, pointer(root, ref), root, depth + 1);
  const deeper = (member: unknown) => meets(value, record(member), root, depth + 1);
  if (Array.isArray(schema['anyOf']) && !schema['anyOf'].some(deeper)) return false;
  if (Array.isArray(schema['oneOf']) && !schema['oneOf'].some(deeper)) return false;
  if (Array.isArray(schema['allOf']) && !schema['allOf'].every(deeper)) return false;
  if (Array.isArray(schema['enum']) && !schema['enum'].includes(value)) return false;
  if ('const' in schema && schema['const'] !== value) return false;
  const types = Array.isArray(schema['type']) ? schema['type'] : [schema['type']];
  if (schema['type'] !== undefined && !types.some((type) => isType(value, type)))
    return isLongNumber(value) && types.some((type) => type === 'integer' || type === 'number')
      ? meets(Number(value), schema, root, depth + 1)
      : false;
  if (typeof value === 'number') return inBounds(value, schema);
  if (typeof value === 'string') return isShaped(value, schema);
  if (Array.isArray(value)) {
    const { minItems, maxItems, items } = schema;
    if (typeof minItems === 'number' && value.length < minItems) return false;
    if (typeof maxItems === 'number' && value.length > maxItems) return false;
    return items === undefined || value.every((item) => meets(item, record(items), root, depth + 1));
  }
  return typeof value !== 'object' || value === null || hasMembers(record(value), schema, root, depth);
}

/** The digits of a number that JavaScript cannot hold: a text, and yet that number. */
function isLongNumber(value: unknown): value is string {
  return typeof value === 'string' && /^-?\d{16,}$/.test(value) && !isExact(value);
}

function isType(value: unknown, type: unknown): boolean {
  switch (type) {
    case 'integer':
      return Number.isInteger(value);
    case 'number':
      return typeof value === 'number' && Number.isFinite(value);
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isRecord(value);
    case 'null':
      return value === null;
    default:
      return typeof value === type;
  }
}

function inBounds(value: number, schema: JsonSchema): boolean {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  if (typeof minimum === 'number' && value < minimum) return false;
  if (typeof maximum === 'number' && value > maximum) return false;
  if (typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum) return false;
  if (typeof exclusiveMaximum === 'number' && value >= exclusiveMaximum) return false;
  return (
    typeof multipleOf !== 'number' || Math.abs(value / multipleOf - Math.round(value / multipleOf)) < 1e-9
  );
}

function isShaped(value: string, schema: JsonSchema): boolean {
  const { minLength, maxLength, pattern } = schema;
  if (typeof minLength === 'number' && [...value].length < minLength) return false;
  if (typeof maxLength === 'number' && [...value].length > maxLength) return false;
  return typeof pattern !== 'string' || fitsPattern(pattern, value);
}

const patterns = new Map<string, RegExp | undefined>();

/** A pattern that is no regular expression refuses every value. */
export function fitsPattern(pattern: string, value: string): boolean {
  if (!patterns.has(pattern)) patterns.set(pattern, compile(pattern, 'u') ?? compile(pattern, ''));
  return patterns.get(pattern)?.test(value) === true;
}

function compile(pattern: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return undefined;
  }
}

function hasMembers(value: JsonSchema, schema: JsonSchema, root: JsonSchema, depth: number): boolean {
  const properties = record(schema['properties']);
  for (const name of Array.isArray(schema['required']) ? schema['required'] : []) {
    const given = typeof name === 'string' && value[name] !== undefined;
    if (!given && record(properties[String(name)])['default'] === undefined) return false;
  }
  for (const [name, member] of Object.entries(value)) {
    const known = properties[name];
    if (known !== undefined) {
      if (!meets(member, record(known), root, depth + 1)) return false;
    } else if (schema['additionalProperties'] === false) return false;
    else if (
      typeof schema['additionalProperties'] === 'object' &&
      !meets(member, record(schema['additionalProperties']), root, depth + 1)
    )
      return false;
  }
  return true;
}

function pointer(root: JsonSchema, ref: string): JsonSchema {
  let target: unknown = root;
  for (const key of ref.replace(/^#\/?/u, '').split('/')) if (key !== '') target = record(target)[key];
  return record(target);
}
