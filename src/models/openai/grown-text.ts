import { damaged } from '../model-errors.js';
import { KnownText } from './known-text.js';

/** A text of fewer characters may well begin with another whole one: `1`, then `12`. */
const SHORT = 4;
/** So many parts in a row that each hold all before them are no parts. */
const SURE = 3;
/** A part of as many characters that says all of so many before it once more is no part, when the answer ends with it. */
const LONG = 20;

/**
 * What is new in each part of a text. Most parts hold that alone; of some servers each holds the whole text so far. Two
 * parts of which one begins with the other are kept back until it is clear which they are.
 */
export class GrownText {
  /** As it is known so far. */
  readonly #text = new KnownText();
  /** A part that holds all before it, with how many such there were in a row; by then it may be one or the other. */
  #held: { readonly whole: string; readonly parts: readonly string[] } | undefined;
  #grows = false;
  #parts = 0;
  /** A part that says all once more. */
  #again = '';

  /** What a part adds, where a part ought to hold that alone. @throws OracleError `stream_damaged` */
  delta(part: string): string {
    if (part === '') return '';
    if (this.#grows) return this.whole(part);
    const again = this.#again;
    this.#again = '';
    this.#parts += 1;
    if (again === '' && part.length >= LONG && this.#parts > SURE && this.#text.is(part)) {
      this.#again = part;
      return '';
    }
    const { parts } = this.#held ?? { parts: [] };
    if (this.#isBegunBy(part)) {
      const held = { whole: part, parts: [...parts, part] };
      this.#held = held;
      if (held.parts.length + 1 < SURE || part.length < SHORT) return '';
      this.#grows = true;
      this.#held = undefined;
      return this.whole(part);
    }
    return this.#add(parts.join('') + again + part);
  }

  /** What is new in the whole text so far. @throws OracleError `stream_damaged` where it is another text */
  whole(text: string): string {
    if (this.#text.startsWith(text)) return '';
    if (!this.#text.begins(text)) throw damaged('its text so far was sent anew, and is another one');
    return this.#add(text.slice(this.#text.length));
  }

  /** What was kept back, at the end. @throws OracleError `stream_damaged` where nobody can tell which it is */
  end(): string {
    const { parts } = this.#held ?? { parts: [] };
    if (parts.length === 0) return '';
    if (this.#text.length >= SHORT) throw damaged('parts of it may be the whole text so far, or not');
    return this.#add(parts.join(''));
  }

  /** Whether the part is longer than what was known, or than a part that may be all of it, and begins with that. */
  #isBegunBy(part: string): boolean {
    const whole = this.#held?.whole;
    if (whole !== undefined) return part.length > whole.length && part.startsWith(whole);
    return this.#text.length > 0 && part.length > this.#text.length && this.#text.begins(part);
  }

  #add(more: string): string {
    this.#held = undefined;
    this.#text.add(more);
    return more;
  }
}
