/** Bytes of an id that one census looks at. */
const WINDOW = 32;

/**
 * Which bytes occur at which place of some ids, and where ids end. Ids of one registry look alike, so that few bytes vary and
 * each varies over few values: a small number can then tell most ids apart, in their order.
 */
export class ByteCensus {
  readonly #seen = new Uint8Array(WINDOW * 256);
  readonly #ends = new Uint8Array(WINDOW);
  readonly #from: number;

  /** @param from first byte of each id that is looked at; before it all are alike. */
  constructor(from = 0) {
    this.#from = from;
  }

  /** Takes the id `bytes[start..end)`. */
  add(bytes: Buffer, start: number, end: number): void {
    const seen = this.#seen;
    const first = start + this.#from;
    const stop = Math.min(end, first + WINDOW);
    for (let at = first, row = 0; at < stop; at++, row += 256) seen[row + (bytes[at] ?? 0)] = 1;
    if (end < first + WINDOW) this.#ends[end - first] = 1;
  }

  /** Takes what another census with the same first byte has seen. */
  merge(other: ByteCensus): void {
    for (const [at, seen] of other.#seen.entries()) if (seen === 1) this.#seen[at] = 1;
    for (const [at, ends] of other.#ends.entries()) if (ends === 1) this.#ends[at] = 1;
  }

  /** A key of as many bytes as fit below `limit` (at least 257). */
  key(limit: number): IdKey {
    const columns: { place: number; ranks: Float64Array; base: number }[] = [];
    let size = 1;
    let place = 0;
    let ended = 0;
    for (; place < WINDOW; place++) {
      if (this.#ends[place] === 1) ended = 1;
      // An id that is over comes before all that go on.
      let base = ended;
      const ranks = new Float64Array(256);
      for (let byte = 0; byte < 256; byte++) if (this.#seen[place * 256 + byte] === 1) ranks[byte] = base++;
      if (size * base > limit) break;
      if (base === 0) continue;
      size *= base;
      if (base > 1) columns.push({ place: this.#from + place, ranks, base });
    }
    let weight = 1;
    for (const { ranks, base } of columns.reverse()) {
      for (const [byte, rank] of ranks.entries()) ranks[byte] = rank * weight;
      weight *= base;
    }
    return new IdKey(columns.reverse(), this.#from + place, size);
  }
}

/** Makes numbers of ids that sort as the ids do, as far as `covers` bytes go. */
export class IdKey {
  /** Ids with equal keys are alike in so many bytes; if they end before that, they are equal. */
  readonly covers: number;
  /** Keys are below this. */
  readonly size: number;
  readonly #places: Uint32Array;
  readonly #values: Float64Array;

  constructor(
    columns: readonly { readonly place: number; readonly ranks: Float64Array }[],
    covers: number,
    size: number,
  ) {
    this.covers = covers;
    this.size = size;
    this.#places = Uint32Array.from(columns, ({ place }) => place);
    this.#values = new Float64Array(columns.length * 256);
    for (const [at, { ranks }] of columns.entries()) this.#values.set(ranks, at * 256);
  }

  /** The key of the id `bytes[start..end)`, which the census must have seen. */
  of(bytes: Buffer, start: number, end: number): number {
    const places = this.#places;
    const values = this.#values;
    let key = 0;
    for (let column = 0; column < places.length; column++) {
      const at = start + (places[column] ?? 0);
      if (at >= end) break;
      key += values[column * 256 + (bytes[at] ?? 0)] ?? 0;
    }
    return key;
  }
}
