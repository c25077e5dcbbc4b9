import {
  create,
  type DescField,
  type DescMessage,
  fromJson,
  type Message,
  ScalarType,
  toBinary,
  toJson,
} from '@bufbuild/protobuf';
import { type ReflectMessage, reflect } from '@bufbuild/protobuf/reflect';
import { AnySchema } from '@bufbuild/protobuf/wkt';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compactJson } from './printing/compact-json.js';
import { MessagePrinter } from './printing/message-printer.js';
import { fixtureTypes } from './testing/fixture-files.js';
import { anyMessage, fixtureSource } from './testing/random-messages.js';

const types = fixtureTypes();
const printer = new MessagePrinter(types);
const kinds = descOf('fixture.KindsResponse');
const nested = descOf('fixture.Nested');

function descOf(name: string): DescMessage {
  const desc = types.getMessage(name);
  if (desc === undefined) throw new Error(`no type ${name}`);
  return desc;
}

function printed(desc: DescMessage, bytes: Uint8Array): Record<string, unknown> {
  return JSON.parse(printer.print(desc, bytes));
}

function kindsOf(json: Parameters<typeof fromJson>[1]): Record<string, unknown> {
  return printed(kinds, toBinary(kinds, fromJson(kinds, json, { registry: types })));
}

describe('what is not set (as a Cosmos REST server prints it)', () => {
  const empty = printed(kinds, new Uint8Array());
  it.each([
    ['text', ''],
    ['flag', false],
    ['i32', 0],
    ['i64', '0'],
    ['u64', '0'],
    ['real', 0],
    ['data', null],
    ['color', 'COLOR_UNSPECIFIED'],
    ['nested', null],
    ['always', { text: '', number: 0, inner: null, tags: [] }],
    ['texts', []],
    ['packed', []],
    ['labels', {}],
    ['places', {}],
    ['at', null],
    ['moment', '0001-01-01T00:00:00Z'],
    ['span', null],
    ['timeout', '0s'],
    ['dec', '0'],
    ['dec_bytes', '0'],
    ['int', '0'],
    ['maybe_int', null],
    ['coins', []],
    ['any', null],
    ['note', null],
    ['rank', null],
    ['wrapped', null],
    ['camelCase', ''],
  ])('%s is %j', (name, value) => {
    expect(empty[name]).toEqual(value);
  });
  it('a oneof is left out', () => {
    for (const name of ['word', 'figure', 'body']) expect(empty).not.toHaveProperty(name);
  });
});

