import { type DescEnum, ScalarType } from '@bufbuild/protobuf';
import { decimal, type Wire } from './wire.js';

/** Reads one value and gives its JSON. */
export type ReadValue = (wire: Wire) => string;

export interface ScalarForm {
  readonly wireType: 0 | 1 | 2 | 5;
  readonly read: ReadValue;
  /** JSON of the value that the wire leaves out. */
  readonly zero: string;
}

/** How a scalar travels and how JSON writes it: 64-bit integers are strings, so are numbers that JSON lacks. */
export function scalarForm(type: ScalarType): ScalarForm {
  switch (type) {
    case ScalarType.STRING:
      return { wireType: 2, read: readString, zero: '""' };
    case ScalarType.BYTES:
      return { wireType: 2, read: readBytes, zero: 'null' };
    case ScalarType.BOOL:
      return { wireType: 0, read: (wire) => (wire.bool() ? 'true' : 'false'), zero: 'false' };
    case ScalarType.INT32:
      return { wireType: 0, read: (wire) => String(wire.int32()), zero: '0' };
    case ScalarType.UINT32:
      return { wireType: 0, read: (wire) => String(wire.uint32()), zero: '0' };
    case ScalarType.SINT32:
      return { wireType: 0, read: (wire) => String(wire.sint32()), zero: '0' };
    case ScalarType.INT64:
      return { wireType: 0, read: (wire) => `"${wire.int64()}"`, zero: '"0"' };
    case ScalarType.UINT64:
      return { wireType: 0, read: (wire) => `"${wire.uint64()}"`, zero: '"0"' };
    case ScalarType.SINT64:
      return { wireType: 0, read: (wire) => `"${wire.sint64()}"`, zero: '"0"' };
    case ScalarType.FIXED32:
      return { wireType: 5, read: (wire) => String(wire.bytes.readUInt32LE(wire.fixed(4))), zero: '0' };
    case ScalarType.SFIXED32:
      return { wireType: 5, read: (wire) => String(wire.bytes.readInt32LE(wire.fixed(4))), zero: '0' };
    case ScalarType.FIXED64:
      return { wireType: 1, read: (wire) => fixed64(wire, false), zero: '"0"' };
    case ScalarType.SFIXED64:
      return { wireType: 1, read: (wire) => fixed64(wire, true), zero: '"0"' };
    case ScalarType.FLOAT:
      return { wireType: 5, read: (wire) => single(wire.bytes.readFloatLE(wire.fixed(4))), zero: '0' };
    case ScalarType.DOUBLE:
      return { wireType: 1, read: (wire) => real(wire.bytes.readDoubleLE(wire.fixed(8))), zero: '0' };
  }
}

/** Enums whose Go types have names of their own (wasmd 0.50, x/wasm/types/params.go), and what any other number is. */
export const OWN_NAMES: Readonly<Record<string, { names: Readonly<Record<number, string>>; other: string }>> =
  {
    'cosmwasm.wasm.v1.AccessType': {
      names: { 1: 'Nobody', 3: 'Everybody', 4: 'AnyOfAddresses' },
      other: 'Unspecified',
    },
  };

/** Names where the schema has one, numbers elsewhere. */
export function enumForm(desc: DescEnum): ScalarForm {
  const own = OWN_NAMES[desc.typeName];
  const names = new Map(
    desc.values.map(({ name, number }) => [number, `"${own ? (own.names[number] ?? own.other) : name}"`]),
  );
  const print = (number: number) => names.get(number) ?? (own ? `"${own.other}"` : String(number));
  return { wireType: 0, read: (wire) => print(wire.int32()), zero: print(desc.values[0]?.number ?? 0) };
}

export function readString(wire: Wire): string {
  const from = wire.delimited();
  const plain = wire.plain(from, wire.pos);
  return plain === undefined ? JSON.stringify(wire.bytes.toString('utf8', from, wire.pos)) : `"${plain}"`;
}

function readBytes(wire: Wire): string {
  const from = wire.delimited();
  return `"${wire.bytes.toString('base64', from, wire.pos)}"`;
}

function fixed64(wire: Wire, signed: boolean): string {
  const at = wire.fixed(8);
  return `"${decimal(wire.bytes.readUInt32LE(at), wire.bytes.readUInt32LE(at + 4), signed)}"`;
}

function real(value: number): string {
  if (Number.isFinite(value)) return Object.is(value, -0) ? '-0' : String(value);
  return `"${value}"`;
}

/** Below this a 32-bit float has less than six digits. */
const LEAST_NORMAL = 2 ** -126;

/** The shortest digits that give the same 32-bit float again; of two that are as near, the even ones, as in Go. */
function single(value: number): string {
  for (let digits = Math.abs(value) < LEAST_NORMAL ? 1 : 6; digits <= 9 && Number.isFinite(value); digits++) {
    const [, before, power] = /^(.*[02468]\.?)5(e.*)$/.exec(value.toExponential(digits)) ?? [];
    const lower = Number(`${before}${power}`);
    if (Math.fround(lower) === value && Number(value.toExponential(digits)) === value) return real(lower);
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return real(Object.is(value, -0) ? value : short);
  }
  return real(value);
}
