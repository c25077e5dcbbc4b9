import { Lru } from 'oracle-runtime/kit';
import type { ReadDocument } from '../readers/document-reader.js';
import type { DocumentText } from '../readers/document-text.js';

/** Characters of texts that are kept at hand. */
const CAPACITY = 16_000_000;

/** Texts of documents by the hash of the content that they were read from. */
export class ReadCache {
  readonly #texts = new Lru<DocumentText>(CAPACITY);

  readonly #read: ReadDocument;

  constructor(read: ReadDocument) {
    this.#read = read;
  }

  async text(path: string, contentHash: string, bytes: Uint8Array, owner: string): Promise<DocumentText> {
    const ending = path.slice(path.lastIndexOf('.'));
    const key = `${ending} ${contentHash}`;
    const known = this.#texts.get(key);
    if (known !== undefined) return known;
    const text = await this.#read(path, bytes, owner);
    this.#texts.set(key, text, text.text.length + 1_000);
    return text;
  }
}
