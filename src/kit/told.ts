import { oneLine } from './one-line.js';

/**
 * What Markdown takes for more than itself inside of a line (CommonMark 0.31, 6; GFM 6.5): escapes, code, emphasis, struck-out
 * words, markup, links and pictures, character references.
 */
const MARKS =
  /[`\\~]|\*(?=\S)|(?<=\S)\*|(?<![\p{L}\p{N}])_(?=\S)|(?<=\S)_(?![\p{L}\p{N}])|<(?=[a-z/!?])|\](?=[([])|&(?=#?[a-z0-9]+;)/giu;

/** Text of a stranger, or words that somebody decides by, within Markdown: its marks stand for themselves, so that it is read letter for letter. */
export function inert(text: string): string {
  return text.replace(MARKS, (mark) => `\\${mark}`);
}

/** Text of a stranger within a sentence of ours that is read as Markdown: on one line, of at most `most` characters, its marks inert. */
export function told(text: string, most: number): string {
  return inert(oneLine(text, most));
}
