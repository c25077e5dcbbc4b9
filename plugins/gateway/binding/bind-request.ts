import {
  create,
  type DescEnum,
  type DescField,
  type DescMessage,
  type Message,
  ScalarType,
} from '@bufbuild/protobuf';
import { type ReflectMessage, reflect } from '@bufbuild/protobuf/reflect';
import { invalid } from '../upstream/status.js';
import { parseScalar, typeName } from './parse-scalar.js';
import { parseWellKnown } from './parse-well-known.js';

/** The field whose value people copy by hand from one answer into the next question. */
const PAGE_KEY = 'pagination.key';

type Pair = readonly [name: string, value: string];

// As grpc-gateway's `^(.*)\[(.*)\]$`, whose dot takes no line feed.
const MAP_ENTRY = /^([^[\]\n]+)\[([^\]\n]*)\]$/;

/**
 * The request message of a path and a query. Rules of grpc-gateway: unknown parameters are ignored, a repeated key
 * fills a repeated field, the first of several values of a single field holds, and a field that the path has set
 * is not taken from the query.
 * @param path values of the template's variables by field path
 * @throws QueryFault 400 that names the parameter
 */
export function bindRequest(
  desc: DescMessage,
  path: readonly (readonly [field: readonly string[], value: string])[],
  query: readonly Pair[],
): Message {
  const message = create(desc);
  const root = reflect(desc, message);
  const taken = new Set<string>();
  const bound: string[] = [];
  for (const [field, value] of path) {
    const name = field.join('.');
    // Several values of one variable stand in one segment: relayers ask about packets `1,2,300`.
    for (const each of isList(desc, field) ? value.split(',') : [value]) bind(root, field, each, name, taken);
    bound.push(name);
  }
  for (const [key, value] of query) {
    const entry = MAP_ENTRY.exec(key);
    const steps = (entry?.[1] ?? key).split('.');
    const field = canonicalName(desc, steps);
    if (bound.some((name) => field === name || field.startsWith(`${name}.`))) continue;
    if (entry !== null) bindEntry(root, steps, entry[2] ?? '', value, key);
    else bind(root, steps, value, key, taken);
  }
  return message;
}

function isList(desc: DescMessage, steps: readonly string[]): boolean {
  let field: DescField | undefined;
  for (
    let at = 0, current: DescMessage | undefined = desc;
    at < steps.length && current !== undefined;
    at++
  ) {
    field = fieldOf(current, steps[at] ?? '');
    current = field?.message;
  }
  return field?.fieldKind === 'list';
}

/** Both spellings of a field as the one of its proto. */
function canonicalName(desc: DescMessage, steps: readonly string[]): string {
  const names: string[] = [];
  let current: DescMessage | undefined = desc;
  for (const step of steps) {
    const field: DescField | undefined = current && fieldOf(current, step);
    names.push(field?.name ?? step);
    current = field?.fieldKind === 'message' ? field.message : undefined;
  }
  return names.join('.');
}

const fieldsByName = new WeakMap<DescMessage, ReadonlyMap<string, DescField>>();

/** A field by its proto name or its lowerCamelCase one. */
export function fieldOf(desc: DescMessage, name: string): DescField | undefined {
  let fields = fieldsByName.get(desc);
  if (fields === undefined) {
    const named = desc.fields.map((field) => [field.name, field] as const);
    fields = new Map([...desc.fields.map((field) => [field.jsonName, field] as const), ...named]);
    fieldsByName.set(desc, fields);
  }
  return fields.get(name);
}

function bind(
  root: ReflectMessage,
  steps: readonly string[],
  value: string,
  name: string,
  taken: Set<string>,
): void {
  const last = descend(root, steps, name);
  if (last === undefined) return;
  const { parent, field } = last;
  switch (field.fieldKind) {
    case 'scalar':
    case 'enum':
    case 'message': {
      const key = canonicalName(root.desc, steps);
      if (taken.has(key)) return;
      taken.add(key);
      if (field.oneof !== undefined && parent.oneofCase(field.oneof) !== undefined) {
        throw invalid(`${name} and another field of ${field.oneof.name} are given: only one of them can be`);
      }
      parent.set(field, singular(field, value, name));
      return;
    }
    case 'list':
      parent.get(field).add(element(field, value, name));
      return;
    default:
      throw invalid(`${name} is a map: write ${name}[key]=value`);
  }
}

