import { fold } from './fold.js';

/** A word, a number or a single sign of a text, with its place. */
export interface Word {
  readonly raw: string;
  /** Lower case, without accents. */
  readonly plain: string;
  readonly start: number;
  readonly end: number;
}

// A digit or two may belong to a symbol (`n0`, `CO2`, `tCO2e`); `sd0.6` is a word and a number.
const WORD =
  /\p{L}[\p{L}\p{M}]*(?:\p{N}{1,2}(?:\p{L}[\p{L}\p{M}]*|(?!\p{N}|[.,]\p{N})))?(?:['’ʼ]\p{L}+)*|\p{N}+(?:[.,'’]\p{N}+)*|[^\s\p{L}\p{N}]/gu;
/** `l'échantillon`, `d'abandon`, `n'est`: two words. */
const ELISION = /^(?:[dljnsctm]|qu|jusqu|lorsqu)['’ʼ](?=\p{L}{2})/iu;

/** Figures with several signs between them are one number only so; else a list: `1,2,3`. */
const GROUPED =
  /^\p{N}{1,3}(?:,\p{N}{2,3})*,\p{N}{3}(?:\.\p{N}+)?$|^\p{N}{1,3}(?:\.\p{N}{3})+(?:,\p{N}+)?$|['’.]/u;

/** The words and signs of a text in order. */
export function wordsOf(text: string): Word[] {
  const found: Word[] = [];
  const push = (raw: string, start: number) =>
    found.push({ raw, plain: fold(raw), start, end: start + raw.length });
  for (const match of text.matchAll(WORD)) {
    if (/^\p{N}+(?:,[^,]+){2,}$/u.test(match[0]) && !GROUPED.test(match[0])) {
      for (const part of match[0].matchAll(/[^,]+|,/gu)) push(part[0], match.index + part.index);
      continue;
    }
    const elided = ELISION.exec(match[0])?.[0];
    if (elided === undefined) push(match[0], match.index);
    else {
      push(elided, match.index);
      push(match[0].slice(elided.length), match.index + elided.length);
    }
  }
  return found;
}
