import { alignText, type Edit } from './align-text.js';
import type { ExpectedPiece } from './expected-text.js';
import type { VisiblePiece } from './visible-text.js';

/** A place where a file does not read as its record says. */
export interface TextDifference {
  readonly where: string;
  /** Of the figure that should stand there; null for other words. */
  readonly figure: string | null;
  readonly expected: string;
  readonly found: string;
}

/** A text without white space, with the piece and the place in it of each letter. */
interface Letters {
  readonly text: string;
  readonly piece: readonly number[];
  readonly place: readonly number[];
}

/**
 * Holds what a file shows against what it should show, whatever lines and pages it was broken into. Undefined when the
 * two have little in common.
 */
export function compareText(
  expected: readonly ExpectedPiece[],
  visible: readonly VisiblePiece[],
): TextDifference[] | undefined {
  const should = lettersOf(expected);
  const does = lettersOf(visible);
  const edits = alignText(should.text, does.text);
  return edits && asDifferences(edits, should, does, expected, visible);
}

/** A table's words before its first row. */
export interface TableHead {
  readonly caption: string;
  /** The titles of its columns, one after the other. */
  readonly titles: string;
}

/**
 * Pages without the head of a table that goes on from the page before: it stands in front of everything else, and its
 * caption is not what stands before it.
 */
export function withoutRepeatedHeads(
  pages: readonly VisiblePiece[],
  tables: readonly TableHead[],
): VisiblePiece[] {
  const letters = (text: string) => lettersOf([{ text }]).text;
  const heads = tables
    .map(({ caption, titles }) => ({ caption: letters(caption), titles: letters(titles) }))
    .filter(({ titles }) => titles !== '')
    .sort((one, other) => other.titles.length - one.titles.length);
  let before = '';
  return pages.map((page, number) => {
    const { text, place } = lettersOf([page]);
    const from = before;
    before = text;
    if (number === 0) return page;
    const found = heads.filter(({ titles }) => text.startsWith(titles));
    const [longest] = found;
    if (longest === undefined || found.some(({ caption }) => from.endsWith(caption))) return page;
    return { ...page, text: normal(page.text).slice(place[longest.titles.length]) };
  });
}

function asDifferences(
  edits: readonly Edit[],
  should: Letters,
  does: Letters,
  expected: readonly ExpectedPiece[],
  visible: readonly VisiblePiece[],
): TextDifference[] {
  const differences = new Map<string, TextDifference>();
  for (const edit of edits) {
    const at = Math.min(edit.from, should.piece.length - 1);
    const [from, to] = tokenAround(should, expected, at, edit.to - (edit.to > edit.from ? 1 : 0));
    const [otherFrom, otherTo] = [mapped(edits, from), mapped(edits, to)];
    const figure = expected[should.piece[from] ?? -1]?.figure ?? null;
    const spot = visible[does.piece[Math.min(edit.otherFrom, does.piece.length - 1)] ?? -1];
    const key = `${from} ${to}`;
    if (differences.has(key)) continue;
    differences.set(key, {
      where: spot?.where ?? 'the end',
      figure,
      expected: should.text.slice(from, to),
      found: does.text.slice(otherFrom, otherTo),
    });
  }
  return [...differences.values()];
}

/** The whole figure, or the whole word, that a letter is of. */
function tokenAround(
  { piece, place, text }: Letters,
  expected: readonly ExpectedPiece[],
  first: number,
  last: number,
): [from: number, to: number] {
  const isFigure = (at: number) => expected[piece[at] ?? -1]?.figure !== undefined;
  const together = (a: number, b: number) =>
    piece[a] === piece[b] && (isFigure(a) || Math.abs((place[a] ?? 0) - (place[b] ?? 0)) === 1);
  let from = first;
  while (from > 0 && together(from, from - 1)) from--;
  let to = Math.max(first, last);
  while (to + 1 < text.length && together(to, to + 1)) to++;
  return [from, to + 1];
}

/** Where a letter of the one text lies in the other. */
function mapped(edits: readonly Edit[], at: number): number {
  let shift = 0;
  for (const edit of edits) {
    if (edit.to > at || (edit.to === at && edit.from === at)) {
      if (edit.from >= at) break;
      return edit.otherFrom + Math.min(at - edit.from, edit.otherTo - edit.otherFrom);
    }
    shift = edit.otherTo - edit.to;
  }
  return at + shift;
}

/** Ligatures and wide forms are the letters that they stand for. */
function normal(text: string): string {
  return text.normalize('NFKC');
}

function lettersOf(pieces: readonly { readonly text: string }[]): Letters {
  let text = '';
  const piece: number[] = [];
  const place: number[] = [];
  for (const [index, { text: raw }] of pieces.entries()) {
    const plain = normal(raw);
    for (let at = 0; at < plain.length; at++) {
      const letter = plain[at] ?? '';
      if (/[\s\u00ad\u200b\ufeff]/.test(letter)) continue;
      text += letter;
      piece.push(index);
      place.push(at);
    }
  }
  return { text, piece, place };
}
