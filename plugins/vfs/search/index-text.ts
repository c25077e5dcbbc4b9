import { StringDecoder } from 'node:string_decoder';

/** How much of a text is indexed. */
const INDEXED_BYTES = 1024 * 1024;

/** Collects the beginning of a UTF-8 text while it streams by. */
export class IndexText {
  /** Nothing beyond this many bytes is indexed. */
  static readonly bytes = INDEXED_BYTES;
  readonly #decoder = new StringDecoder('utf8');
  readonly #pieces: string[] = [];
  #left = INDEXED_BYTES;

  add(bytes: Uint8Array): void {
    if (this.#left <= 0) return;
    this.#pieces.push(this.#decoder.write(Buffer.from(bytes.subarray(0, this.#left))));
    this.#left -= bytes.length;
  }

  finish(): string {
    return this.#pieces.join('');
  }
}