describe('values', () => {
  it.each([
    [{ dec: '547945205479452055' }, 'dec', '0.547945205479452055'],
    [{ dec: '-1' }, 'dec', '-0.000000000000000001'],
    [{ dec: '10000000000000000000' }, 'dec', '10.000000000000000000'],
    [{ dec: '0' }, 'dec', '0.000000000000000000'],
    [
      { decBytes: Buffer.from('1500000000000000000').toString('base64') },
      'dec_bytes',
      '1.500000000000000000',
    ],
    [{ int: '340282366920938463463374607431768211456' }, 'int', '340282366920938463463374607431768211456'],
    [{ u64: '18446744073709551615' }, 'u64', '18446744073709551615'],
    [{ i64: '-9223372036854775808' }, 'i64', '-9223372036854775808'],
    [{ s64: '-1' }, 's64', '-1'],
    [{ sf64: '-1' }, 'sf64', '-1'],
    [{ single: 0.1 }, 'single', 0.1],
    [{ single: 101.927414 }, 'single', 101.927414],
    [{ single: 16777216 }, 'single', 16777216],
    // the shortest digits below the least normal float, and of two as near the even ones
    [{ single: 2.1e-44 }, 'single', 2.1e-44],
    [{ single: -1110594.25 }, 'single', -1110594.2],
    [{ single: 1110594.75 }, 'single', 1110594.8],
    [{ real: 'NaN' }, 'real', 'NaN'],
    [{ real: '-Infinity' }, 'real', '-Infinity'],
    [{ color: 99 }, 'color', 99],
    [{ at: '2024-02-29T23:59:59.000001Z' }, 'at', '2024-02-29T23:59:59.000001Z'],
    [{ at: '9999-12-31T23:59:59.999999999Z' }, 'at', '9999-12-31T23:59:59.999999999Z'],
    [{ at: '1970-01-01T00:00:00Z' }, 'at', '1970-01-01T00:00:00Z'],
    [{ span: '-0.500s' }, 'span', '-0.500s'],
    [{ note: '' }, 'note', ''],
    [{ rank: 0 }, 'rank', 0],
    [{ word: '' }, 'word', ''],
    [{ figure: '0' }, 'figure', '0'],
    [{ body: {} }, 'body', { text: '', number: 0, inner: null, tags: [] }],
    [{ chunks: ['', 'aGk='] }, 'chunks', ['', 'aGk=']],
    [{ wrapped: 'x' }, 'wrapped', 'x'],
    [{ switches: { true: '7', false: '8' } }, 'switches', { true: '7', false: '8' }],
    [{ text: 'a"\\\n\u2028<&>€🌍' }, 'text', 'a"\\\n\u2028<&>€🌍'],
  ])('%j', (json, name, value) => {
    expect(kindsOf(json as never)[name]).toEqual(value);
  });

  it('an Any begins with its type and keeps it as it was written', () => {
    const value = toBinary(nested, fromJson(nested, { text: 'x' }));
    const any = (typeUrl: string, bytes: Uint8Array) =>
      printer.print(
        descOf('google.protobuf.Any'),
        toBinary(descOf('google.protobuf.Any'), anyOf(typeUrl, bytes)),
      );
    expect(any('/fixture.Nested', value)).toBe(
      '{"@type":"/fixture.Nested","text":"x","number":0,"inner":null,"tags":[]}',
    );
    expect(any('/nobody.Knows', Uint8Array.of(1, 2))).toBe('{"@type":"/nobody.Knows","value":"AQI="}');
    expect(any('/fixture.Nested', Uint8Array.of(10, 99))).toBe('{"@type":"/fixture.Nested","value":"CmM="}');
    expect(any('/google.protobuf.Duration', Uint8Array.of(8, 1))).toBe(
      '{"@type":"/google.protobuf.Duration","value":"1s"}',
    );
  });

  it('pieces of one message are merged, and of a oneof the last holds', () => {
    const piece = (json: Parameters<typeof fromJson>[1]) => toBinary(kinds, fromJson(kinds, json));
    const joined = Buffer.concat([
      piece({ nested: { text: 'a', tags: ['x'] }, word: 'w' }),
      piece({ nested: { number: 3, tags: ['y'] }, figure: '1' }),
    ]);
    const answer = printed(kinds, joined);
    expect(answer['nested']).toEqual({ text: 'a', number: 3, inner: null, tags: ['x', 'y'] });
    expect(answer['figure']).toBe('1');
    expect(answer).not.toHaveProperty('word');
  });

  it('what stands behind a damaged message is read from where it stands', () => {
    // a text that says to be longer than all that is there
    const damaged = create(AnySchema, { typeUrl: '/fixture.Nested', value: Uint8Array.of(10, 99) });
    const any = toBinary(AnySchema, damaged);
    const rest = toBinary(kinds, fromJson(kinds, { figure: '1' }));
    const answer = printed(kinds, Buffer.concat([Uint8Array.of(0xb2, 2, any.length), any, rest]));
    expect([answer['any'], answer['figure']]).toEqual([{ '@type': '/fixture.Nested', value: 'CmM=' }, '1']);
  });

  it('unknown fields of every wire type are stepped over', () => {
    const unknown = 'c03e01 c13e0102030405060708 c23e0178 c33e0801c43e c53e01020304'.replaceAll(' ', '');
    const bytes = Buffer.concat([Buffer.from(unknown, 'hex'), Buffer.from([10, 1, 120])]);
    expect(printed(nested, bytes)['text']).toBe('x');
  });

  it('a year that JSON cannot write is a fault', () => {
    const at = Buffer.from([0xea, 1, 7, 8, 0x80, 0x80, 0x80, 0x80, 0x80, 0x7f]);
    expect(() => printer.print(kinds, at)).toThrow(/years 1 to 9999/);
  });

  it('nesting without end is a fault, not a crash', () => {
    let bytes = Buffer.alloc(0);
    for (let depth = 0; depth < 150; depth++) {
      const length = bytes.length < 128 ? [bytes.length] : [(bytes.length & 127) | 128, bytes.length >>> 7];
      bytes = Buffer.concat([Buffer.from([26, ...length]), bytes]);
    }
    expect(() => printer.print(nested, bytes)).toThrow(/nested too deeply/);
  });
});

