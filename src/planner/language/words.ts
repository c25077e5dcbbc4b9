import { fold } from './fold.js';

/** A word, a number or a single sign of a text, with its place. */
export interface Word {
  readonly raw: string;
  /** Lower case, without accents. */
  readonly plain: string;
  readonly start: number;
  readonly end: number;
}

// A digit or two may end a symbol (`n0`, `CO2`); `sd0.6` is a word and a number.
const WORD =
  /\p{L}[\p{L}\p{M}]*(?:\p{N}{1,2}(?![\p{N}.,]?\p{N}|\p{L}))?(?:['’ʼ]\p{L}+)*|\p{N}+(?:[.,'’]\p{N}+)*|[^\s\p{L}\p{N}]/gu;
/** `l'échantillon`, `d'abandon`, `n'est`: two words. */
const ELISION = /^(?:[dljnsctm]|qu|jusqu|lorsqu)['’ʼ](?=\p{L}{2})/iu;

/** The words and signs of a text in order. */
export function wordsOf(text: string): Word[] {
  const found: Word[] = [];
  const push = (raw: string, start: number) =>
    found.push({ raw, plain: fold(raw), start, end: start + raw.length });
  for (const match of text.matchAll(WORD)) {
    const elided = ELISION.exec(match[0])?.[0];
    if (elided === undefined) push(match[0], match.index);
    else {
      push(elided, match.index);
      push(match[0].slice(elided.length), match.index + elided.length);
    }
  }
  return found;
}
