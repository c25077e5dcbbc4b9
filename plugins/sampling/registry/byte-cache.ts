const SLOTS = 2 ** 12;
/** Longer cells hardly repeat. */
const MAX_BYTES = 256;

interface Entry<T> {
  readonly bytes: Buffer;
  readonly value: T;
}

/** Remembers what a cell's text means, keyed by its bytes, so that repeated values cost no string. */
export class ByteCache<T> {
  readonly #meaning: (text: string) => T;
  /** By hash; a later value takes the place of an earlier one. */
  readonly #entries: (Entry<T> | undefined)[] = Array.from({ length: SLOTS }, () => undefined);

  constructor(meaning: (text: string) => T) {
    this.#meaning = meaning;
  }

  get(bytes: Buffer, start: number, end: number): T {
    // FNV-1a; entries are compared byte for byte, so a collision costs time only.
    let hash = 0x811c9dc5;
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
    const slot = (hash ^ (hash >>> 12)) & (SLOTS - 1);
    const known = this.#entries[slot];
    if (known !== undefined && isSame(known.bytes, bytes, start, end)) return known.value;
    const value = this.#meaning(bytes.toString('utf8', start, end));
    if (end - start <= MAX_BYTES)
      this.#entries[slot] = { bytes: Buffer.from(bytes.subarray(start, end)), value };
    return value;
  }
}

function isSame(own: Buffer, bytes: Buffer, start: number, end: number): boolean {
  if (own.length !== end - start) return false;
  for (let at = 0; at < own.length; at++) if (own[at] !== bytes[start + at]) return false;
  return true;
}
