import { describe, expect, it } from 'vitest';
import { readUtterances } from '../../plugin/index.js';
import { taughtSentences, wordForWord } from './word-for-word.js';

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

describe('a taught sentence', () => {
  const find = (say: string) =>
    taughtSentences(readUtterances(JSON.stringify({ do: 'report', say })).utterances);
  const valuesOf = (say: string, message: string) =>
    find(say)(message)?.slots.map(({ start, end }) => message.slice(start, end));

  it.each([
    [
      'no water in {v:place}: {p:text}',
      'No  water in São Tomé: rod  snapped, “ß”!',
      ['São Tomé', 'rod  snapped, “ß”'],
    ],
    ['(please |)tea for {n:small}(, {k=mint}|)', 'tea for 4', ['4']],
    ['(please |)tea for {n:small}(, {k=mint}|)', 'Please tea for 4.', ['4']],
    ['show (me |)all', 'show all', []],
    ['show (me |)all', 'showall', undefined],
    ['no water in {v:place}: {p:text}', 'there is no water in Siaya: dry', undefined],
    ['{p:text} in {v:place}', 'a b c d e f in Siaya', undefined],
  ])('%s in %s: %j', (say, message, values) => {
    expect(valuesOf(say, message)).toEqual(values);
  });

  it.each([
    ['remember pay Joseph on Friday', 'keep', 'pay Joseph on Friday'],
    ['also remember my cat is Mia', 'keep', 'my cat is Mia'],
    ['One more thing: remember my coat is red', 'keep', 'my coat is red'],
    ['und auch: remember the shop', 'keep', 'the shop'],
    ['de plus, remember the shop', 'keep', 'the shop'],
    ['además remember the shop', 'keep', 'the shop'],
    ['além disso, remember the shop', 'keep', 'the shop'],
    ['tena remember the shop', 'keep', 'the shop'],
    ['pay Joseph on Friday', 'plan', 'pay'],
  ])('is that with the most words of its own, whatever joins it: %s', (message, operation, value) => {
    const lines = [
      { do: 'plan', say: '{instruction=pay the drivers} {when=tomorrow}' },
      { do: 'keep', say: 'remember {text:text}' },
    ];
    const said = taughtSentences(
      readUtterances(lines.map((line) => JSON.stringify(line)).join('\n')).utterances,
    )(message);
    const [first] = said?.slots ?? [];
    expect(said?.operation).toBe(operation);
    expect(message.slice(first?.start, first?.end)).toBe(value);
  });

  it('takes no time to be looked for in a message that nearly fits', () => {
    const many = find('{_:text} and {_:text} and {_:text} and {_:text} end');
    const before = process.cpuUsage();
    expect(many('and '.repeat(149))).toBeUndefined();
    expect(many('a'.repeat(600))).toBeUndefined();
    expect(many('and '.repeat(5_000))).toBeUndefined();
    expect(process.cpuUsage(before).user).toBeLessThan(500_000);
  });
});
