import { lettersIn, TRAIT } from './id-rule.js';

const SEPARATORS = TRAIT.space | TRAIT.dash | TRAIT.underscore | TRAIT.dot | TRAIT.slash;
const BOTH_CASES = TRAIT.upper | TRAIT.lower;

/** What the ids of a registry look like all together: enough to tell that no two of them can be read as one. */
export class IdShapes {
  /** Traits that any id has, and that every one has. */
  #any = 0;
  #every = -1;
  #shortest = Number.POSITIVE_INFINITY;
  #longest = 0;
  #fewestLetters = Number.POSITIVE_INFINITY;
  #mostLetters = 0;

  /** @param traits as `id-rule` tells them @param length in bytes or characters */
  add(traits: number, length: number): void {
    this.#any |= traits;
    this.#every &= traits;
    if (length < this.#shortest) this.#shortest = length;
    if (length > this.#longest) this.#longest = length;
    const letters = lettersIn(traits);
    if (letters < this.#fewestLetters) this.#fewestLetters = letters;
    if (letters > this.#mostLetters) this.#mostLetters = letters;
  }

  /**
   * False where all ids are plain ASCII of one case, parted in the same way, with as many letters, so that none stands for a
   * digit of another, and none has lost a zero that another has.
   */
  mayHoldTwins(): boolean {
    const any = this.#any;
    if ((any & (TRAIT.other | TRAIT.sign)) !== 0 || (any & BOTH_CASES) === BOTH_CASES) return true;
    if ((any & SEPARATORS) !== (any & this.#every & SEPARATORS)) return true;
    if (this.#fewestLetters !== this.#mostLetters) return true;
    return (any & TRAIT.zero) !== 0 && this.#shortest !== this.#longest;
  }
}