function anyOf(typeUrl: string, value: Uint8Array): Message {
  const any = descOf('google.protobuf.Any');
  return fromJson(any, {}, { registry: types }) && Object.assign(create(any), { typeUrl, value });
}

describe('what a node would refuse, too', () => {
  const text = (number: number, value: string) =>
    Buffer.concat([tagOf(number, 2), Buffer.of(value.length), Buffer.from(value)]);
  const tagOf = (number: number, wireType: number): Buffer => {
    const tag = (number << 3) | wireType;
    return tag < 128 ? Buffer.of(tag) : Buffer.of((tag & 127) | 128, tag >> 7);
  };
  const numberOf = (name: string) => kinds.fields.find((each) => each.name === name)?.number ?? 0;

  it.each(['dec', 'int', 'text', 'nested', 'at', 'labels', 'texts'])('a number for %s', (name) => {
    const bytes = Buffer.concat([tagOf(numberOf(name), 0), Buffer.of(5)]);
    expect(() => printer.print(kinds, bytes)).toThrow(/wire type 0 of field/);
  });

  it.each(['dec', 'int'])('text that is no number for %s; none at all is 0', (name) => {
    expect(() => printer.print(kinds, text(numberOf(name), 'abc'))).toThrow(/text that is no/);
    expect(printed(kinds, text(numberOf(name), ''))[name]).toBe('0');
  });

  it('but of an Any without a type the bytes are shown', () => {
    const any = Buffer.of(18, 2, 1, 2);
    const field = Buffer.concat([tagOf(numberOf('any'), 2), Buffer.of(any.length), any]);
    expect(printed(kinds, field)['any']).toEqual({ '@type': '', value: 'AQI=' });
  });
});

describe('JSON of a contract', () => {
  it.each([
    ['{ "a" : 1.0e5 ,\n"b c": [ ] }\n', '{"a":1.0e5,"b c":[]}'],
    ['"a \\" b "', '"a \\" b "'],
    ['1  2', '1 2'],
    ['[true , null]', '[true,null]'],
  ])('%j has no blanks around its parts', (given, plain) => expect(compactJson(given)).toBe(plain));

  it('is not read where it is nested deeper than Go reads it', () => {
    expect(compactJson('['.repeat(10_000))).toHaveLength(10_000);
    expect(() => compactJson('['.repeat(10_000_000))).toThrow('JSON nested too deeply');
  });
});

