import { unreadable } from './table.js';

const MAX_ELEMENT_LENGTH = 2 ** 24;
/** Of a member beside the list, such as a count; longer ones are not kept. */
const MAX_MEMBER_LENGTH = 2000;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Cuts the elements of a list out of a JSON text that comes in chunks, without holding more than one element. The list is
 * the text itself, or the first member of the outer object that has one of the `names` and is a list. It tracks only depth
 * and strings; each element is then parsed by JSON.parse, which judges it.
 */
export class ListScanner {
  readonly #names: ReadonlySet<string>;
  readonly #whole: boolean;
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
  /** Where the value of a member begins; -1 outside of one. */
  #valueStart = -1;
  /** Depth of the list's elements: 1 when the text itself is the list, else 2. */
  #elementDepth = 0;
  #inList = false;
  #seenList = false;
  /** Values of the plain members beside the list, as JSON text. */
  readonly members = new Map<string, string>();
  /** The member that is the list; undefined when the text itself is. */
  listName: string | undefined;

  /** Elements of the list that are neither objects nor lists: they are not given. */
  stray = 0;

  /** @param whole whether the text itself may be the list */
  constructor(names: readonly string[], whole = false) {
    this.#names = new Set(names);
    this.#whole = whole;
  }

  /** Whether the list was found and the text is whole. */
  get complete(): boolean {
    return this.#seenList && !this.#inList && this.#depth === 0;
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
        if (this.#inList && this.#depth === this.#elementDepth) this.stray++;
      } else if (unit === 0x7b || unit === 0x5b) this.#open(unit === 0x5b);
      else if (unit === 0x7d || unit === 0x5d) {
        const element = this.#close(text);
        if (element !== undefined) elements.push(element);
      } else if (unit === 0x3a && this.#depth === 1 && !this.#inList && this.#valueStart < 0)
        this.#valueStart = this.#at + 1;
      else if (unit === 0x2c && this.#depth === 1 && !this.#inList) this.#endMember(text);
      else if (unit > 0x2c && this.#inList && this.#depth === this.#elementDepth) this.stray++;
    }
    this.#drop();
    return elements;
  }

  #inside(unit: number, text: string): void {
    if (this.#escaped) this.#escaped = false;
    else if (unit === BACKSLASH) this.#escaped = true;
    else if (unit === QUOTE) {
      this.#inString = false;
      if (this.#depth === 1 && !this.#inList && this.#valueStart < 0)
        this.#name = text.slice(this.#stringStart + 1, this.#at);
    }
  }

  #open(isArray: boolean): void {
    if (this.#inList && this.#depth === this.#elementDepth) this.#elementStart = this.#at;
    const isNamed = this.#depth === 1 && this.#valueStart >= 0 && this.#names.has(this.#name ?? '');
    const isWhole = this.#depth === 0 && this.#whole;
    if (isArray && !this.#seenList && (isNamed || isWhole)) {
      this.#inList = true;
      this.#seenList = true;
      this.#elementDepth = this.#depth + 1;
      this.listName = isNamed ? this.#name : undefined;
    }
    // What a member holds is kept when it is plain.
    if (this.#depth === 1 && !(this.#inList && this.#elementDepth === 1)) this.#forgetMember();
    this.#depth++;
  }

  #close(text: string): string | undefined {
    this.#depth--;
    if (!this.#inList) {
      if (this.#depth === 0) this.#endMember(text);
      return undefined;
    }
    if (this.#depth === this.#elementDepth - 1) {
      this.#inList = false;
      this.#forgetMember();
    }
    if (this.#depth !== this.#elementDepth) return undefined;
    const element = text.slice(this.#elementStart, this.#at + 1);
    this.#elementStart = -1;
    return element;
  }

  #endMember(text: string): void {
    if (this.#valueStart >= 0 && this.#name !== undefined) {
      const value = text.slice(this.#valueStart, this.#at).trim();
      if (value.length <= MAX_MEMBER_LENGTH) this.members.set(this.#name, value);
    }
    this.#forgetMember();
  }

  #forgetMember(): void {
    this.#name = undefined;
    this.#valueStart = -1;
  }

  /** Lets go of the text before an open element, an open name or the value of a member. */
  #drop(): void {
    const open =
      this.#elementStart >= 0
        ? this.#elementStart
        : this.#valueStart >= 0
          ? this.#valueStart
          : this.#inString
            ? this.#stringStart
            : this.#at;
    this.#text = this.#text.slice(open);
    if (this.#text.length > MAX_ELEMENT_LENGTH) {
      throw unreadable(
        `an element is longer than ${MAX_ELEMENT_LENGTH} characters`,
        'Leave out what is not needed, such as geometries: only the properties are used.',
      );
    }
    this.#at -= open;
    if (this.#elementStart >= 0) this.#elementStart -= open;
    if (this.#valueStart >= 0) this.#valueStart -= open;
    if (this.#inString) this.#stringStart -= open;
  }
}
