import type { Token } from 'marked';
import { readMarkdown } from './reader.js';
import { settle } from './settle.js';

/** A message that may still grow, as blocks of Markdown. */
export interface Blocks {
  /** Blocks that no later word can change; the same objects as before, so that they are not drawn again. */
  readonly frozen: readonly Token[];
  /** What the rest looks like by now. */
  readonly tail: readonly Token[];
}

/**
 * Reads a text that grows at its end. All blocks but the last are done with once another begins, so each reading costs
 * what the last block costs, however long the text is.
 */
export class GrowingMarkdown {
  #text = '';
  /** Where the blocks begin that are not frozen. */
  #from = 0;
  #frozen: readonly Token[] = [];

  /** @param growing whether more may come: then a mark that is not closed yet is not shown as a character */
  read(text: string, growing: boolean): Blocks {
    if (!text.startsWith(this.#text)) {
      this.#from = 0;
      this.#frozen = [];
    }
    this.#text = text;
    const rest = text.slice(this.#from);
    const tokens = readMarkdown(rest);
    if (!growing) return { frozen: this.#frozen, tail: tokens };
    const last = tokens.findLastIndex(({ type }) => type !== 'space');
    const done = tokens.slice(0, Math.max(last, 0));
    // A block whose source is not what stands in the text (tabs, line ends) is read again each time.
    const length = done.reduce((sum, { raw }) => sum + raw.length, 0);
    if (done.length > 0 && rest.startsWith(done.map(({ raw }) => raw).join(''))) {
      this.#frozen = [...this.#frozen, ...done];
      this.#from += length;
    }
    return { frozen: this.#frozen, tail: readMarkdown(settle(text.slice(this.#from))) };
  }
}
