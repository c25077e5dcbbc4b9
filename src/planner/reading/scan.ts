import type { Language } from '../language/language.js';
import { type Word, wordsOf } from '../language/words.js';

/** A text while it is read: its words, and which of its places are taken by a value already. */
export class Scan {
  readonly words: readonly Word[];
  private readonly covered: Uint8Array;

  constructor(
    readonly text: string,
    readonly language: Language,
    /** What stands before decimals, where the writer has said so. */
    readonly decimal?: '.' | ',' | undefined,
  ) {
    this.words = wordsOf(text);
    this.covered = new Uint8Array(text.length);
  }

  /** Whether no value has taken any of these places. */
  isFree(start: number, end: number): boolean {
    for (let at = start; at < end; at++) if (this.covered[at] === 1) return false;
    return true;
  }

  take(start: number, end: number): void {
    this.covered.fill(1, start, end);
  }

  /** The folded word at an index; empty where there is none, or a value has taken it. */
  plain(index: number): string {
    const word = this.words[index];
    return word === undefined || this.covered[word.start] === 1 ? '' : word.plain;
  }

  /** Whether only blanks stand between the word before and this one, and no line ends there. */
  follows(index: number): boolean {
    const before = this.words[index - 1];
    const word = this.words[index];
    if (before === undefined || word === undefined) return false;
    for (let at = before.end; at < word.start; at++) if (this.text[at] === '\n') return false;
    return true;
  }

  /** Whether this word is glued to the one before. */
  glued(index: number): boolean {
    return this.words[index - 1]?.end === this.words[index]?.start;
  }

  /** How many words from `index` on are these ones; 0 where they are not. */
  phrase(index: number, words: readonly string[]): number {
    for (let step = 0; step < words.length; step++) {
      if (this.plain(index + step) !== words[step] || (step > 0 && !this.follows(index + step))) return 0;
    }
    return words.length;
  }
}
