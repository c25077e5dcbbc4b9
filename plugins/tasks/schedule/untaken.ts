import { OracleError } from 'oracle-runtime/plugin';
import { FILLERS, hasWord } from './time-words.js';

/** Stands where words were taken, so that what was on both sides of them is not read as one. */
const GAP = '\u00b7';
const FILLER = new RegExp(`(?<![\\p{L}\\d])(?:${FILLERS.join('|')})(?![\\p{L}\\d])`, 'gu');

/**
 * A folded text of which readers take the words that they understand. Each word is taken once, by the one reader that gives
 * it a place in the schedule, and what nobody took is refused: no part of a time can be passed over.
 */
export class Untaken {
  #left: string;

  constructor(folded: string) {
    this.#left = folded;
  }

  /** What nobody took so far. */
  get left(): string {
    return this.#left;
  }

  has(words: readonly string[]): boolean {
    return hasWord(this.#left, words);
  }

  /** Takes the first match of a pattern. */
  take(pattern: RegExp): readonly (string | undefined)[] | undefined {
    const found = pattern.exec(this.#left);
    if (found === null) return undefined;
    const [whole] = found;
    const end = found.index + whole.length;
    this.#left = this.#left.slice(0, found.index) + GAP.repeat(whole.length) + this.#left.slice(end);
    return found;
  }

  /** Takes the first of some words; says which. */
  takeWord(words: readonly string[]): string | undefined {
    return this.take(new RegExp(`\\b(?:${words.join('|')})\\b`))?.[0];
  }

  /** Takes some words wherever they are. */
  takeWords(words: readonly string[]): void {
    while (this.takeWord(words) !== undefined);
  }

  /** What a reader makes of the text; all that it took is put back where it makes nothing of it. */
  attempt<T>(read: (text: Untaken) => T | undefined): T | undefined {
    const before = this.#left;
    const made = read(this);
    if (made === undefined) this.#left = before;
    return made;
  }

  /** What `read` makes of a text, and the text that it leaves of it, in the same length. */
  takeBy<T extends { readonly rest: string }>(read: (left: string) => T): T {
    const made = read(this.#left);
    this.#left = made.rest;
    return made;
  }

  /** The words that nobody took, but for those that say nothing of when. */
  get untaken(): readonly string[] {
    return this.#left.replace(FILLER, ' ').match(/[\p{L}\d@][\p{L}\d:.,/'-]*/gu) ?? [];
  }

  /** @throws OracleError `invalid_request` that names what nobody took */
  assertAllTaken(): void {
    const words = this.untaken;
    if (words.length === 0) return;
    const named = words.slice(0, 5).map((word) => `"${word.slice(0, 40)}"`);
    throw new OracleError('invalid_request', {
      detail: `Not understood of this time: ${named.join(', ')}. Nothing is planned by half of it.`,
      hint: 'Say it without, as two tasks, or as five fields of cron such as `0 8 * * 1`. A time zone is told apart, as `timeZone`; an hour as 07:00.',
      errors: [{ field: 'when', message: `not understood: ${named.join(', ')}` }],
    });
  }
}
