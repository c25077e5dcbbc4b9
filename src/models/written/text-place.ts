const FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** Whatever stands behind one of these is spoken of. */
const QUOTES: ReadonlySet<string> = new Set(['"', "'", '“', '‘', '«', '„', '「', '`']);

/** Where the end of a text stands that still comes: in a fence, in code, behind a quotation mark. */
export class TextPlace {
  #fence: string | undefined;
  #line = '';

  get isFenced(): boolean {
    return this.#fence !== undefined;
  }

  get beginsLine(): boolean {
    return this.#line.trim() === '';
  }

  /** Whether a space parts what follows from a word before it in its line. */
  get followsWord(): boolean {
    return !this.beginsLine && /\s$/.test(this.#line);
  }

  /** Whether a sentence ends here. */
  get endsSentence(): boolean {
    return /[.!?…。！？]["'”’)\]*_]*\s*$/u.test(this.#line);
  }

  /** Whether what follows here is shown, and not meant. */
  get isQuoted(): boolean {
    if (this.#fence !== undefined || FENCE.test(this.#line)) return true;
    return QUOTES.has(this.#line.at(-1) ?? '') || (this.#line.split('`').length - 1) % 2 === 1;
  }

  add(text: string): void {
    const [first = '', ...more] = text.split('\n');
    this.#line += first;
    for (const line of more) {
      this.#endLine();
      this.#line = line;
    }
  }

  /** The place at the end of this text, should it follow. */
  after(text: string): TextPlace {
    const place = new TextPlace();
    place.#fence = this.#fence;
    place.#line = this.#line;
    place.add(text);
    return place;
  }

  #endLine(): void {
    const fence = FENCE.exec(this.#line)?.[1];
    if (fence === undefined) return;
    if (this.#fence === undefined) this.#fence = fence;
    else if (fence.startsWith(this.#fence) && this.#line.trim() === fence) this.#fence = undefined;
  }
}
