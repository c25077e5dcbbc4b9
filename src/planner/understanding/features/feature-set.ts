/** Hashes of the features of one decision. The same feature said twice counts once. */
export class FeatureSet {
  readonly #hashes = new Set<number>();

  add(feature: string): void {
    this.#hashes.add(hashOf(feature));
  }

  toArray(): Uint32Array {
    return Uint32Array.from(this.#hashes);
  }
}

/** FNV-1a over UTF-16 units with a final mix; 32 bits. */
function hashOf(text: string): number {
  let hash = 2166136261;
  for (let at = 0; at < text.length; at++) {
    hash ^= text.charCodeAt(at);
    hash = Math.imul(hash, 16777619);
  }
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  hash ^= hash >>> 13;
  return hash >>> 0;
}