function bindEntry(
  root: ReflectMessage,
  steps: readonly string[],
  key: string,
  value: string,
  name: string,
): void {
  const last = descend(root, steps, name);
  if (last === undefined) return;
  const { parent, field } = last;
  if (field.fieldKind !== 'map') throw invalid(`${steps.join('.')} is no map: ${name} has no meaning`);
  const parsedKey = parseScalar(field.mapKey, key);
  if (parsedKey === undefined || parsedKey instanceof Uint8Array) {
    throw invalid(`invalid key ${quote(key)} in ${name} (${typeName(field.mapKey)})`);
  }
  let parsed: unknown;
  if (field.mapKind === 'scalar') parsed = scalar(field.scalar, value, name);
  else if (field.mapKind === 'enum') parsed = enumValue(field.enum, value, name);
  else throw invalid(`${name} holds messages, which a query cannot carry`);
  const entries = parent.get(field);
  if (entries.has(parsedKey)) throw invalid(`${name} is given more than once`);
  entries.set(parsedKey, parsed);
}

/** The message that holds the last field of a path, made on the way; undefined for what no field is. */
function descend(
  root: ReflectMessage,
  steps: readonly string[],
  name: string,
): { parent: ReflectMessage; field: DescField } | undefined {
  let parent = root;
  for (const [index, step] of steps.entries()) {
    const field = fieldOf(parent.desc, step);
    if (field === undefined) return undefined;
    if (index === steps.length - 1) return { parent, field };
    const path = steps.slice(0, index + 1).join('.');
    if (field.fieldKind !== 'message')
      throw invalid(`${path} has no fields of its own: ${name} has no meaning`);
    const isSet = parent.isSet(field);
    const child: ReflectMessage = parent.get(field);
    if (!isSet) parent.set(field, child);
    parent = isSet ? child : parent.get(field);
  }
  return undefined;
}

function singular(
  field: DescField & { fieldKind: 'scalar' | 'enum' | 'message' },
  value: string,
  name: string,
): unknown {
  if (field.fieldKind === 'scalar') return scalar(field.scalar, value, name, field.longAsString);
  if (field.fieldKind === 'enum') return enumValue(field.enum, value, name);
  return messageValue(field.message, value, name);
}

function element(field: DescField & { fieldKind: 'list' }, value: string, name: string): unknown {
  if (field.listKind === 'scalar') return scalar(field.scalar, value, name);
  if (field.listKind === 'enum') return enumValue(field.enum, value, name);
  return messageValue(field.message, value, name);
}

function scalar(type: ScalarType, value: string, name: string, longAsString = false): unknown {
  const parsed = parseScalar(type, value, name === PAGE_KEY);
  if (parsed !== undefined) return typeof parsed === 'bigint' && longAsString ? String(parsed) : parsed;
  const hint = type === ScalarType.BYTES ? ', written in base64' : '';
  throw invalid(`invalid value ${quote(value)} for ${name} (${typeName(type)}${hint})`);
}

function enumValue(desc: DescEnum, value: string, name: string): number {
  const named = desc.values.find((each) => each.name === value);
  if (named !== undefined) return named.number;
  const number = parseScalar(ScalarType.INT32, value);
  if (typeof number === 'number' && desc.value[number] !== undefined) return number;
  const names = desc.values.slice(0, 20).map((each) => each.name);
  throw invalid(`invalid value ${quote(value)} for ${name}: it is one of ${names.join(', ')}`);
}

function messageValue(desc: DescMessage, value: string, name: string): ReflectMessage {
  const parsed = parseWellKnown(desc, value);
  if (parsed === 'unfit') throw invalid(`invalid value ${quote(value)} for ${name} (${desc.name})`);
  if (parsed !== undefined) return parsed;
  const fields = desc.fields.slice(0, 10).map((field) => `${name}.${field.name}`);
  throw invalid(`${name} has no value of its own: set its fields, such as ${fields.join(', ')}`);
}

function quote(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text);
}
