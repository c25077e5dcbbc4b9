import { OracleError } from '../plugin/index.js';

/** An answer of which more than this is held back until its end (arguments of calls, signed thoughts) is none. */
const MOST_HELD_CHARS = 16_000_000;

/** Counts what an adapter keeps of an answer that still comes, where the run cannot see and end it. */
export class HeldChars {
  #chars = 0;

  /** @throws OracleError `answer_too_long` */
  add(chars: number): void {
    this.#chars += chars;
    if (this.#chars <= MOST_HELD_CHARS) return;
    throw new OracleError('answer_too_long', {
      detail: 'The language model wrote arguments of calls without end, and was stopped.',
      hint: 'Send the message again, or ask for less at a time.',
    });
  }
}
