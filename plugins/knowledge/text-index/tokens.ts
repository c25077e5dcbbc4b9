import { createHmac } from 'node:crypto';
import { gramsOf, stemOf, wordsOf } from './words.js';

/** What stands in the index for a block. In the order of the alphabet, so that it tells nothing of the text's order. */
export interface BlockTokens {
  readonly words: readonly string[];
  readonly grams: readonly string[];
}

const LETTERS = 'abcdefghijklmnop';
const BYTES = 8;

/**
 * Names words and their pieces by keyed hashes: the database tells no content, and the words of one owner are never
 * those of another. A token is letters alone, so that each database takes it for one word.
 */
export class Tokenizer {
  readonly #key: Buffer;
  readonly #known = new Map<string, string>();

  constructor(key: Buffer) {
    this.#key = key;
  }

  wordToken(word: string): string {
    return this.#token(`w${stemOf(word)}`);
  }

  gramTokens(word: string): string[] {
    return gramsOf(word).map((gram) => this.#token(`g${gram}`));
  }

  blockTokens(text: string): BlockTokens {
    const words = wordsOf(text);
    return {
      words: [...new Set(words.map((word) => this.wordToken(word)))].sort(),
      grams: [...new Set(words.flatMap((word) => this.gramTokens(word)))].sort(),
    };
  }

  #token(text: string): string {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const bytes = createHmac('sha256', this.#key).update(text).digest().subarray(0, BYTES);
    const token = Array.from(bytes, (byte) => `${LETTERS[byte >> 4]}${LETTERS[byte & 15]}`).join('');
    this.#known.set(text, token);
    return token;
  }
}
