import { expect, it } from 'vitest';
import { readUtterances } from '../../plugin/index.js';
import { wordForWord } from './word-for-word.js';

const says = (say: string | readonly string[]) =>
  wordForWord(readUtterances(JSON.stringify({ not: 'x', say })).utterances);

it.each([
  ['(they|my sister) bought {_:mass} of wood(| today).', 'They bought 5 kg of wood  today!', true],
  [
    '(they|my sister) bought {_:mass} of wood(| today).',
    'my sister bought five and a half kilos of wood',
    true,
  ],
  ['(they|my sister) bought {_:mass} of wood(| today).', 'we bought 5 kg of wood today', false],
  ['(they|my sister) bought {_:mass} of wood(| today).', 'they bought 5 kg of wood yesterday', false],
  ['what is a+b?', 'What is a+b', true],
  ['what is a+b?', 'what is aab', false],
])('%s and %s: %s', (say, message, same) => {
  expect(says(say)(message)).toBe(same);
});

it('is no part of a talk or of a long message, and takes no time for one that nearly fits', () => {
  expect(says(['hello', 'they bought wood'])('they bought wood')).toBe(false);
  const many = says('{_:text} and {_:text} and {_:text} and {_:text} end');
  const before = performance.now();
  expect(many('and '.repeat(49))).toBe(false);
  expect(many('and '.repeat(5_000))).toBe(false);
  expect(performance.now() - before).toBeLessThan(500);
});
