import { createHash, type Hash } from 'node:crypto';

/** A text of so many characters is known by what is left of it: its length and its hash. It would be in memory once more. */
const KEPT_CHARS = 64 * 1024;

/** A text that grows, of which it is asked whether another is it, or begins with it. */
export class KnownText {
  #kept = '';
  #hash: Hash | undefined;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(more: string): void {
    this.#length += more.length;
    if (this.#hash === undefined) {
      this.#kept += more;
      if (this.#kept.length <= KEPT_CHARS) return;
      this.#hash = hashOf(this.#kept);
      this.#kept = '';
    } else this.#hash.update(more, 'utf16le');
  }

  is(text: string): boolean {
    return text.length === this.#length && this.begins(text);
  }

  /** Whether that text begins with this one. */
  begins(text: string): boolean {
    if (this.#hash === undefined) return text.startsWith(this.#kept);
    if (text.length < this.#length) return false;
    return hashOf(text.slice(0, this.#length)).digest('hex') === this.#hash.copy().digest('hex');
  }

  /** Whether this one begins with that text; of a long one known only where it is that text. */
  startsWith(text: string): boolean {
    return this.#hash === undefined ? this.#kept.startsWith(text) : this.is(text);
  }
}

/** Units of UTF-16 as they are: a part may end within a character. */
function hashOf(text: string): Hash {
  return createHash('sha256').update(text, 'utf16le');
}
