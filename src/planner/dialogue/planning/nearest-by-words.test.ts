import { describe, expect, it } from 'vitest';
import { candidatesOf } from '../../choosing/candidates.js';
import { FIXTURE_CAPABILITIES } from '../../testing/fixture-capabilities.js';
import { nearestByWords } from './nearest-by-words.js';

const candidates = candidatesOf(FIXTURE_CAPABILITIES, []);
const of = (name: string) => candidates.filter(({ capability }) => capability?.name === name);
const named = (text: string, ...nearest: readonly string[]) =>
  nearestByWords(text, nearest.flatMap(of), candidates).map(({ capability }) => capability?.name);

describe('what comes nearest', () => {
  it('is what the words plainly name, before what was guessed', () => {
    expect(named('plot a histogram diagram of it', 'sky', 'registry')[0]).toBe('plots');
  });

  it('is not what only stands in the name of a file', () => {
    expect(named('put plots/histogram.diagram back, and rain.txt', 'registry', 'notes')).toEqual([
      'registry',
      'notes',
    ]);
  });

  it('stays as it was where words name nothing', () => {
    expect(named('xylophone lessons', 'sky', 'registry')).toEqual(['sky', 'registry']);
  });

  it('is of two that words name alike the one that was guessed', () => {
    const both = named('will it rain, and what are the exchange rates of money', 'money', 'sky');
    expect(both.slice(0, 2)).toEqual(['money', 'sky']);
  });

  it('names each capability once', () => {
    const names = named('will it rain', 'sky', 'sky', 'registry');
    expect(names).toHaveLength(new Set(names).size);
  });
});
