import type { Key } from './decode-keys.js';
import {
  blankWordBefore,
  bufferOf,
  charAfter,
  charBefore,
  cutTo,
  type EditBuffer,
  EMPTY,
  insert,
  lineEnd,
  lineStart,
  wordAfter,
  wordBefore,
} from './edit-buffer.js';
import type { History } from './history.js';
import { type InputLayout, LaidLines, layoutInput, placeInRow } from './layout-input.js';

export interface LineOptions {
  readonly history?: History;
  /** What the text up to the cursor could become, for the tab key. */
  readonly complete?: (text: string) => readonly string[];
  /** What stands there to begin with. */
  readonly initial?: string;
  /** A question of consequence: what was typed before it was seen is no answer to it. */
  readonly fresh?: boolean;
  /** Shows nothing of what is typed. */
  readonly secret?: boolean;
  /** What to do with a text that is too long to be taken; in words, after what was wrong. */
  readonly tooLong?: string;
}

/** UTF-16 units that a text may have: what a message of a chat may, too. */
export const MOST_CHARS = 100_000;

type Place = (buffer: EditBuffer) => number;

/** Where the cursor goes. */
const MOVES: Readonly<Record<string, Place>> = {
  left: charBefore,
  'ctrl-b': charBefore,
  right: charAfter,
  'ctrl-f': charAfter,
  home: lineStart,
  'ctrl-a': lineStart,
  end: lineEnd,
  'ctrl-e': lineEnd,
  'ctrl-left': wordBefore,
  'alt-left': wordBefore,
  'alt-b': wordBefore,
  'ctrl-right': wordAfter,
  'alt-right': wordAfter,
  'alt-f': wordAfter,
};
/** Up to where text is taken out. */
const REMOVALS: Readonly<Record<string, Place>> = { backspace: charBefore, delete: charAfter };
/** Up to where text is taken out, for Ctrl-Y to bring back. */
const KILLS: Readonly<Record<string, Place>> = {
  'ctrl-w': blankWordBefore,
  'alt-backspace': wordBefore,
  'alt-d': wordAfter,
  'ctrl-u': lineStart,
  'ctrl-k': (buffer) => (lineEnd(buffer) === buffer.at ? charAfter(buffer) : lineEnd(buffer)),
};
const NEW_LINES: ReadonlySet<string> = new Set(['ctrl-j', 'alt-enter', 'shift-enter', 'ctrl-enter']);

/** What a key led to: writing goes on, the text is ready, what was added is too long, or the person leaves. */
export type Pressed = 'goes-on' | 'ready' | 'too-long' | 'leaves';

interface Search {
  readonly query: string;
  /** Place in the history of what is found. */
  readonly found: number | undefined;
  /** What was being written before. */
  readonly before: EditBuffer;
}

/**
 * A text of one or more lines in the making, without a terminal: keys come in, `layout` says how it looks. The keys are
 * those of readline: Ctrl-A, E, B, F, K, U, W, Y, R, P, N, D, Alt-B, F, D; Alt-Enter, Ctrl-J, Shift-Enter and a
 * backslash before Enter begin a new line. Ctrl-C clears, and on nothing leaves.
 */
export class LineEditor {
  readonly #prompt: string;
  readonly #secret: boolean;
  readonly #options: LineOptions;
  #buffer: EditBuffer;
  #killed = '';
  readonly #laid = new LaidLines();
  #search: Search | undefined;
  /** Place in the history; its length is the text that is being written. */
  #place: number;
  /** What was written before the history was walked. */
  #draft: EditBuffer = EMPTY;

  constructor(prompt: string, options: LineOptions = {}) {
    this.#prompt = prompt;
    this.#secret = options.secret === true;
    this.#options = options;
    this.#buffer = bufferOf(options.initial ?? '');
    this.#place = this.#entries.length;
  }

  get text(): string {
    return this.#buffer.text;
  }

