import {
  create,
  type DescField,
  type DescMessage,
  type Registry,
  ScalarType,
  toBinary,
} from '@bufbuild/protobuf';
import { type ReflectMessage, reflect } from '@bufbuild/protobuf/reflect';
import fc from 'fast-check';
import { fieldOptions } from '../schema/field-options.js';

const DEEPEST = 3;
/** Seconds of the years 1 to 9999. */
const SECONDS = { min: -62_135_596_800n, max: 253_402_300_799n };
/** What 64 bits of nanoseconds can hold, which is how Go keeps a span of time. */
const LONGEST_SPAN = 9_223_372_036n;
/** What messages are made of. */
export interface MessageSource {
  /** Messages that may lie inside an Any; of the field, where it is one. */
  inside(field: DescField | undefined): readonly DescMessage[];
  /** Sets every field; else each is set or not. */
  readonly full?: boolean;
}

const INSIDE_ANY = [
  'fixture.Nested',
  'cosmos.base.v1beta1.Coin',
  'google.protobuf.Timestamp',
  'google.protobuf.Duration',
  'ixo.entity.v1beta1.Entity',
];

/** The fixture chain's messages. */
export function fixtureSource(types: Registry): MessageSource {
  const inside = INSIDE_ANY.map((name) => types.getMessage(name)).filter((each) => each !== undefined);
  return { inside: () => inside };
}

/** Any message of a type that a chain could send: every field set or not, numbers at their limits, text of all planes. */
export function anyMessage(
  source: MessageSource,
  desc: DescMessage,
  depth = 0,
  field?: DescField,
): fc.Arbitrary<ReflectMessage> {
  if (desc.typeName === 'google.protobuf.Timestamp') return timeOf(desc);
  if (desc.typeName === 'google.protobuf.Duration') return spanOf(desc);
  if (desc.typeName === 'google.protobuf.Any') return anyOf(source, desc, depth, field);
  const fields = desc.fields.filter((field) => field.message === undefined || depth < DEEPEST);
  const chance = depth === 0 ? 2 : 1;
  const values = fields.map((field) => {
    const value = anyField(source, field, depth);
    return source.full === true ? value : fc.option(value, { freq: chance, nil: undefined });
  });
  return fc.tuple(...values).map((chosen) => {
    const message = reflect(desc, create(desc));
    for (const [index, field] of fields.entries()) {
      const value = chosen[index];
      if (value !== undefined) setField(message, field, value);
    }
    return message;
  });
}

function setField(message: ReflectMessage, field: DescField, value: unknown): void {
  if (field.fieldKind === 'list') {
    const list = message.get(field);
    for (const each of value as unknown[]) list.add(each);
  } else if (field.fieldKind === 'map') {
    const map = message.get(field);
    for (const [key, each] of value as [never, never][]) map.set(key, each);
  } else {
    message.set(field, value);
  }
}

function anyField(source: MessageSource, field: DescField, depth: number): fc.Arbitrary<unknown> {
  const value = anyValue(source, field, depth);
  if (field.fieldKind === 'list')
    return fc.array(value, { minLength: source.full === true ? 1 : 0, maxLength: depth > 1 ? 2 : 4 });
  if (field.fieldKind === 'map') return fc.array(fc.tuple(anyScalar(field.mapKey), value), { maxLength: 3 });
  return value;
}

function anyValue(source: MessageSource, field: DescField, depth: number): fc.Arbitrary<unknown> {
  if (field.message !== undefined) return anyMessage(source, field.message, depth + 1, field);
  if (field.enum !== undefined)
    return fc.constantFrom(...field.enum.values.map(({ number }) => number), 99, -1);
  const { goType } = fieldOptions(field);
  if (goType === 'json') return fc.json({ maxDepth: 2 }).map((text) => Buffer.from(text));
  if (goType === 'dec' || goType === 'int') {
    // Some whole numbers of a chain are unsigned; decimals never are.
    const least = goType === 'dec' ? -(2n ** 255n) : 0n;
    const digits = fc.oneof(fc.bigInt(0n, 100n), fc.bigInt(least, 2n ** 255n)).map(String);
    return field.scalar === ScalarType.BYTES ? digits.map((text) => Buffer.from(text)) : digits;
  }
  return anyScalar(field.scalar ?? ScalarType.STRING);
}

/** Values of a scalar type, its limits among them. */
export function anyScalar(type: ScalarType): fc.Arbitrary<unknown> {
  const near = (bits: bigint) =>
    fc.oneof(fc.bigInt(0n, 3n), fc.bigInt(0n, 2n ** bits - 1n), fc.constant(2n ** bits - 1n));
  const around = (bits: bigint) =>
    fc.oneof(
      fc.bigInt(-3n, 3n),
      fc.bigInt(-(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n),
      fc.constantFrom(-(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n, 2n ** 53n % 2n ** (bits - 1n)),
    );
  switch (type) {
    case ScalarType.STRING:
      return fc.string({ unit: 'binary', maxLength: 12 });
    case ScalarType.BYTES:
      return fc.uint8Array({ maxLength: 12 });
    case ScalarType.BOOL:
      return fc.boolean();
    case ScalarType.DOUBLE:
      return fc.double();
    case ScalarType.FLOAT:
      return fc.float();
    case ScalarType.UINT32:
    case ScalarType.FIXED32:
      return near(32n).map(Number);
    case ScalarType.INT32:
    case ScalarType.SINT32:
    case ScalarType.SFIXED32:
      return around(32n).map(Number);
    case ScalarType.UINT64:
    case ScalarType.FIXED64:
      return near(64n);
    default:
      return around(64n);
  }
}

const anyNanos = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 1, max: 999 }).map((ms) => ms * 1_000_000),
  fc.integer({ min: 1, max: 999_999 }).map((us) => us * 1000),
  fc.integer({ min: 1, max: 999_999_999 }),
);

function timeOf(desc: DescMessage): fc.Arbitrary<ReflectMessage> {
  return fc
    .tuple(fc.bigInt(SECONDS), anyNanos)
    .map(([seconds, nanos]) => reflect(desc, Object.assign(create(desc), { seconds, nanos })));
}

function spanOf(desc: DescMessage): fc.Arbitrary<ReflectMessage> {
  return fc
    .tuple(fc.bigInt(0n, LONGEST_SPAN - 1n), anyNanos, fc.boolean())
    .map(([seconds, nanos, before]) =>
      reflect(
        desc,
        Object.assign(create(desc), { seconds: before ? -seconds : seconds, nanos: before ? -nanos : nanos }),
      ),
    );
}

function anyOf(
  source: MessageSource,
  desc: DescMessage,
  depth: number,
  field: DescField | undefined,
): fc.Arbitrary<ReflectMessage> {
  return fc
    .constantFrom(...source.inside(field))
    .chain((each) => anyMessage(source, each, Math.max(depth + 1, DEEPEST - 1)))
    .map((message) =>
      reflect(
        desc,
        Object.assign(create(desc), {
          typeUrl: `/${message.desc.typeName}`,
          value: toBinary(message.desc, message.message),
        }),
      ),
    );
}
