import { Lru } from 'oracle-runtime/kit';
import type { DocumentText } from '../readers/document-text.js';
import { readDocument } from '../readers/read-document.js';

/** Characters of texts that are kept at hand. */
const CAPACITY = 16_000_000;

/** Texts of documents by the hash of the content that they were read from. */
export class ReadCache {
  readonly #texts = new Lru<DocumentText>(CAPACITY);

  async text(path: string, contentHash: string, bytes: Uint8Array): Promise<DocumentText> {
    const ending = path.slice(path.lastIndexOf('.'));
    const key = `${ending} ${contentHash}`;
    const known = this.#texts.get(key);
    if (known !== undefined) return known;
    const text = await readDocument(path, bytes);
    this.#texts.set(key, text, text.text.length + 1_000);
    return text;
  }
}
