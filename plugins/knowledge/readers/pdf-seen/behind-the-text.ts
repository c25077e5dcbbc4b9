import { getDocumentProxy } from 'unpdf';
import type { Letter, OperatorNames } from './letters.js';
import { lettersOfPage } from './page-letters.js';

/** Pages whose pictures are looked at: each takes a second or so. */
const MOST_PAGES = 30;

/** A document once more, with its pictures, for pages on which they may stand behind text. Opened when it is asked for. */
export class BehindTheText {
  readonly #bytes: Uint8Array;
  readonly #names: OperatorNames;
  #document: ReturnType<typeof getDocumentProxy> | undefined;
  #pages = 0;

  constructor(bytes: Uint8Array, names: OperatorNames) {
    this.#bytes = bytes;
    this.#names = names;
  }

  /**
   * The letters of a page, of those that its colours seem to hide what its pictures show. Where nobody can tell, all are seen.
   * @param letters without a look at pictures
   */
  async letters(number: number, letters: readonly Letter[]): Promise<readonly Letter[]> {
    if (!letters.some(({ unseen }) => unseen === 'colour')) return letters;
    this.#pages += 1;
    return (this.#pages > MOST_PAGES ? undefined : await this.#look(number)) ?? letters.map(seen);
  }

  async close(): Promise<void> {
    await (await this.#document)?.destroy();
  }

  async #look(number: number): Promise<readonly Letter[] | undefined> {
    this.#document ??= getDocumentProxy(new Uint8Array(this.#bytes), { verbosity: 0 });
    const document = await this.#document;
    const page = await document.getPage(number);
    const letters = await lettersOfPage(document, page, this.#names);
    page.cleanup();
    return letters;
  }
}

function seen(letter: Letter): Letter {
  return letter.unseen === 'colour' ? { ...letter, unseen: undefined } : letter;
}
