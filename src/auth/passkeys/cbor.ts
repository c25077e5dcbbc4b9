/** A value of the part of CBOR (RFC 8949) that authenticators write: whole numbers, text, bytes, lists, maps. */
export type CborValue = number | string | boolean | null | Uint8Array | readonly CborValue[] | CborMap;

/** Keys of COSE are numbers, those of an attestation are text. */
export type CborMap = ReadonlyMap<number | string, CborValue>;

/** An attestation has three levels, a COSE key one. */
const MOST_LEVELS = 8;
const SIMPLE: Readonly<Record<number, boolean | null>> = { 20: false, 21: true, 22: null };
/** Bytes of the argument that follows, by the low five bits of the first byte. */
const ARGUMENT_BYTES: Readonly<Record<number, number>> = { 24: 1, 25: 2, 26: 4, 27: 8 };

/**
 * The value that begins here, and how many bytes it took; what follows is the caller's.
 * @throws Error for what is cut off, too deep, or of a kind that no authenticator writes: tags, fractions, unknown
 * lengths, keys that are said twice
 */
export function readCbor(bytes: Uint8Array): { readonly value: CborValue; readonly length: number } {
  const reader = new Reader(bytes);
  return { value: reader.value(0), length: reader.at };
}

class Reader {
  at = 0;
  readonly #bytes: Uint8Array;
  readonly #text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  value(depth: number): CborValue {
    if (depth > MOST_LEVELS) throw new Error('CBOR nests too deep');
    const head = this.#take(1)[0] ?? 0;
    const kind = head >> 5;
    if (kind === 7) return simple(head & 31);
    const argument = this.#argument(head & 31);
    switch (kind) {
      case 0:
        return argument;
      case 1:
        return -1 - argument;
      case 2:
        return this.#take(argument);
      case 3:
        return this.#text.decode(this.#take(argument));
      case 4:
        return this.#list(argument, depth);
      case 5:
        return this.#map(argument, depth);
      default:
        throw new Error('CBOR has a tag');
    }
  }

  #list(count: number, depth: number): CborValue[] {
    const items: CborValue[] = [];
    // Each item takes a byte at least, so a count that is not meant ends with the bytes.
    for (let at = 0; at < count; at += 1) items.push(this.value(depth + 1));
    return items;
  }

  #map(count: number, depth: number): CborMap {
    const map = new Map<number | string, CborValue>();
    for (let at = 0; at < count; at += 1) {
      const key = this.value(depth + 1);
      if (typeof key !== 'number' && typeof key !== 'string')
        throw new Error('CBOR has a key of another kind');
      if (map.has(key)) throw new Error('CBOR says a key twice');
      map.set(key, this.value(depth + 1));
    }
    return map;
  }

  #argument(low: number): number {
    if (low < 24) return low;
    const length = ARGUMENT_BYTES[low];
    if (length === undefined) throw new Error('CBOR has no known length');
    const value = this.#take(length).reduce((sum, byte) => sum * 256 + byte, 0);
    if (!Number.isSafeInteger(value)) throw new Error('CBOR has too large a number');
    return value;
  }

  #take(count: number): Uint8Array {
    if (count > this.#bytes.length - this.at) throw new Error('CBOR is cut off');
    this.at += count;
    return this.#bytes.subarray(this.at - count, this.at);
  }
}

function simple(low: number): boolean | null {
  const value = SIMPLE[low];
  if (value === undefined) throw new Error('CBOR has a value of another kind');
  return value;
}
