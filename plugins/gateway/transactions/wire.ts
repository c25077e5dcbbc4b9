import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { addTo } from 'oracle-runtime/kit';

/** What a field holds: text, bytes (also a message within), or a whole number; a list is a repeated field. */
export type WireValue = string | Uint8Array | bigint | readonly (string | Uint8Array)[] | undefined;

/**
 * A protobuf message by its field numbers, ascending, without what is empty: one way to write it, as signatures need.
 * @param fields numbers as keys; whole numbers are written as varints
 */
export function encodeMessage(fields: Readonly<Record<number, WireValue>>): Uint8Array {
  const writer = new BinaryWriter();
  for (const [name, value] of Object.entries(fields)) {
    const field = Number(name);
    if (typeof value === 'bigint') {
      if (value !== 0n) writer.tag(field, WireType.Varint).uint64(value);
    } else if (value instanceof Uint8Array || typeof value === 'string') {
      if (value.length > 0) writeBytes(writer, field, value);
    } else for (const each of value ?? []) writeBytes(writer, field, each);
  }
  return writer.finish();
}

function writeBytes(writer: BinaryWriter, field: number, value: string | Uint8Array): void {
  writer.tag(field, WireType.LengthDelimited);
  if (typeof value === 'string') writer.string(value);
  else writer.bytes(value);
}

/** A message that was read, by its field numbers. */
export interface WireMessage {
  /** Of a repeated field, all. */
  all(field: number): readonly Uint8Array[];
  /** Empty where there is none. */
  bytes(field: number): Uint8Array;
  text(field: number): string;
  texts(field: number): readonly string[];
  /** 0 where there is none. */
  whole(field: number): bigint;
  message(field: number): WireMessage;
  messages(field: number): readonly WireMessage[];
}

/** @throws Error for bytes that are no message */
export function decodeMessage(bytes: Uint8Array): WireMessage {
  const contents = new Map<number, Uint8Array[]>();
  const wholes = new Map<number, bigint>();
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) {
    const [field, type] = reader.tag();
    if (type === WireType.LengthDelimited) {
      addTo(contents, field, reader.bytes());
    } else if (type === WireType.Varint) wholes.set(field, BigInt(reader.uint64()));
    else reader.skip(type, field);
  }
  const all = (field: number) => contents.get(field) ?? [];
  const last = (field: number) => all(field).at(-1) ?? new Uint8Array();
  return {
    all,
    bytes: last,
    text: (field) => Buffer.from(last(field)).toString('utf8'),
    texts: (field) => all(field).map((each) => Buffer.from(each).toString('utf8')),
    whole: (field) => wholes.get(field) ?? 0n,
    message: (field) => decodeMessage(last(field)),
    messages: (field) => all(field).map(decodeMessage),
  };
}
