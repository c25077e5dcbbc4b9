import { type DescField, ScalarType } from '@bufbuild/protobuf';
import { fieldOptions } from '../schema/field-options.js';
import { compileField, type Member } from './fields.js';
import type { PrinterOf, Reader } from './readers.js';

/**
 * Messages whose Go types write their JSON themselves, with `encoding/json` over the same fields (Cosmos SDK 0.50,
 * x/staking/types/delegation.go, MarshalJSON). What lies inside them is written so too.
 */
export const PLAIN_MESSAGES: ReadonlySet<string> = new Set([
  'cosmos.staking.v1beta1.DelegationResponse',
  'cosmos.staking.v1beta1.RedelegationResponse',
]);

const LONGS: ReadonlySet<ScalarType> = new Set([
  ScalarType.INT64,
  ScalarType.UINT64,
  ScalarType.SINT64,
  ScalarType.FIXED64,
  ScalarType.SFIXED64,
]);

/**
 * A field as Go's `encoding/json` writes it with the tags that gogoproto gives: zero values are left out unless the
 * type has no null, 64-bit integers and enums are numbers, a list without members is `null`, a time has no more
 * decimals than it needs.
 */
export function compilePlainField(
  field: DescField,
  slot: number,
  printerOf: PrinterOf,
): { reader: Reader; member: Member } {
  const { reader, member } = compileField(field, slot, printerOf);
  const { always } = fieldOptions(field);
  const empty = emptyOf(field, always);
  const print: Member['print'] = (value, depth) => {
    const text = member.print(value, depth);
    if (value === undefined || text === empty.is) return always ? (empty.shown ?? text) : undefined;
    return text === undefined ? undefined : plainOf(field, text);
  };
  return { reader, member: { ...member, print } };
}

/** What an unset field prints elsewhere, and what it shows here where it has no null. */
function emptyOf(field: DescField, always: boolean): { is: string | undefined; shown: string | undefined } {
  if (field.fieldKind === 'list') return { is: '[]', shown: 'null' };
  if (field.fieldKind === 'map') return { is: '{}', shown: 'null' };
  if (field.fieldKind === 'enum') return { is: `"${field.enum.values[0]?.name ?? ''}"`, shown: undefined };
  if (field.fieldKind === 'message' || always) return { is: undefined, shown: undefined };
  if (field.scalar === ScalarType.STRING || field.scalar === ScalarType.BYTES)
    return { is: '""', shown: undefined };
  if (field.scalar === ScalarType.BOOL) return { is: 'false', shown: undefined };
  return { is: LONGS.has(field.scalar) ? '"0"' : '0', shown: undefined };
}

function plainOf(field: DescField, text: string): string {
  if (field.fieldKind === 'scalar' && LONGS.has(field.scalar)) return text.slice(1, -1);
  if (field.fieldKind === 'enum') {
    return String(field.enum.values.find(({ name }) => text === `"${name}"`)?.number ?? text);
  }
  if (field.message?.typeName === 'google.protobuf.Timestamp')
    return text.replace(/\.?0+Z"$/, 'Z"').replace(/:Z"$/, ':00Z"');
  return text;
}
