/** Wide and fullwidth blocks of Unicode's EastAsianWidth; emoji are told by their own property. */
const WIDE: readonly (readonly [from: number, to: number])[] = [
  [0x1100, 0x115f],
  [0x2329, 0x232a],
  [0x2e80, 0x303e],
  [0x3041, 0x3247],
  [0x3250, 0x4dbf],
  [0x4e00, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6f],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18d08],
  [0x1aff0, 0x1b2fb],
  [0x1f200, 0x1f265],
  [0x20000, 0x3fffd],
];
const EMOJI = /\p{Emoji_Presentation}|\p{Emoji}\uFE0F/u;
const UNSEEN = /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}\p{Cs}\u200b]+$/u;
const PLAIN = /^[\x20-\x7e]*$/;
/** Each of these is a character by itself, unless something else follows. */
const SINGLE = /^[\x20-\x7e\n\t]*$/;
const HIGH = /[\ud800-\udbff]/;
/** Made on first use: it takes 7 ms of processor time, which a start that prints plain lines need not spend. */
let segmenter: Intl.Segmenter | undefined;

/** The segmenter's time grows with the square of what it is given: it gets so much at a time. */
const PIECE = 128;

/** What a person takes for one character each: a letter with its accents, an emoji of several code points, a flag. */
export function graphemesOf(text: string): readonly string[] {
  if (PLAIN.test(text)) return text.split('');
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  const graphemes: string[] = [];
  let size = PIECE;
  for (let at = 0; at < text.length; ) {
    const end = at + size + (HIGH.test(text[at + size - 1] ?? '') ? 1 : 0);
    const piece = text.slice(at, end);
    if (SINGLE.test(piece) && SINGLE.test(text[end] ?? '')) {
      graphemes.push(...piece.split(''));
      at = end;
      continue;
    }
    const found = Array.from(segmenter.segment(piece), ({ segment }) => segment);
    // What follows may belong to the last one.
    if (end < text.length) found.pop();
    for (const each of found) graphemes.push(each);
    at += found.reduce((sum, { length }) => sum + length, 0);
    size = found.length === 0 ? size * 2 : PIECE;
  }
  return graphemes;
}

/** Columns that the text takes on a terminal; it holds no control character. */
export function displayWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const grapheme of graphemesOf(text)) width += graphemeWidth(grapheme);
  return width;
}

/** 0, 1 or 2 columns. */
export function graphemeWidth(grapheme: string): number {
  const code = grapheme.codePointAt(0) ?? 0;
  if (code < 0x300) return code < 0x20 || (code > 0x7e && code < 0xa0) ? 0 : EMOJI.test(grapheme) ? 2 : 1;
  if (UNSEEN.test(grapheme)) return 0;
  return EMOJI.test(grapheme) || WIDE.some(([from, to]) => code >= from && code <= to) ? 2 : 1;
}

/** The head of the text in at most so many columns, with `…` in the last of them when it was cut. */
export function cutToWidth(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text;
  let head = '';
  let left = columns - 1;
  for (const grapheme of graphemesOf(text)) {
    left -= graphemeWidth(grapheme);
    if (left < 0) break;
    head += grapheme;
  }
  return `${head}…`;
}