  layout(columns: number): InputLayout {
    if (this.#search === undefined)
      return layoutInput(this.#prompt, this.#secret ? EMPTY : this.#buffer, columns, this.#laid);
    const { query, found } = this.#search;
    const state = query !== '' && found === undefined ? 'nothing found' : 'search';
    return layoutInput(`(${state}: ${query}) `, this.#buffer, columns, this.#laid);
  }

  /** @param columns of the terminal, for the rows that up and down go through */
  press(key: Key, columns: number): Pressed {
    if (this.#search !== undefined && this.#pressInSearch(key, this.#search)) return 'goes-on';
    if (key.kind !== 'press') {
      if (this.text.length + key.text.length > MOST_CHARS) return 'too-long';
      this.#buffer = insert(this.#buffer, key.text);
      return 'goes-on';
    }
    switch (key.name) {
      case 'enter':
        return this.#enter();
      case 'ctrl-c':
        if (this.text === '') return 'leaves';
        this.#set(EMPTY);
        return 'goes-on';
      case 'ctrl-d':
        // Nothing stands behind the cursor of what was there to begin with: there is nothing to take out.
        if (this.text === '' || (this.#options.initial !== undefined && this.#buffer.at === this.text.length))
          return 'leaves';
        this.#edit('delete');
        return 'goes-on';
      case 'up':
      case 'down':
        this.#vertical(key.name === 'up' ? -1 : 1, columns);
        return 'goes-on';
      default:
        this.#edit(key.name);
        return 'goes-on';
    }
  }

  get #entries(): readonly string[] {
    return this.#options.history?.entries ?? [];
  }

  #enter(): Pressed {
    const { text, at } = this.#buffer;
    if (text[at - 1] !== '\\') return 'ready';
    this.#buffer = insert(cutTo(this.#buffer, at - 1).buffer, '\n');
    return 'goes-on';
  }

  #edit(name: string): void {
    const buffer = this.#buffer;
    const [move, remove, kill] = [MOVES[name], REMOVALS[name], KILLS[name]];
    if (move !== undefined) this.#buffer = { ...buffer, at: move(buffer) };
    else if (remove !== undefined) this.#buffer = cutTo(buffer, remove(buffer)).buffer;
    else if (kill !== undefined) this.#kill(kill(buffer));
    else if (NEW_LINES.has(name)) this.#buffer = insert(buffer, '\n');
    else if (name === 'ctrl-y') this.#buffer = insert(buffer, this.#killed);
    else if (name === 'ctrl-p') this.#walk(-1);
    else if (name === 'ctrl-n') this.#walk(1);
    else if (name === 'ctrl-r') this.#search = { query: '', found: undefined, before: buffer };
    else if (name === 'tab') this.#complete();
  }

  #set(buffer: EditBuffer): void {
    this.#buffer = buffer;
    this.#place = this.#entries.length;
  }

  #kill(to: number): void {
    const { buffer, cut } = cutTo(this.#buffer, to);
    if (cut !== '') this.#killed = cut;
    this.#buffer = buffer;
  }

  /** Through the rows of the text; from its first and last, through the history. */
  #vertical(step: -1 | 1, columns: number): void {
    const place = placeInRow(this.layout(columns), step);
    if (place === undefined) this.#walk(step);
    else this.#buffer = { ...this.#buffer, at: place };
  }

  #walk(step: -1 | 1): void {
    const next = this.#place + step;
    const entries = this.#entries;
    if (next < 0 || next > entries.length) return;
    if (this.#place === entries.length) this.#draft = this.#buffer;
    this.#place = next;
    this.#buffer = next === entries.length ? this.#draft : bufferOf(entries[next] ?? '');
  }

  #complete(): void {
    const { text, at } = this.#buffer;
    const [first, ...others] = this.#options.complete?.(text.slice(0, at)) ?? [];
    if (first === undefined) return;
    let common = first;
    for (const other of others) while (!other.startsWith(common)) common = common.slice(0, -1);
    if (common.length > at) this.#buffer = insert(cutTo(this.#buffer, 0).buffer, common);
  }

  /** True when the key belonged to the search; any other ends it with what was found, and then does what it does. */
  #pressInSearch(key: Key, search: Search): boolean {
    if (key.kind !== 'press') {
      this.#find(search, search.query + key.text.replace(/\s+/g, ' '), this.#entries.length);
      return true;
    }
    switch (key.name) {
      case 'ctrl-r':
        this.#find(search, search.query, search.found ?? this.#entries.length);
        return true;
      case 'backspace':
        this.#find(search, search.query.slice(0, -1), this.#entries.length);
        return true;
      case 'escape':
      case 'ctrl-g':
      case 'ctrl-c':
        this.#search = undefined;
        this.#set(search.before);
        return true;
    }
    this.#search = undefined;
    if (search.found !== undefined) this.#place = search.found;
    return key.name === 'unknown';
  }

  /** The newest entry before `from` that holds the words, upper and lower case alike. */
  #find(search: Search, query: string, from: number): void {
    const words = query.toLowerCase();
    const found =
      words === ''
        ? undefined
        : this.#entries.slice(0, from).findLastIndex((entry) => entry.toLowerCase().includes(words));
    if (found === undefined || found === -1) {
      // The last that was found stays when there is no older one.
      const stays = query === search.query ? search.found : undefined;
      this.#search = { ...search, query, found: stays };
      if (stays === undefined) this.#buffer = search.before;
      return;
    }
    this.#search = { ...search, query, found };
    this.#buffer = bufferOf(this.#entries[found] ?? '');
  }
}
