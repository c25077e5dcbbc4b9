import { createHash } from 'node:crypto';

const BLOCK = 2 ** 14;
const LINE_END = 0x0a;

/** SHA-256 of a list of ids, each ended by a line break: `sha256sum ids.txt`. Hashes in blocks, for speed. */
export class ListHash {
  readonly #hash = createHash('sha256');
  readonly #block = Buffer.allocUnsafe(BLOCK);
  #used = 0;

  add(bytes: Uint8Array, start: number, end: number): void {
    if (this.#used + (end - start) + 1 > BLOCK) this.#flush();
    const block = this.#block;
    let used = this.#used;
    for (let at = start; at < end; at++) block[used++] = bytes[at] ?? 0;
    block[used++] = LINE_END;
    this.#used = used;
  }

  digest(): string {
    this.#flush();
    return this.#hash.digest('hex');
  }

  #flush(): void {
    this.#hash.update(this.#block.subarray(0, this.#used));
    this.#used = 0;
  }
}

/** SHA-256 of a list in memory, each id ended by a line break. */
export function hashOfList(ids: Iterable<string>): string {
  const hash = createHash('sha256');
  for (const id of ids) hash.update(`${id}\n`, 'utf8');
  return hash.digest('hex');
}
