import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DocumentText } from '../readers/document-text.js';
import { readMarkdown } from '../readers/read-markdown.js';
import { readTable } from '../readers/read-table.js';
import { sentencesOf } from './sentences.js';

const quotes = (document: DocumentText) =>
  sentencesOf(document).map(({ from, end }) => document.text.slice(from, end));

describe('a sentence goes on behind a line end', () => {
  it.each([
    [
      'of Markdown',
      readMarkdown('# Ferry\nThe engine may be started by any passenger\nonly if the captain is dead.\n'),
    ],
    [
      'of a text',
      { text: 'The engine may be started by any passenger\r\nonly if the captain is dead.', headings: [] },
    ],
    [
      'of a page',
      {
        text: 'Rules.\nThe engine may be started by any passenger\nonly if the captain is dead.',
        headings: [],
        pages: [0],
        lines: 'layout',
      },
    ],
    [
      'of a page that ends within it',
      {
        text: 'Rules.\nThe engine may be started by any passenger\n\nonly if the captain is dead.',
        headings: [],
        pages: [0, 51],
        lines: 'layout',
      },
    ],
    [
      'within quotation marks of a cell',
      readTable(
        'rule,who\n"The engine may be started by any passenger\nonly if the captain is dead.",crew\n',
      ),
    ],
  ] satisfies [string, DocumentText][])('%s', (_, document) => {
    expect(quotes(document).find((quote) => quote.includes('any passenger'))).toMatch(
      /only if the captain is dead\./,
    );
  });

  it.each([
    'It may be opened e.g. never.',
    'Households may be visited before 3. Mai nicht.',
    'The dose is approx. 12 mg, but not for wells above 40 m.',
    'Dr. Otieno may not sign.',
    'Enumerators may break the seals\n- never without a witness.',
    'The limit is nine; from\n12. Nobody may pass.',
    'He said “Open it!” and meant never.',
  ])('%j is one', (text) => expect(quotes({ text, headings: [] })).toEqual([text]));
});

it('ends at paragraphs, headings, items, rows and points', () => {
  const text =
    '# Stoves\nOne is lit. Two are cold.\n\nUnderlined\n===\nplain\n- first item\n- second\n  item\n\n| a | b |\n| 1 | 2 |\n```\ncode is\nkept\n```\nlast\n';
  expect(quotes(readMarkdown(text))).toEqual([
    '# Stoves',
    'One is lit.',
    'Two are cold.',
    'Underlined\n===',
    'plain\n- first item',
    '- second\n  item',
    '| a | b |',
    '| 1 | 2 |',
    '```\ncode is\nkept',
    '```\nlast',
  ]);
});

it('takes what leads a list in along with its items', () => {
  expect(
    quotes({
      text: 'It is forbidden to:\n\n- start the engine\n- open the gate\n\nTalking is allowed.',
      headings: [],
    }),
  ).toEqual([
    'It is forbidden to:',
    'It is forbidden to:\n\n- start the engine',
    'It is forbidden to:\n\n- start the engine\n- open the gate',
    'Talking is allowed.',
  ]);
});

it('loses nothing and says nothing twice', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '\n',
      '\n\n',
      '# A\n',
      '- ',
      '1. ',
      '. ',
      '"',
      '```\n',
      'word ',
      '| a |\n',
      ': ',
      '===\n',
      '。',
    ),
    fc.string({ unit: 'grapheme', maxLength: 20 }),
  );
  const lines = fc.constantFrom('rows', 'paragraphs', 'layout', undefined);
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), lines, (pieces, kind) => {
      const text = pieces.join('');
      const { headings } = readMarkdown(text);
      const document = kind === undefined ? { text, headings } : { text, headings, lines: kind };
      let at = 0;
      for (const { start, end, from } of sentencesOf(document)) {
        expect(text.slice(at, start).trim()).toBe('');
        expect(end).toBeGreaterThan(start);
        expect(from).toBeLessThanOrEqual(start);
        at = end;
      }
      expect(text.slice(at).trim()).toBe('');
    }),
  );
});
