import { DRAW_WORDS } from './draw-words.js';

const GAME =
  '(?:Lotto|Lottery|Lotteries|Loterie|Lotterie|Lotería|Loteria|Loteri|Bahati\\s+Nasibu|Toto|Keno|Bingo|Jackpot|Sweepstakes?|Raffle|Tombola|Powerball|Millions)';
/** Capitalised words up to one for a game, with small ones between: `Saturday or Sunday Lottery`. */
const NAME = new RegExp(
  `(?<![\\p{L}\\p{N}])\\p{Lu}[\\p{L}\\p{M}'’&-]*(?:\\s+(?:or|and|of|the|de|la|du|der|und|et|y|e|\\p{Lu}[\\p{L}\\p{M}'’&-]*))*\\s+${GAME}(?!\\p{L})|(?<![\\p{L}\\p{N}])${GAME}(?!\\p{L})`,
  'u',
);
const DRAW = new RegExp(`(?<!\\p{L})${DRAW_WORDS}s?(?!\\p{L})`, 'iu');

/** A text without the name of the game that it begins with, whose words say nothing of which draw is meant. */
export function withoutGame(text: string): string {
  const found = NAME.exec(text);
  return found === null || DRAW.test(found[0]) ? text : text.replace(found[0], ' , ');
}