describe('against the protobuf library', () => {
  // The library prints canonical JSON; where the two differ on purpose, `asCanonical` undoes it.
  it('random messages print the same', () => {
    fc.assert(
      fc.property(
        fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })),
        (stream) => {
          const random = () => Number(stream.next().value);
          const message = randomMessage(kinds, random, 0);
          const ours = printed(kinds, toBinary(kinds, message.message));
          const theirs = toJson(kinds, message.message, {
            registry: types,
            alwaysEmitImplicit: true,
            useProtoFieldName: true,
          });
          expect(prune(ours)).toEqual(prune(theirs));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('a large message prints the same in steps, each of which is short', () => {
    const source = fixtureSource(types);
    const [filled = new Uint8Array()] = fc
      .sample(anyMessage({ ...source, full: true }, kinds), { numRuns: 1, seed: 7 })
      .map(({ message }) => toBinary(kinds, message));
    // Fields come again: lists grow, messages merge.
    const bytes = Buffer.concat(Array.from({ length: Math.ceil(600_000 / filled.length) }, () => filled));
    const whole = printer.print(kinds, bytes);
    let steps = 0;
    const printing = printer.printInTurns(kinds, bytes);
    let step = printing.next();
    for (; step.done !== true; step = printing.next()) steps += 1;
    expect(step.value.toString() === whole).toBe(true);
    expect(steps).toBeGreaterThan(5);
  });

  it('a message that comes in thousands of pieces is printed once', () => {
    const piece = toBinary(kinds, fromJson(kinds, { nested: { tags: ['x'] } }, { registry: types }));
    const before = process.cpuUsage().user;
    printer.print(kinds, Buffer.concat(Array.from({ length: 20_000 }, () => piece)));
    expect(process.cpuUsage().user - before).toBeLessThan(3_000_000);
  });

  it('random bytes give JSON or a fault', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
        try {
          JSON.parse(printer.print(kinds, bytes));
        } catch (error) {
          expect(error).not.toBeInstanceOf(SyntaxError);
          expect(error).not.toBeInstanceOf(RangeError);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

/** Without what stands for "nothing" and with one form for decimals. */
function prune(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(prune);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value)
    .filter(([key]) => !SPECIAL.has(key))
    .map(([key, each]) => [key, prune(each)] as const)
    .filter(([, each]) => each !== null && each !== '' && JSON.stringify(each) !== '{}');
  return Object.fromEntries(kept);
}

/** Fields that Cosmos prints in a way of its own; each has its rows above. */
const SPECIAL = new Set([
  'dec',
  'dec_bytes',
  'int',
  'maybe_int',
  'moment',
  'timeout',
  'always',
  'any',
  'anys',
  'coins',
  'single',
  'singles',
  'inner',
  'tags',
  'wrapped',
  'at',
  'span',
  'word',
  'note',
  'rank',
]);

function randomMessage(desc: DescMessage, random: () => number, depth: number): ReflectMessage {
  const message = reflect(desc, create(desc));
  for (const field of desc.fields) {
    if (SPECIAL.has(field.name) || random() < 0.4) continue;
    const count = 1 + Math.floor(random() * 3);
    if (field.fieldKind === 'list') {
      const list = message.get(field);
      for (let index = 0; index < count; index++) list.add(randomValue(field, random, depth));
    } else if (field.fieldKind === 'map') {
      const map = message.get(field);
      for (let index = 0; index < count; index++) {
        const key = randomScalar(field.mapKey, random);
        map.set(key as never, randomValue(field, random, depth) as never);
      }
    } else {
      message.set(field, randomValue(field, random, depth));
    }
  }
  return message;
}

function randomValue(field: DescField, random: () => number, depth: number): unknown {
  if (field.message) return randomMessage(field.message, depth > 2 ? () => 0 : random, depth + 1);
  if (field.enum) return Math.floor(random() * 4);
  return randomScalar(field.scalar ?? ScalarType.STRING, random);
}

function randomScalar(type: ScalarType, random: () => number): unknown {
  const wide = () =>
    BigInt(Math.floor(random() * 2 ** 32)) * 2n ** 32n + BigInt(Math.floor(random() * 2 ** 32));
  const bits = 64 - Math.floor(random() * 64);
  switch (type) {
    case ScalarType.STRING:
      return String.fromCodePoint(
        ...Array.from({ length: 1 + Math.floor(random() * 8) }, () => 1 + Math.floor(random() * 0xd7ff)),
      );
    case ScalarType.BYTES:
      return Buffer.from(
        Array.from({ length: 1 + Math.floor(random() * 8) }, () => Math.floor(random() * 256)),
      );
    case ScalarType.BOOL:
      return random() < 0.5;
    case ScalarType.DOUBLE:
      return (random() - 0.5) * 10 ** Math.floor(random() * 40);
    case ScalarType.FLOAT:
      return Math.fround(random());
    case ScalarType.UINT32:
    case ScalarType.FIXED32:
      return Math.floor(random() * 2 ** 32);
    case ScalarType.INT32:
    case ScalarType.SINT32:
    case ScalarType.SFIXED32:
      return Math.floor((random() - 0.5) * 2 ** 32);
    case ScalarType.UINT64:
    case ScalarType.FIXED64:
      return BigInt.asUintN(bits, wide());
    default:
      return BigInt.asIntN(bits, wide());
  }
}
