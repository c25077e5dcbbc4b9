import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readMarkdown } from '../readers/read-markdown.js';
import { readTable } from '../readers/read-table.js';
import { cutBlocks } from './cut-blocks.js';
import { placeOf } from './place-of.js';

const piece = fc.oneof(
  fc.constantFrom(
    '\n',
    '\n\n',
    '# A\n',
    '## B\n',
    '```\n',
    '. ',
    'word ',
    'x'.repeat(1_500),
    '😀'.repeat(700),
  ),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
);
const text = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''));

describe('cutBlocks', () => {
  it.each([
    ['markdown', readMarkdown],
    ['a table', readTable],
  ])('loses no word of %s, says none twice and keeps blocks short', (_, read) => {
    fc.assert(
      fc.property(text, (content) => {
        const blocks = cutBlocks(read(content));
        let at = 0;
        for (const { start, end } of blocks) {
          expect(content.slice(at, start).trim()).toBe('');
          expect(end - start).toBeLessThanOrEqual(1_200);
          expect(end).toBeGreaterThan(start);
          at = end;
        }
        expect(content.slice(at).trim()).toBe('');
      }),
    );
  });

  it('knows the headings above a block', () => {
    const blocks = cutBlocks(
      readMarkdown('intro\n# One\na\n## Two\nb\n# Three\nc\n```\n# no heading\n```\n'),
    );
    expect(blocks.map(({ headings }) => headings)).toEqual([[], ['One'], ['One', 'Two'], ['Three']]);
  });

  it('heads the rows of a table by its first line', () => {
    const [first, second] = cutBlocks(readTable('id,stove\r\nHH-1,rocket\r\n'));
    expect([first?.headings, second?.headings]).toEqual([[], ['id,stove']]);
  });
});

describe('placeOf', () => {
  it('counts lines from 1', () => {
    const content = { text: 'a\nb\nc', headings: [] };
    expect(placeOf(content, 0, 1)).toEqual({ lines: [1, 1] });
    expect(placeOf(content, 2, 5)).toEqual({ lines: [2, 3] });
    expect(placeOf(content, 0, 2)).toEqual({ lines: [1, 1] });
  });

  it('counts pages from 1', () => {
    const content = { text: 'one\ntwo\nthree', headings: [], pages: [0, 4, 8] };
    expect(placeOf(content, 0, 3)).toEqual({ pages: [1, 1] });
    expect(placeOf(content, 2, 13)).toEqual({ pages: [1, 3] });
  });
});
