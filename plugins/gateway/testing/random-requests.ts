import { type DescField, type DescMessage, ScalarType } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { anyScalar } from './random-messages.js';

/** Values that fit few types, in spellings that some take. */
const WORDS = [
  '',
  '0',
  '1',
  '-1',
  'true',
  'F',
  'x',
  'NaN',
  '-inf',
  '1e3',
  ' 1',
  '0x1f',
  '017',
  '1_000',
  '.5',
  '%',
  '€',
];
const SPANS = ['0', '1s', '-1.5s', '1h30m', '100ms', '1us', '3', 's', '1 s', '9000h', '0.000000001s'];
const TIMES = [
  '2024-02-29T12:00:00Z',
  '2024-01-01T00:00:00.123456789Z',
  '1969-12-31T23:59:59.5Z',
  '2024-01-01T02:00:00+02:00',
  '2024-01-01',
  '2024-02-30T00:00:00Z',
  'now',
];

/** A query string for a message: fields at any depth, right and wrong values, in any of the ways to escape them. */
export function anyQuery(desc: DescMessage): fc.Arbitrary<string> {
  return fc
    .array(anyParameter(desc, ''), { maxLength: 6 })
    .filter((parts) => !spellsTwice(parts))
    .map((parts) => parts.join('&'));
}

/** Whether one field comes under both of its names: Go's gateway goes through names in an order of chance. */
function spellsTwice(parts: readonly string[]): boolean {
  const spellings = new Map<string, string>();
  return parts.some((part) => {
    const name = /^[^=[]*/.exec(part)?.[0] ?? '';
    const field = name.replaceAll('_', '').toLowerCase();
    const known = spellings.get(field) ?? name;
    spellings.set(field, name);
    return known !== name;
  });
}

function anyParameter(desc: DescMessage, prefix: string): fc.Arbitrary<string> {
  const fields = desc.fields.flatMap((field): fc.Arbitrary<string>[] => {
    const name = fc.constantFrom(field.name, field.jsonName).map((each) => prefix + each);
    if (field.fieldKind === 'map') {
      if (field.mapKind !== 'scalar') return [];
      const entry = fc.tuple(name, anyText(anyScalar(field.mapKey)), anyText(anyScalar(field.scalar)));
      return [entry.map(([each, key, value]) => `${each}[${key}]=${value}`)];
    }
    const ownFields = field.fieldKind === 'message' && !field.message.typeName.startsWith('google.protobuf.');
    if (ownFields) return prefix === '' ? [anyParameter(field.message, `${field.name}.`)] : [];
    return [fc.tuple(name, anyText(anyValue(field))).map(([each, value]) => `${each}=${value}`)];
  });
  return fc.oneof(...fields, fc.constantFrom('nothing=1', 'no.thing=x', '', 'text', 'a=b=c'));
}

function anyValue(field: DescField): fc.Arbitrary<unknown> {
  // Names of enums and numbers that they lack are differences that are meant.
  if (field.enum !== undefined) return fc.constantFrom('0', '1', '2', '0x1', '02', 'red', '');
  if (field.message?.name === 'Duration') return fc.constantFrom(...SPANS);
  if (field.message?.name === 'Timestamp') return fc.constantFrom(...TIMES);
  if (field.scalar === ScalarType.BYTES) {
    const bytes = fc.uint8Array({ maxLength: 9 }).map((each) => Buffer.from(each).toString('base64'));
    const webSafe = bytes.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
    return fc.oneof(bytes, webSafe, fc.constantFrom('!', 'a', '====', 'ab=c'));
  }
  const right = anyScalar(field.scalar ?? ScalarType.STRING);
  return fc.oneof({ arbitrary: right, weight: 4 }, { arbitrary: fc.constantFrom(...WORDS), weight: 1 });
}

function anyText(value: fc.Arbitrary<unknown>): fc.Arbitrary<string> {
  return value.chain((each) => fc.constantFrom(...ESCAPES).map((write) => write(String(each))));
}

/** All say the same. */
const ESCAPES: readonly ((text: string) => string)[] = [
  encodeURIComponent,
  (text) => encodeURIComponent(text).replaceAll('%20', '+'),
  (text) => encodeURIComponent(text).replace(/%../g, (each) => each.toLowerCase()),
  (text) => [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
];

/** One segment of a path, without what is read in another way on purpose: `/` inside and `:` at an end. */
const anySegment = fc
  .oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }),
    fc.constantFrom(
      'did:ixo:entity:abc',
      'a+b',
      '%2F',
      '..',
      '.',
      ' ',
      'a;b',
      'params',
      '7',
      '0x10',
      '-1',
      '2',
    ),
  )
  .filter((text) => !/^:|:$|\/|^(?:latest|exact)$/.test(text));

const escapedSegment = anyText(anySegment).map((text) => text.replaceAll('+', '%20'));

/** A path below the fixture's routes or beside them, with a query. */
export function anyPath(query: DescMessage): fc.Arbitrary<string> {
  const one = escapedSegment;
  const paths = fc.oneof(
    one.map((a) => `/fixture/items/${a}`),
    fc.tuple(one, one).map(([a, b]) => `/fixture/echo/${a}/at/${b}`),
    one.map((a) => `/fixture/color/${a}`),
    fc.array(one, { maxLength: 4 }).map((all) => `/fixture/deep/${all.join('/')}`),
    fc.tuple(one, one).map(([a, b]) => `/fixture/tree/shelves/${a}/books/${b}`),
    fc.tuple(one, fc.constantFrom('', ':inspect', ':other')).map(([a, verb]) => `/fixture/verb/${a}${verb}`),
    fc.tuple(one, one).map(([a, b]) => `/ixo/${a}/${b}`),
    fc.array(one, { maxLength: 4 }).map((all) => `/fixture/${all.join('/')}`),
  );
  return fc.tuple(paths, fc.oneof(fc.constant(''), anyQuery(query))).map(([path, text]) => `${path}?${text}`);
}
