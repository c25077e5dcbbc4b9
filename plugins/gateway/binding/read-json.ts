import {
  create,
  type DescEnum,
  type DescField,
  type DescMessage,
  fromJson,
  type JsonValue,
  type Message,
  type Registry,
  ScalarType,
  toBinary,
} from '@bufbuild/protobuf';
import { type ReflectMessage, reflect } from '@bufbuild/protobuf/reflect';
import { type Node, type ParseError, parseTree } from 'jsonc-parser';
import { compactJson } from '../printing/compact-json.js';
import { parseDecimal } from '../printing/go-types.js';
import { OWN_NAMES } from '../printing/scalars.js';
import { fieldOptions } from '../schema/field-options.js';
import { invalid } from '../upstream/status.js';
import { fieldOf } from './bind-request.js';
import { parseScalar } from './parse-scalar.js';
import { parseWellKnown } from './parse-well-known.js';

/** As deep as messages may be nested (protobuf's own limit). */
const DEEPEST = 100;
const ANY = 'google.protobuf.Any';

/**
 * The message of a JSON body, in the JSON that a chain's REST server takes: what the gateway prints, read back. Names
 * are those of the proto or in lowerCamelCase, 64-bit integers numbers or strings, what lies in an `Any` stands beside
 * its `@type`, decimals have their point, raw JSON stays as it is, digit by digit. As there, nothing and `null` are an empty
 * message, and fields that the chain does not know say nothing: clients of a later release send them.
 * @throws QueryFault 400 that names the field
 */
export function readJson(desc: DescMessage, text: string, types: Pick<Registry, 'getMessage'>): Message {
  const faults: ParseError[] = [];
  if (/^\s*(?:null\s*)?$/.test(text)) return create(desc);
  const root = parsed(text, faults);
  if (root === undefined || faults.length > 0) throw invalid('the body is no JSON');
  return new Reading(text, types).message(desc, root, '', 0).message;
}

function parsed(text: string, faults: ParseError[]): Node | undefined {
  try {
    return parseTree(text, faults, { disallowComments: true });
  } catch {
    throw invalid('the body is nested too deeply');
  }
}

class Reading {
  constructor(
    readonly text: string,
    readonly types: Pick<Registry, 'getMessage'>,
  ) {}

  message(desc: DescMessage, node: Node, at: string, depth: number): ReflectMessage {
    if (depth > DEEPEST) throw invalid(`${at} is nested too deeply`);
    if (desc.typeName === ANY) return this.#any(desc, node, at, depth);
    if (desc.typeName.startsWith('google.protobuf.')) return this.#wellKnown(desc, node, at);
    const message = reflect(desc, create(desc));
    for (const [name, value] of members(node, at)) {
      const path = at === '' ? name : `${at}.${name}`;
      if (name === '@type' && depth > 0) continue;
      const field = fieldOf(desc, name);
      if (field === undefined) continue;
      const isRaw = fieldOptions(field).goType === 'json';
      if (isRaw || value.type !== 'null') this.#set(message, field, value, path, depth);
    }
    return message;
  }

