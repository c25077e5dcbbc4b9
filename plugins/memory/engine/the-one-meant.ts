import { oneLine } from 'oracle-runtime/kit';
import { OracleError } from 'oracle-runtime/plugin';
import type { Memory } from './memory.js';

/**
 * The one memory that words mean: the one that says just that, or else the only one that has all of the words.
 * @throws OracleError `not_found`, `invalid_request` when several may be meant
 */
export function theOneMeant(said: string, found: readonly Memory[]): Memory {
  const wanted = wordsOf(said);
  const same = found.filter(({ text }) => wordsOf(text).join(' ') === wanted.join(' '));
  const having = found.filter(({ text }) => {
    const words = new Set(wordsOf(text));
    return wanted.length > 0 && wanted.every((word) => words.has(word));
  });
  const [one, ...others] = same.length > 0 ? same : having;
  if (one !== undefined && others.length === 0) return one;
  if (one === undefined) {
    throw new OracleError('not_found', {
      detail: `Nothing is remembered that says '${oneLine(said, 100)}'.`,
      hint: near(found) ?? 'List the memories to see what there is.',
    });
  }
  throw new OracleError('invalid_request', {
    detail: `Several memories say '${oneLine(said, 100)}'.`,
    hint: near([one, ...others]),
    errors: [{ field: 'memory', message: 'may mean several: give the id of one' }],
  });
}

function near(memories: readonly Memory[]): string | undefined {
  if (memories.length === 0) return undefined;
  const listed = memories.slice(0, 5).map(({ id, text }) => `'${oneLine(text, 80)}' (id ${id})`);
  return `There is: ${listed.join('; ')}.`;
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
