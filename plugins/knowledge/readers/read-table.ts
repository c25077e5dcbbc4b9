import type { DocumentText } from './document-text.js';

const LONGEST_TITLE = 200;

/** A CSV file as it stands; its first line heads all that follows. */
export function readTable(text: string): DocumentText {
  const end = text.indexOf('\n');
  const title = (end === -1 ? text : text.slice(0, end)).trim().slice(0, LONGEST_TITLE);
  const headings = title === '' || end === -1 ? [] : [{ at: end + 1, level: 1, title }];
  return { text, headings, lines: 'rows' };
}
