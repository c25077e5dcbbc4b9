const SHOWN = 3;

/** Keeps the first and the last units of a registry without making a string of the ones between. */
export class EndUnits {
  readonly first: string[] = [];
  last: string[] = [];
  /** Of the batch at hand, its last units in turn: bytes with their ends, or text. */
  readonly #bytes: (Buffer | undefined)[] = [undefined, undefined, undefined];
  readonly #starts = new Uint32Array(SHOWN);
  readonly #stops = new Uint32Array(SHOWN);
  readonly #texts: string[] = ['', '', ''];
  #count = 0;

  add(id: string): void {
    if (this.first.length < SHOWN) this.first.push(id);
    const slot = this.#count++ % SHOWN;
    this.#bytes[slot] = undefined;
    this.#texts[slot] = id;
  }

  /** Plain ASCII, valid until the batch ends. */
  addBytes(bytes: Buffer, start: number, end: number): void {
    if (this.first.length < SHOWN) this.first.push(bytes.toString('latin1', start, end));
    const slot = this.#count++ % SHOWN;
    this.#bytes[slot] = bytes;
    this.#starts[slot] = start;
    this.#stops[slot] = end;
  }

  /** Takes over what is only valid until now. */
  endBatch(): void {
    const taken = Math.min(this.#count, SHOWN);
    const own = Array.from({ length: taken }, (_, at) => {
      const slot = (this.#count - taken + at) % SHOWN;
      const bytes = this.#bytes[slot];
      return bytes === undefined
        ? (this.#texts[slot] ?? '')
        : bytes.toString('latin1', this.#starts[slot], this.#stops[slot]);
    });
    this.last = [...this.last, ...own].slice(-SHOWN);
    this.#count = 0;
    this.#bytes.fill(undefined);
  }
}
