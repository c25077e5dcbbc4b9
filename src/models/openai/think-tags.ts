/** The tags that models put around their reasoning, where their server leaves it in the text. */
const TAGS = new Map([
  ['<think>', '</think>'],
  ['<thinking>', '</thinking>'],
  ['<thought>', '</thought>'],
  ['[THINK]', '[/THINK]'],
]);

interface Split {
  readonly text: string;
  readonly reasoning: string;
}

/**
 * Tells reasoning in tags from the text that follows, however the stream cuts them. Only what stands before any word of
 * the answer is reasoning: further on, a tag is something that the model speaks of.
 */
export class ThinkTags {
  /** What may be the beginning of a tag. */
  #held = '';
  #closing: string | undefined;
  #found = false;
  #over = false;

  add(delta: string): Split {
    if (this.#over) return { text: delta, reasoning: '' };
    this.#held += delta;
    let reasoning = '';
    while (true) {
      if (this.#closing === undefined) {
        const rest = this.#held.trimStart();
        const [opening, closing] = [...TAGS].find(([tag]) => rest.startsWith(tag)) ?? [];
        if (opening !== undefined) {
          this.#found = true;
          this.#closing = closing;
          this.#held = rest.slice(opening.length);
          continue;
        }
        if ([...TAGS.keys()].some((tag) => tag.startsWith(rest))) return { text: '', reasoning };
        this.#over = true;
        if (this.#found) this.#held = rest;
        return { text: this.#take(this.#held.length), reasoning };
      }
      const end = this.#held.indexOf(this.#closing);
      if (end === -1) {
        reasoning += this.#take(this.#held.length - tailOf(this.#held, this.#closing));
        return { text: '', reasoning };
      }
      reasoning += this.#held.slice(0, end);
      this.#held = this.#held.slice(end + this.#closing.length);
      this.#closing = undefined;
    }
  }

  /** What was held at the end of the answer. */
  end(): Split {
    const held = this.#take(this.#held.length);
    return this.#closing === undefined ? { text: held, reasoning: '' } : { text: '', reasoning: held };
  }

  #take(count: number): string {
    const taken = this.#held.slice(0, count);
    this.#held = this.#held.slice(count);
    return taken;
  }
}

/** How many characters at the end of `text` may begin `tag`. */
function tailOf(text: string, tag: string): number {
  for (let size = Math.min(tag.length - 1, text.length); size > 0; size -= 1)
    if (tag.startsWith(text.slice(-size))) return size;
  return 0;
}
