import { graphemesOf } from './display-width.js';

/** Text that is being written; `at` is where the next letter goes, in UTF-16 units, never within a character. */
export interface EditBuffer {
  readonly text: string;
  readonly at: number;
}

export const EMPTY: EditBuffer = { text: '', at: 0 };

export function bufferOf(text: string): EditBuffer {
  return { text, at: text.length };
}

export function insert({ text, at }: EditBuffer, added: string): EditBuffer {
  return { text: text.slice(0, at) + added + text.slice(at), at: at + added.length };
}

/** Takes out what lies between the cursor and another place. */
export function cutTo({ text, at }: EditBuffer, place: number): { buffer: EditBuffer; cut: string } {
  const [from, to] = place < at ? [place, at] : [at, place];
  return { buffer: { text: text.slice(0, from) + text.slice(to), at: from }, cut: text.slice(from, to) };
}

export function charBefore({ text, at }: EditBuffer): number {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  return start === at ? Math.max(0, at - 1) : at - (graphemesOf(text.slice(start, at)).at(-1)?.length ?? 0);
}

export function charAfter({ text, at }: EditBuffer): number {
  return at + (graphemesOf(text.slice(at, at + 64))[0]?.length ?? 0);
}

export function lineStart({ text, at }: EditBuffer): number {
  return at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
}

export function lineEnd({ text, at }: EditBuffer): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end;
}

const IN_WORD = /[\p{L}\p{N}\p{M}_]/u;
const NO_BLANK = /\S/;

/** The start of the word before the cursor; marks between words are passed. */
export function wordBefore({ text, at }: EditBuffer): number {
  return startOf(text, at, IN_WORD);
}

export function wordAfter({ text, at }: EditBuffer): number {
  return at + (/^[^\p{L}\p{N}\p{M}_]*[\p{L}\p{N}\p{M}_]*/u.exec(text.slice(at))?.[0].length ?? 0);
}

/** The start of what stands between blanks before the cursor, as Ctrl-W takes it. */
export function blankWordBefore({ text, at }: EditBuffer): number {
  return startOf(text, at, NO_BLANK);
}

/** Back over what is no part of a word, and then over the word. */
function startOf(text: string, at: number, part: RegExp): number {
  let start = at;
  const back = (isPart: boolean) => {
    while (start > 0) {
      const before = charAt(text, start);
      if (part.test(before) !== isPart) return;
      start -= before.length;
    }
  };
  back(false);
  back(true);
  return start;
}

/** The code point that ends here. */
function charAt(text: string, end: number): string {
  const isPair =
    end > 1 && /[\ud800-\udbff]/.test(text[end - 2] ?? '') && /[\udc00-\udfff]/.test(text[end - 1] ?? '');
  return text.slice(isPair ? end - 2 : end - 1, end);
}
