import Papa from 'papaparse';
import { normalizeLabel } from './normalize-label.js';

const DELIMITERS = [',', ';', '\t', '|', Papa.RECORD_SEP, Papa.UNIT_SEP];

/** How a CSV splits into rows and cells. */
export interface Dialect {
  readonly delimiter: string;
  readonly newline: '\n' | '\r';
}

/** Guesses from the beginning of a file; a delimiter that is given is believed. */
export function guessDialect(head: string, delimiter: string | undefined): Dialect {
  // Line breaks inside quotes belong to the text and may be of another kind.
  const bare = head.replace(/"[^"]*"/g, '');
  const newline = bare.includes('\n') || !bare.includes('\r') ? '\n' : '\r';
  if (delimiter !== undefined) return { delimiter, newline };
  // How Excel is told the delimiter.
  const told = /^"?sep=([^"\r\n])"?[\r\n]/i.exec(head)?.[1];
  if (told !== undefined) return { delimiter: told, newline };
  const guess = Papa.parse<string[]>(head, {
    delimitersToGuess: DELIMITERS,
    preview: 20,
    skipEmptyLines: 'greedy',
    newline,
  });
  const isOpen = guess.errors.some(({ code }) => code === 'UndetectableDelimiter');
  return { delimiter: (isOpen ? underTitle(head, newline) : undefined) ?? guess.meta.delimiter, newline };
}

/** What parts most of the lines alike: a title above them, which nothing parts, must not hide it. */
function underTitle(head: string, newline: Dialect['newline']): string | undefined {
  let best: { readonly delimiter: string; readonly alike: number } | undefined;
  for (const delimiter of DELIMITERS) {
    const { data } = Papa.parse<string[]>(head, {
      delimiter,
      newline,
      preview: 20,
      skipEmptyLines: 'greedy',
    });
    const widths = data.map((row) => row.length);
    const usual = widths.toSorted((a, b) => a - b)[widths.length >> 1] ?? 0;
    const alike = widths.filter((width) => width === usual).length;
    if (usual >= 2 && alike * 2 > widths.length && alike > (best?.alike ?? 0)) best = { delimiter, alike };
  }
  return best?.delimiter;
}

/** Whether a row holds anything but blanks and control characters. */
export function hasText(row: readonly string[]): boolean {
  for (const cell of row)
    for (let at = 0; at < cell.length; at++) if (cell.charCodeAt(at) > 0x20) return true;
  return false;
}

/** Digits as 9, letters as a: two ids of one list look the same. */
function shapeOf(cell: string): string {
  return cell
    .trim()
    .replace(/\p{N}+/gu, '9')
    .replace(/\p{L}+/gu, 'a');
}

/**
 * A first line is a header unless it looks like the lines below it, that is, it holds digits and every cell has a shape
 * that its column has again. Names that are empty or repeated count as a header only when they hold no digits.
 */
export function isHeader(first: readonly string[], following: readonly (readonly string[])[]): boolean {
  if (!first.some((cell) => /\p{N}/u.test(cell))) return true;
  const names = first.map(normalizeLabel);
  if (names.includes('') || new Set(names).size < names.length) return false;
  const below = following.slice(0, 50);
  return !first.every((cell, at) => below.some((row) => shapeOf(row[at] ?? '') === shapeOf(cell)));
}
