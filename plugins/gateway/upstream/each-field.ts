import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';

/** Calls `visit` for each length-delimited field of a message. */
export function eachField(bytes: Uint8Array, visit: (field: number, content: Uint8Array) => void): void {
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) {
    const [field, type] = reader.tag();
    if (type === WireType.LengthDelimited) visit(field, reader.bytes());
    else reader.skip(type, field);
  }
}
