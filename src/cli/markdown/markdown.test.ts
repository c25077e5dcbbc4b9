import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displayWidth } from '../terminal/display-width.js';
import { ANSI_PAINT, NO_PAINT } from '../terminal/paint.js';
import { parseBlocks } from './parse-blocks.js';
import { renderBlocks } from './render-markdown.js';

const render = (text: string, columns = 40, paint = NO_PAINT) =>
  renderBlocks(
    parseBlocks(text).map(({ block }) => block),
    columns,
    paint,
  );

describe('words', () => {
  it('wraps at blanks, keeps breaks, and cuts only what is wider than a line', () => {
    expect(render('one two three four\nfive 日本語日本語 abcdefghijklmnop', 10)).toEqual([
      'one two',
      'three four',
      'five',
      '日本語日本',
      '語',
      'abcdefghij',
      'klmnop',
    ]);
  });

  it.each([
    ['**a** *b* `c*` ~~d~~ \\*e\\*', 'a b c* d *e*'],
    ['__init__ and snake_case_name', 'init and snake_case_name'],
    ['2 * 3 * 4 **open', '2 * 3 * 4 **open'],
    ['2*3*4, (*3*4), a*b*c, 2**8**2', '2*3*4, (*3*4), a*b*c, 2**8**2'],
    ['so **bold**ly, *so* it is', 'so boldly, so it is'],
    ['[here](https://a.example/x)', 'here (https://a.example/x)'],
    ['[https://bank.example](https://evil.example)', 'https://bank.example (https://evil.example)'],
    ['<https://a.example> ![pic](/p.png)', 'https://a.example pic (/p.png)'],
    ['**a *b* c**!', 'a b c!'],
    ['``a`b`` and `open', 'a`b and `open'],
  ])('%s', (text, shown) => {
    expect(render(text, 80)).toEqual([shown]);
  });

  it('paints what it means', () => {
    expect(render('# A\n\n**b** `c`', 40, ANSI_PAINT)).toEqual([
      '\u001b[1m\u001b[4mA\u001b[24m\u001b[22m',
      '',
      '\u001b[1mb\u001b[22m \u001b[36mc\u001b[39m',
    ]);
  });
});

describe('blocks', () => {
  it('sets lists within lists, code, quotes, headings and rules', () => {
    const text =
      'Intro:\n- one is longer than a line of the terminal\n  - deep\n- two\n\n  more\n\n1. a\n2. b\n\n```js\n  if (x) {\n```\n> said\n> so\n\n---\n## End ##';
    expect(render(text, 24)).toEqual([
      'Intro:',
      '',
      '• one is longer than a',
      '  line of the terminal',
      '  • deep',
      '• two',
      '',
      '  more',
      '',
      '1. a',
      '2. b',
      '',
      '    if (x) {',
      '',
      '│ said',
      '│ so',
      '',
      '─'.repeat(24),
      '',
      'End',
    ]);
  });

  it('goes on with code that is not closed yet', () => {
    expect(render('```\na\n\nb')).toEqual(['  a', '', '  b']);
  });
});

describe('a table', () => {
  const table = (rows: string) => `| Name | Size | Note |\n| --- | ---: | --- |\n${rows}`;

  it('stands in columns where it fits, numbers to the right', () => {
    expect(render(table('| **a** | 5 | x\\|y |\n| 日本 | 1,250 |'))).toEqual([
      'Name   Size  Note',
      '────  ─────  ────',
      'a         5  x|y',
      '日本  1,250',
    ]);
  });

  it('breaks long cells where that suffices', () => {
    expect(render(table('| a | 5 | a note of quite some length, in words |'), 30)).toEqual([
      'Name  Size  Note',
      '────  ────  ──────────────────',
      'a        5  a note of quite',
      '            some length, in',
      '            words',
    ]);
  });

  it('becomes a list where its columns are too many', () => {
    const rows = `| ${['village one', '120', 'kg', 'yes', 'no'].join(' | ')} |`;
    const wide = `| Village | Households | Unit of mean | Surveyed | Published |\n|---|---|---|---|---|\n${rows}`;
    expect(render(wide, 24)).toEqual([
      '• Village: village one',
      '  Households: 120',
      '  Unit of mean: kg',
      '  Surveyed: yes',
      '  Published: no',
    ]);
  });
});

describe('whatever a model writes', () => {
  it('stays within the width and loses no letter', () => {
    const piece = fc.constantFrom(
      ...'*_`~|[](){}<>#-+.!\\ \n:>日👍a1'.split(''),
      '\n\n',
      '| a | b |\n|---|---|\n',
      '- ',
      '1. ',
      '```\n',
      'word ',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.integer({ min: 12, max: 60 }), (pieces, columns) => {
        const text = pieces.join('');
        const lines = render(text, columns);
        for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(columns);
        const letters = (value: string) => value.replace(/[^a-z]/g, '').length;
        expect(letters(lines.join(''))).toBeGreaterThanOrEqual(letters(text.replace(/```.*/g, '')));
      }),
    );
  });

  it.each(['[', '*', '**a', '`', '_a', '|', '> ', '- ', '# ', ' ', '<http:', '[](', '\\', '~~a ', '` `` '])(
    'takes a long text of %j in its stride',
    (piece) => {
      render(piece.repeat(100_000 / piece.length), 80);
      render(`x ${piece.repeat(100_000 / piece.length)}`, 80);
    },
  );
});
