import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GrowingMarkdown } from './blocks.js';
import { readMarkdown } from './reader.js';
import { safeLink } from './safe-link.js';
import { settle } from './settle.js';

describe('a text that grows', () => {
  const text = [
    '# Title\n\nSome *words* and `code`.\n\n',
    '- one\n- two\n\n  more of two\n\n- three\n\n',
    '```ts\nconst a = `b`;\n\n# no title\n```\n\n',
    '| a | b |\n|---|--:|\n| 1 | 2 |\n\n',
    'The end costs $5 and $x^2$.\n',
  ].join('');
  const shape = (tokens: readonly { type: string; raw: string }[]) =>
    tokens.filter(({ type }) => type !== 'space').map(({ type, raw }) => [type, raw.trim()]);

  it('has in the end the blocks that it has when it is read at once, however it was cut', () => {
    const whole = shape(readMarkdown(text));
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: text.length }), { maxLength: 30 }), (cuts) => {
        const growing = new GrowingMarkdown();
        for (const cut of cuts.toSorted((a, b) => a - b)) growing.read(text.slice(0, cut), true);
        const { frozen, tail } = growing.read(text, false);
        expect(shape([...frozen, ...tail])).toEqual(whole);
      }),
    );
  });

  it('keeps the objects of blocks that are done, and never takes one back', () => {
    const growing = new GrowingMarkdown();
    let before: readonly object[] = [];
    for (let end = 1; end <= text.length; end += 1) {
      const { frozen } = growing.read(text.slice(0, end), true);
      expect(frozen.slice(0, before.length)).toEqual(before);
      for (const [at, block] of before.entries()) expect(frozen[at]).toBe(block);
      before = frozen;
    }
    expect(before.length).toBeGreaterThan(4);
  });

  it('begins anew when it became another text', () => {
    const growing = new GrowingMarkdown();
    growing.read('One.\n\nTwo.\n\nThree', true);
    expect(shape(growing.read('Other.', true).tail)).toEqual([['paragraph', 'Other.']]);
  });
});

describe('the end of a text that grows', () => {
  it.each([
    ['Some **bold', 'Some **bold**'],
    ['Some **', 'Some '],
    ['Some *', 'Some '],
    ['It is `co', 'It is `co`'],
    ['It is `', 'It is '],
    ['See [the page](https://exa', 'See the page'],
    ['See [the pa', 'See the pa'],
    ['2 * 3 is six', '2 * 3 is six'],
    ['snake_case_name', 'snake_case_name'],
    ['Text\n``', 'Text'],
    ['```js\nlet a', '```js\nlet a'],
    ['```js\nlet a\n``', '```js\nlet a'],
    ['| a | b |', ''],
    ['| a | b |\n|---|', ''],
    ['| a | b |\n|---|---|\n| 1 |', '| a | b |\n|---|---|'],
    ['Text\n-', 'Text'],
    ['Text\n#', 'Text'],
    ['Plain words.', 'Plain words.'],
  ])('%j is drawn as %j', (block, drawn) => {
    expect(settle(block)).toBe(drawn);
  });

  it('never grows by more than the marks that it closes', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('*', '_', '`', '~', '[', ']', '(', 'a', ' ', '\n', '|', '#') }),
        (text) => {
          expect(settle(text).length).toBeLessThanOrEqual(text.length + 10);
        },
      ),
    );
  });
});

describe('where links lead', () => {
  it.each([
    'https://example.org/a?b#c',
    'http://example.org',
    'mailto:a@example.org',
    '#/designs/d1',
    '/docs',
    'a/b',
  ])('lets %s be', (link) => expect(safeLink(link)).toBe(link));
  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://x/y',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '#login=abc.def',
    '/#login=abc.def',
    '?a=b#lo\ngin=abc.def',
    'https://oracle.example.org/#login=abc.def',
    '',
  ])('takes %j for no link', (link) => expect(safeLink(link)).toBeUndefined());
});

describe('formulas', () => {
  const kinds = (text: string) =>
    readMarkdown(text).flatMap((token) =>
      ('tokens' in token ? (token.tokens ?? []) : [token]).map(({ type }) => type),
    );
  it('are told from sums of money', () => {
    expect(kinds('It costs $5 and $6.')).toEqual(['text']);
    expect(kinds('Take $n = 5$ of \\(N\\).')).toEqual(['text', 'math', 'text', 'math', 'text']);
    expect(kinds('$$n = \\frac{a}{b}$$\n')).toEqual(['math']);
    expect(kinds('$$ n = 777 $$ and more, 31')).toEqual(['math', 'text']);
    expect(kinds('It costs $$5 and $$6.')).toEqual(['text']);
  });
});
