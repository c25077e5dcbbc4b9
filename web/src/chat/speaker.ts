import { announce } from '../app/announce.js';
import { plain } from './plain.js';

/** Says a streaming answer to a screen reader by whole sentences. */
export class Speaker {
  #heard = '';

  hear(words: string): void {
    this.#heard += words;
    const end = Math.max(...['. ', '! ', '? ', '\n', ': '].map((mark) => this.#heard.lastIndexOf(mark)));
    if (end === -1) return;
    announce(plain(this.#heard.slice(0, end + 1)));
    this.#heard = this.#heard.slice(end + 1);
  }

  /** The answer is whole. */
  end(): void {
    announce(plain(this.#heard));
    this.#heard = '';
  }
}