  #set(message: ReflectMessage, field: DescField, node: Node, at: string, depth: number): void {
    if (field.fieldKind === 'list') {
      const list = message.get(field);
      for (const [index, each] of elements(node, at).entries()) {
        list.add(this.#value(field, each, `${at}[${index}]`, depth));
      }
    } else if (field.fieldKind === 'map') {
      const map = message.get(field);
      for (const [name, each] of members(node, at)) {
        const key = parseScalar(field.mapKey, name);
        if (key === undefined || key instanceof Uint8Array) throw invalid(`invalid key in ${at}`);
        map.set(key, this.#value(field, each, `${at}[${name}]`, depth));
      }
    } else {
      message.set(field, this.#value(field, node, at, depth));
    }
  }

  #value(field: DescField, node: Node, at: string, depth: number): unknown {
    if (field.message !== undefined) return this.message(field.message, node, at, depth + 1);
    if (field.enum !== undefined) return enumValue(field.enum, this.#scalar(node, at), at);
    const type = field.scalar ?? ScalarType.STRING;
    const { goType } = fieldOptions(field);
    if (goType === 'json') return bytesOrText(type, rawJson(this.#slice(node), at));
    const text = this.#scalar(node, at);
    if (goType === 'hex') {
      if (!/^(?:[0-9a-f]{2})*$/i.test(text)) throw invalid(`${at} is not written in hexadecimal digits`);
      return Buffer.from(text, 'hex');
    }
    if (goType === 'dec' || goType === 'int') {
      if (node.type !== 'string') throw invalid(`${at} is a number between quotes`);
      const digits = goType === 'dec' ? parseDecimal(text) : /^-?\d{1,80}$/.exec(text)?.[0];
      if (digits === undefined)
        throw invalid(`invalid value ${JSON.stringify(text.slice(0, 100))} for ${at}`);
      return bytesOrText(type, digits);
    }
    if (type === ScalarType.STRING || type === ScalarType.BYTES) {
      if (node.type !== 'string') throw invalid(`${at} is a string`);
    }
    const fits = type === ScalarType.BOOL ? node.type === 'boolean' : isJsonNumber(type, text);
    const value = fits ? parseScalar(type, text) : undefined;
    if (value === undefined) throw invalid(`invalid value ${JSON.stringify(text.slice(0, 100))} for ${at}`);
    return typeof value === 'bigint' && field.fieldKind === 'scalar' && field.longAsString
      ? String(value)
      : value;
  }

  #any(desc: DescMessage, node: Node, at: string, depth: number): ReflectMessage {
    const given = new Map(members(node, at));
    const typeUrl = given.get('@type');
    const message = reflect(desc, create(desc));
    if (typeUrl === undefined && given.size === 0) return message;
    if (typeUrl?.type !== 'string') throw invalid(`${at} lacks its @type`);
    const url = String(typeUrl.value);
    const inside = this.types.getMessage(url.slice(url.lastIndexOf('/') + 1));
    if (inside === undefined)
      throw invalid(`${at} has the @type ${JSON.stringify(url.slice(0, 200))}, which the chain lacks`);
    const special = inside.typeName.startsWith('google.protobuf.');
    const value = special ? given.get('value') : node;
    if (value === undefined) throw invalid(`${at} lacks its value`);
    const content = this.message(inside, value, at, depth + 1);
    Object.assign(message.message, { typeUrl: url, value: toBinary(inside, content.message) });
    return message;
  }

  #wellKnown(desc: DescMessage, node: Node, at: string): ReflectMessage {
    if (node.type === 'string') {
      const parsed = parseWellKnown(desc, String(node.value));
      if (parsed !== undefined && parsed !== 'unfit') return parsed;
    }
    try {
      return reflect(desc, fromJson(desc, JSON.parse(this.#slice(node)) as JsonValue));
    } catch {
      throw invalid(`invalid value for ${at} (${desc.name})`);
    }
  }

  /** Text of a string, digits of a number as they were written. */
  #scalar(node: Node, at: string): string {
    if (node.type === 'string') return String(node.value);
    if (node.type === 'number' || node.type === 'boolean') return this.#slice(node);
    throw invalid(`${at} has a value of the wrong kind`);
  }

  #slice({ offset, length }: Node): string {
    return this.text.slice(offset, offset + length);
  }
}

function members(node: Node, at: string): [string, Node][] {
  if (node.type !== 'object') throw invalid(`${at === '' ? 'the body' : at} is an object`);
  const found = (node.children ?? []).flatMap((property): [string, Node][] => {
    const [key, value] = property.children ?? [];
    return key === undefined || value === undefined ? [] : [[String(key.value), value]];
  });
  // The last of several counts, as in Go.
  return [...new Map(found)];
}

function elements(node: Node, at: string): readonly Node[] {
  if (node.type !== 'array') throw invalid(`${at} is a list`);
  return node.children ?? [];
}

function enumValue(desc: DescEnum, text: string, at: string): number {
  const own = OWN_NAMES[desc.typeName]?.names;
  const named = desc.values.find(
    ({ name, number }) => name === text || own?.[number] === text || String(number) === text,
  );
  if (named !== undefined) return named.number;
  throw invalid(`invalid value ${JSON.stringify(text.slice(0, 100))} for ${at} (${desc.name})`);
}

/** Whole numbers are written in decimal in JSON, whatever Go's strconv takes elsewhere. */
function isJsonNumber(type: ScalarType, text: string): boolean {
  if (type === ScalarType.STRING || type === ScalarType.BYTES) return true;
  if (type === ScalarType.DOUBLE || type === ScalarType.FLOAT) return true;
  return /^-?(?:0|[1-9]\d*)$/.test(text);
}

/** As the chain's Go code keeps it, so that a transaction has the same bytes and the same hash. */
function rawJson(text: string, at: string): string {
  try {
    return compactJson(text).replace(
      /[<>&\u2028\u2029]/g,
      (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
  } catch {
    throw invalid(`${at} is nested too deeply`);
  }
}

function bytesOrText(type: ScalarType, text: string): string | Uint8Array {
  return type === ScalarType.BYTES ? Buffer.from(text) : text;
}
