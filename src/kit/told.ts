import { oneLine } from './one-line.js';

/** What begins a link, a picture, markup, code or bold print in Markdown. */
const MARKS = /[`\\]|\*\*|__|~~|<(?=[a-z/!?])|\](?=[([])/gi;

/** Text of a stranger within Markdown: its marks stand for themselves. */
export function inert(text: string): string {
  return text.replace(MARKS, (mark) => [...mark].map((sign) => `\\${sign}`).join(''));
}

/** Text of a stranger within a sentence of ours that is read as Markdown: on one line, of at most `most` characters, its marks inert. */
export function told(text: string, most: number): string {
  return inert(oneLine(text, most));
}
