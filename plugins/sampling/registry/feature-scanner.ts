import { unreadable } from './registry-table.js';

const MAX_FEATURE_LENGTH = 2 ** 24;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Cuts the elements of a top-level member `features` out of a JSON text that comes in chunks, without holding more than
 * one element. It tracks only depth and strings; each element is then parsed by JSON.parse, which judges it.
 */
export class FeatureScanner {
  /** What is not used up yet: from the start of an open element, else nothing. */
  #text = '';
  #at = 0;
  #elementStart = -1;
  #depth = 0;
  #inString = false;
  #escaped = false;
  #stringStart = -1;
  /** The last complete string at depth 1, which a colon may turn into a member's name. */
  #name: string | undefined;
  #nameThenColon = false;
  #inFeatures = false;
  #seenFeatures = false;

  /** Whether the member was found and the text is whole. */
  get complete(): boolean {
    return this.#seenFeatures && !this.#inFeatures && this.#depth === 0;
  }

  /** Takes the next chunk, gives the JSON texts of the elements that end in it. */
  push(chunk: string): string[] {
    const elements: string[] = [];
    this.#text += chunk;
    const text = this.#text;
    for (; this.#at < text.length; this.#at++) {
      const unit = text.charCodeAt(this.#at);
      if (this.#inString) this.#inside(unit, text);
      else if (unit === QUOTE) {
        this.#inString = true;
        this.#stringStart = this.#at;
      } else if (unit === 0x7b || unit === 0x5b) this.#open(unit === 0x5b);
      else if (unit === 0x7d || unit === 0x5d) {
        const element = this.#close(text);
        if (element !== undefined) elements.push(element);
      } else if (unit === 0x3a && this.#depth === 1 && !this.#inFeatures)
        this.#nameThenColon = this.#name !== undefined;
      else if (unit === 0x2c && this.#depth === 1) this.#forgetName();
    }
    this.#drop();
    return elements;
  }

  #inside(unit: number, text: string): void {
    if (this.#escaped) this.#escaped = false;
    else if (unit === BACKSLASH) this.#escaped = true;
    else if (unit === QUOTE) {
      this.#inString = false;
      if (this.#depth === 1 && !this.#inFeatures) this.#name = text.slice(this.#stringStart + 1, this.#at);
    }
  }

  #open(isArray: boolean): void {
    if (this.#inFeatures && this.#depth === 2) this.#elementStart = this.#at;
    if (isArray && this.#depth === 1 && this.#nameThenColon && this.#name === 'features') {
      this.#inFeatures = true;
      this.#seenFeatures = true;
    }
    this.#depth++;
  }

  #close(text: string): string | undefined {
    this.#depth--;
    if (!this.#inFeatures) return undefined;
    if (this.#depth === 1) {
      this.#inFeatures = false;
      this.#forgetName();
    }
    if (this.#depth !== 2) return undefined;
    const element = text.slice(this.#elementStart, this.#at + 1);
    this.#elementStart = -1;
    return element;
  }

  #forgetName(): void {
    this.#name = undefined;
    this.#nameThenColon = false;
  }

  /** Lets go of the text before an open element or an open name. */
  #drop(): void {
    const open = this.#elementStart >= 0 ? this.#elementStart : this.#inString ? this.#stringStart : this.#at;
    this.#text = this.#text.slice(open);
    if (this.#text.length > MAX_FEATURE_LENGTH) {
      throw unreadable(
        `a feature is longer than ${MAX_FEATURE_LENGTH} characters`,
        'Simplify its geometry; only its properties are used.',
      );
    }
    this.#at -= open;
    if (this.#elementStart >= 0) this.#elementStart -= open;
    if (this.#inString) this.#stringStart -= open;
  }
}
