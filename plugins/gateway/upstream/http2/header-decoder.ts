import { unpacked } from './huffman.js';
import { type Entry, STATIC_TABLE } from './static-table.js';

/** Headers by their names; several of one name are one, parted by commas. */
export type Headers = ReadonlyMap<string, string>;

/** Octets of the table that the other side may fill: what is announced by saying nothing. */
const TABLE_OCTETS = 4_096;
/** What an entry counts besides its text (RFC 7541, section 4.1). */
const ENTRY_OCTETS = 32;
/** Of all headers of one block: a few octets can stand for a lot. */
export const MOST_HEADER_OCTETS = 65_536;

/** Reads blocks of headers in the order in which they come, for each may refer to those before (RFC 7541). */
export class HeaderDecoder {
  /** The oldest first. */
  readonly #table: Entry[] = [];
  #octets = 0;
  #limit = TABLE_OCTETS;
  #block: Buffer = Buffer.alloc(0);
  #at = 0;

  /** @throws Error for a block that is none, after which no other can be read */
  read(block: Buffer): Headers {
    this.#block = block;
    this.#at = 0;
    const headers = new Map<string, string>();
    let octets = 0;
    while (this.#at < block.length) {
      const entry = this.#next(headers.size === 0);
      if (entry === undefined) continue;
      octets += sizeOf(entry);
      if (octets > MOST_HEADER_OCTETS) throw new Error('the headers are too long');
      const before = headers.get(entry.name);
      headers.set(entry.name, before === undefined ? entry.value : `${before}, ${entry.value}`);
    }
    return headers;
  }

  /** One header; undefined for a change of the table's size. */
  #next(first: boolean): Entry | undefined {
    const kind = this.#block[this.#at] ?? 0;
    if (kind & 0x80) return this.#entry(this.#number(7));
    if (kind & 0x40) {
      const entry = this.#literal(6);
      this.#keep(entry);
      return entry;
    }
    if ((kind & 0x20) === 0) return this.#literal(4);
    const limit = this.#number(5);
    if (!first || limit > TABLE_OCTETS) throw new Error('the table of headers is resized against the rules');
    this.#limit = limit;
    this.#shrink();
    return undefined;
  }

  #literal(bits: number): Entry {
    const index = this.#number(bits);
    const name = index === 0 ? this.#text() : this.#entry(index).name;
    return { name, value: this.#text() };
  }

  #entry(index: number): Entry {
    const entry = STATIC_TABLE[index - 1] ?? this.#table.at(STATIC_TABLE.length - index);
    if (entry === undefined || index === 0) throw new Error('a header refers to none');
    return entry;
  }

  #keep(entry: Entry): void {
    this.#table.push(entry);
    this.#octets += sizeOf(entry);
    this.#shrink();
  }

  #shrink(): void {
    while (this.#octets > this.#limit) {
      const oldest = this.#table.shift();
      if (oldest === undefined) return;
      this.#octets -= sizeOf(oldest);
    }
  }

  /** A whole number behind the first bits of an octet (section 5.1). */
  #number(bits: number): number {
    const most = (1 << bits) - 1;
    let value = this.#octet() & most;
    if (value < most) return value;
    for (let shift = 0; shift <= 21; shift += 7) {
      const octet = this.#octet();
      value += (octet & 0x7f) << shift;
      if (octet < 0x80) return value;
    }
    throw new Error('a number in the headers is too large');
  }

  /** Text behind its length, packed or plain (section 5.2). */
  #text(): string {
    const packed = ((this.#block[this.#at] ?? 0) & 0x80) !== 0;
    const length = this.#number(7);
    const start = this.#at;
    this.#at += length;
    if (this.#at > this.#block.length) throw new Error('a header is cut');
    if (!packed) return this.#block.toString('latin1', start, this.#at);
    const text = unpacked(this.#block.subarray(start, this.#at));
    if (text === undefined) throw new Error('a header is packed against the rules');
    return text;
  }

  #octet(): number {
    const octet = this.#block[this.#at];
    if (octet === undefined) throw new Error('a header is cut');
    this.#at += 1;
    return octet;
  }
}

function sizeOf({ name, value }: Entry): number {
  return name.length + value.length + ENTRY_OCTETS;
}
