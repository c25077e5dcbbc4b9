export const EMPTY = Buffer.alloc(0);

/** 1 for an octet that stands for itself between the quotes of JSON. */
const PLAIN = Uint8Array.from({ length: 256 }, (_, octet) =>
  octet >= 0x20 && octet < 0x80 && octet !== 0x22 && octet !== 0x5c ? 1 : 0,
);

/** Reads the protobuf wire format in place. Offsets are those of the whole answer, so nothing is copied on the way down. */
export class Wire {
  pos: number;
  #letters: string | undefined;

  constructor(
    readonly bytes: Buffer,
    start = 0,
    public end = bytes.length,
  ) {
    this.pos = start;
  }

  /** What `print` makes of a part of it, from `from` to `to`; it stands where it stood then, unless `print` throws. */
  within<T>(from: number, to: number, print: () => T): T {
    const { pos, end } = this;
    this.pos = from;
    this.end = to;
    const made = print();
    this.pos = pos;
    this.end = end;
    return made;
  }

  /**
   * Text that JSON writes as it is, of ASCII without quotes and such; undefined for any other. A slice of all the bytes, which
   * are made letters once: most of an answer is short texts, and each would cost a call out of JavaScript.
   */
  plain(from: number, to: number): string | undefined {
    const { bytes } = this;
    for (let at = from; at < to; at++) if (PLAIN[bytes[at] ?? 0] === 0) return undefined;
    this.#letters ??= bytes.toString('latin1');
    return this.#letters.slice(from, to);
  }

  /** A tag or a length: at most 32 bits. */
  uint32(): number {
    const { bytes } = this;
    let byte = bytes[this.pos++] ?? 0;
    if (byte < 128) return this.#checked(byte);
    let value = byte & 127;
    for (let shift = 7; shift < 70; shift += 7) {
      byte = bytes[this.pos++] ?? 0;
      if (shift < 32) value |= (byte & 127) << shift;
      if (byte < 128) return this.#checked(value >>> 0);
    }
    throw new Error('a number that is too long');
  }

  int32(): number {
    return this.uint32() | 0;
  }

  /** An unsigned 64-bit varint in decimal. */
  uint64(): string {
    return this.#varint64(false);
  }

  /** A signed 64-bit varint in decimal. */
  int64(): string {
    return this.#varint64(true);
  }

  sint64(): string {
    const raw = BigInt(this.#varint64(false));
    return String((raw >> 1n) ^ -(raw & 1n));
  }

  sint32(): number {
    const raw = this.uint32();
    return (raw >>> 1) ^ -(raw & 1);
  }

  bool(): boolean {
    return this.#varint64(false) !== '0';
  }

  fixed(size: 4 | 8): number {
    const at = this.pos;
    this.pos += size;
    this.#checked(0);
    return at;
  }

  /** Steps over a length-delimited value; `from` to `pos` is its content. */
  delimited(): number {
    const length = this.uint32();
    const from = this.pos;
    this.pos += length;
    this.#checked(0);
    return from;
  }

  skip(wireType: number, field: number): void {
    if (wireType === 0) this.#varint64(false);
    else if (wireType === 1) this.fixed(8);
    else if (wireType === 2) this.delimited();
    else if (wireType === 5) this.fixed(4);
    else if (wireType === 3) this.#skipGroup(field);
    else throw new Error(`wire type ${wireType} does not exist`);
  }

  #skipGroup(field: number, depth = 0): void {
    if (depth > 100) throw new Error('groups nested too deeply');
    while (this.pos < this.end) {
      const tag = this.uint32();
      if ((tag & 7) === 4 && tag >>> 3 === field) return;
      if ((tag & 7) === 3) this.#skipGroup(tag >>> 3, depth + 1);
      else this.skip(tag & 7, tag >>> 3);
    }
    throw new Error('a group without an end');
  }

  #varint64(signed: boolean): string {
    const { bytes } = this;
    let low = 0;
    let high = 0;
    for (let index = 0; index < 10; index++) {
      const byte = bytes[this.pos++] ?? 0;
      const bits = byte & 127;
      if (index < 4) low |= bits << (index * 7);
      else if (index === 4) {
        low |= bits << 28;
        high = bits >>> 4;
      } else high |= bits << (index * 7 - 32);
      if (byte < 128) {
        this.#checked(0);
        return decimal(low >>> 0, high >>> 0, signed);
      }
    }
    throw new Error('a number that is too long');
  }

  #checked(value: number): number {
    if (this.pos > this.end) throw new Error('it ends in the middle of a field');
    return value;
  }
}

/** Two halves of a 64-bit integer in decimal. */
export function decimal(low: number, high: number, signed: boolean): string {
  if (high < 0x200000) return String(high * 0x1_0000_0000 + low);
  const value = (BigInt(high) << 32n) | BigInt(low);
  return String(signed ? BigInt.asIntN(64, value) : value);
}

/** Of a field that the schema has, and that comes in another form. */
export function wrongWireType(tag: number): Error {
  return new Error(`wire type ${tag & 7} of field ${tag >>> 3} is not that of the schema`);
}
