const MAX_ENTRIES = 10_000;

/** Remembers what a cell's text means, keyed by its bytes, so that repeated values cost no string. */
export class ByteCache<T> {
  readonly #meaning: (text: string) => T;
  readonly #entries = new Map<number, { readonly bytes: Buffer; readonly value: T }>();

  constructor(meaning: (text: string) => T) {
    this.#meaning = meaning;
  }

  get(bytes: Buffer, start: number, end: number): T {
    // FNV-1a; entries are compared byte for byte, so a collision costs time only.
    let hash = 0x811c9dc5;
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
    const entry = this.#entries.get(hash);
    if (entry !== undefined && isSame(entry.bytes, bytes, start, end)) return entry.value;
    const value = this.#meaning(bytes.toString('utf8', start, end));
    if (entry === undefined && this.#entries.size < MAX_ENTRIES) {
      this.#entries.set(hash, { bytes: Buffer.from(bytes.subarray(start, end)), value });
    }
    return value;
  }
}

function isSame(own: Buffer, bytes: Buffer, start: number, end: number): boolean {
  if (own.length !== end - start) return false;
  for (let at = 0; at < own.length; at++) if (own[at] !== bytes[start + at]) return false;
  return true;
}
