import type { Language } from '../language/language.js';
import type { Word } from '../language/words.js';
import { clauseText } from './clause-text.js';
import { pieces, sentences } from './cut-clauses.js';
import { judge } from './judge-clauses.js';
import type { Clause, Mention } from './reading.js';

/**
 * Cuts a text into clauses, and says of each whether it orders, asks or tells; whether it is negated, conditional,
 * narrowed, a report of the past, a request for advice or a correction. Quotations and other values are opaque.
 * Together the clauses are the whole text.
 */
export function readClauses(
  text: string,
  language: Language,
  mentions: readonly Mention[],
  words: readonly Word[],
): Clause[] {
  const seen = clauseText(text, language, mentions, words);
  const clauses: Clause[] = [];
  for (const sentence of sentences(seen)) clauses.push(...judge(seen, sentence, pieces(seen, sentence)));
  return tiled(clauses, text.length);
}

/** Clauses as one unbroken row: what stands between two belongs to the first. */
function tiled(clauses: readonly Clause[], length: number): Clause[] {
  if (clauses.length === 0) {
    return [
      {
        start: 0,
        end: length,
        mood: 'statement',
        negated: false,
        conditional: false,
        modal: false,
        past: false,
        narrowed: false,
        corrects: false,
      },
    ];
  }
  return clauses.map((clause, index) => ({
    ...clause,
    start: index === 0 ? 0 : clause.start,
    end: clauses[index + 1]?.start ?? length,
  }));
}
