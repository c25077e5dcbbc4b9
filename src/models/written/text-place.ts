const FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** Whatever stands behind one of these is spoken of. */
const QUOTES: ReadonlySet<string> = new Set(['"', "'", '“', '‘', '«', '„', '「', '`']);

/** Of a line that is longer, its beginning and its end say what there is to know: a line may be all of an answer. */
const HEAD = 256;
const TAIL = 64;

/** Where the end of a text stands that still comes: in a fence, in code, behind a quotation mark. */
export class TextPlace {
  #fence: string | undefined;
  #head = '';
  #tail = '';
  #isBlank = true;
  /** Backticks in the line. */
  #ticks = 0;

  get isFenced(): boolean {
    return this.#fence !== undefined;
  }

  get beginsLine(): boolean {
    return this.#isBlank;
  }

  /** Whether a space parts what follows from a word before it in its line. */
  get followsWord(): boolean {
    return !this.beginsLine && /\s$/.test(this.#tail);
  }

  /** Whether a sentence ends here. */
  get endsSentence(): boolean {
    return /[.!?…。！？]["'”’)\]*_]*\s*$/u.test(this.#tail);
  }

  /** Whether what follows here is shown, and not meant. */
  get isQuoted(): boolean {
    if (this.#fence !== undefined || FENCE.test(this.#head)) return true;
    return QUOTES.has(this.#tail.at(-1) ?? '') || this.#ticks % 2 === 1;
  }

  add(text: string): void {
    const [first = '', ...more] = text.split('\n');
    this.#extend(first);
    for (const line of more) {
      this.#endLine();
      this.#extend(line);
    }
  }

  /** The place at the end of this text, should it follow. */
  after(text: string): TextPlace {
    const place = new TextPlace();
    place.#fence = this.#fence;
    place.#head = this.#head;
    place.#tail = this.#tail;
    place.#isBlank = this.#isBlank;
    place.#ticks = this.#ticks;
    place.add(text);
    return place;
  }

  #extend(part: string): void {
    if (this.#head.length < HEAD) this.#head += part.slice(0, HEAD - this.#head.length);
    this.#tail = (this.#tail + part).slice(-TAIL);
    this.#isBlank &&= part.trim() === '';
    this.#ticks += part.split('`').length - 1;
  }

  #endLine(): void {
    const fence = FENCE.exec(this.#head)?.[1];
    const isShort = this.#head.length < HEAD;
    if (fence !== undefined) {
      if (this.#fence === undefined) this.#fence = fence;
      else if (fence.startsWith(this.#fence) && isShort && this.#head.trim() === fence)
        this.#fence = undefined;
    }
    this.#head = '';
    this.#tail = '';
    this.#isBlank = true;
    this.#ticks = 0;
  }
}
