import { assertCollectable } from './cell-limits.js';

/** How a character that XML cannot hold is written in a string: `_x000D_` (ECMA-376, part 1, 22.9.2.19, ST_Xstring). */
const ESCAPED = /_x([\dA-Fa-f]{4})_/g;

/** Collects the text of a string item, plain or of several runs, without the readings that Japanese names carry. */
export class StringCollector {
  #text = '';
  #inText = false;
  #inReading = false;

  open(name: string): void {
    if (name === 't') this.#inText = !this.#inReading;
    else if (name === 'rPh') this.#inReading = true;
  }

  text(characters: string): void {
    if (!this.#inText) return;
    this.#text += characters;
    assertCollectable(this.#text);
  }

  close(name: string): void {
    if (name === 't') this.#inText = false;
    else if (name === 'rPh') this.#inReading = false;
  }

  /** What was collected since the last time. */
  take(): string {
    const text = unescaped(this.#text);
    this.#text = '';
    return text;
  }
}

/** A string as people typed it. */
export function unescaped(text: string): string {
  return text.includes('_x')
    ? text.replace(ESCAPED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
}
