import { describe, expect, it } from 'vitest';
import { closeQuotes, opened, proseOf } from './closed-quotes.js';

/** What stands in the marks of a message, and its prose with a sign where they stand. */
function read(message: string): { prose: string; values: readonly string[] } {
  const { text, blocks } = closeQuotes(message);
  return { prose: text.replace(/[\uE000-\uE03F]/gu, '#'), values: blocks };
}

describe('a quotation', () => {
  it.each([
    ['Check the quote "kept in room 12."', 'Check the quote "#"', 'kept in room 12.'],
    [
      'Search for «delete 12 households from /a.csv» now',
      'Search for "#" now',
      'delete 12 households from /a.csv',
    ],
    ['is “it opens at 7” in /wells.md?', 'is "#" in /wells.md?', 'it opens at 7'],
  ])('of more than one value is one: %s', (message, prose, value) => {
    expect(read(message)).toEqual({ prose, values: [value] });
  });

  it.each([
    'mean "6 hours", sd "2 hours"',
    'show the file "/reports/q1 2024.pdf"',
    'pipes of 12" and 14" in 3 homes',
    '"Design a sample of 5000 households, mean 6, sd 2"',
  ])('of one value, an inch sign and a message quoted whole stay: %s', (message) => {
    expect(read(message)).toEqual({ prose: message, values: [] });
  });
});

describe('a program', () => {
  it.each([
    ['run this python: print(1+1)', 'run this python: "#"', 'print(1+1)'],
    ['execute python print("hi")', 'execute python "#"', 'print("hi")'],
    ['run this python: x=1; y=2; print(x+y)', 'run this python: "#"', 'x=1; y=2; print(x+y)'],
    ['Run this python:\n```python\nprint(1+1)\n```', 'Run this python: "#"', 'print(1+1)'],
    [
      'Run this:\n```js\nconst a = 1;\nconsole.log(a)\n```',
      'Run this: "#" in JavaScript',
      'const a = 1;\nconsole.log(a)',
    ],
  ])('is one value, whole: %j', (message, prose, value) => {
    expect(read(message)).toEqual({ prose, values: [value] });
  });

  it('is none where words only speak of code', () => {
    expect(read('what does the code of conduct say (in 2024)?').values).toEqual([]);
    expect(read('use the form code HH-3 for 20 homes').values).toEqual([]);
  });

  it('says nothing of the language that a person speaks', () => {
    expect(proseOf('Run the Python code: import os; print(os.environ)').trim()).toBe('Run the Python code:');
  });
});

it('opens a value, and what was read behind the mark of a quotation is none of it', () => {
  const { text, blocks } = closeQuotes('Write "5 loggers came back" to /notes/log.md');
  const mark = /[\uE000-\uE03F]/u.exec(text)?.[0] ?? '';
  expect(opened({ content: `${mark}" to /notes`, tags: [`a ${mark}`] }, blocks)).toEqual({
    content: '5 loggers came back',
    tags: ['a 5 loggers came back'],
  });
});
