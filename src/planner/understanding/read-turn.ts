import type { Reading } from '../reading/reading.js';
import { type Token, tokensOf } from './features/tokens.js';
import type { Reader } from './reader.js';

/** A turn as it is understood. */
export interface ReadTurn {
  readonly reading: Reading;
  readonly tokens: readonly Token[];
}

export function readTurn(reading: Reading, reader: Reader): ReadTurn {
  return { reading, tokens: tokensOf(reading, reader.concepts(reading)) };
}

/** A part of a turn, its places unchanged. */
export function cut({ reading, tokens }: ReadTurn, start: number, end: number): ReadTurn {
  const inside = (place: { readonly start: number; readonly end: number }) =>
    place.start >= start && place.end <= end;
  return {
    reading: {
      ...reading,
      words: reading.words.filter(inside),
      mentions: reading.mentions.filter(inside),
      clauses: reading.clauses.filter(inside),
    },
    tokens: tokens.filter(inside),
  };
}
