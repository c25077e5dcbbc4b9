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
    'The cisterns can be opened by Eng. Mwangi only with a mask.',
    'The chief may sign for Dept. of Agric. Only with a witness.',
    'Judges can decide, per Prof. Dr. K. Otieno et al. 2019, only in pairs.',
    'Sailors may drink beer (max. two bottles. Never rum) on Sundays.',
    'Die Fischer dürfen gem. Anlage drei nicht im Mai fischen.',
    'Drivers get Ksh. Three hundred only when on duty.',
    'The limit is nine (see Annex. 12 applies to wells).',
    'May wardens carry torches? No.',
    'Question: may wardens carry torches?\nAnswer: No.',
  ])('%j is one', (text) => expect(quotes({ text, headings: [] })).toEqual([text]));
});

it('ends at paragraphs, headings, items, rows and points', () => {
  const text =
    '# Stoves\nOne is burning. Two are cold.\n\nUnderlined\n===\nplain\n- first item\n- second\n  item\n\n| a | b |\n| 1 | 2 |\n```\ncode is\nkept\n```\nlast\n';
  expect(quotes(readMarkdown(text))).toEqual([
    '# Stoves',
    'One is burning.',
    'Two are cold.',
    'Underlined\n===',
    'plain\n- first item',
    'plain\n- first item\n- second\n  item',
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

it('ends at a point behind a short word that is known for a word, and before the number of a line', () => {
  expect(quotes({ text: 'The well is dry. Nobody fills the dry well.', headings: [] })).toEqual([
    'The well is dry.',
    'Nobody fills the dry well.',
  ]);
  expect(
    quotes({ text: '1. Gates are opened.\n2. Doors are closed.', headings: [], lines: 'layout' }),
  ).toEqual(['1. Gates are opened.', '2. Doors are closed.']);
  expect(
    quotes({
      text: 'Rules of\nlanding.\n| Puffins may land. | By day. In May.\n| Terns may not. | Ever.\nThat\nis all.',
      headings: [],
      lines: 'layout',
    }),
  ).toEqual([
    'Rules of\nlanding.',
    '| Puffins may land. | By day. In May.',
    '| Terns may not. | Ever.',
    'That\nis all.',
  ]);
  expect(quotes({ text: 'Is it open? Is it closed? Nobody knows.', headings: [] })).toEqual([
    'Is it open?',
    'Is it closed? Nobody knows.',
  ]);
});

describe('an item comes with what it stands below', () => {
  const of = (document: DocumentText, part: string) => {
    const sentence = sentencesOf(document).find(({ start, end }) =>
      document.text.slice(start, end).includes(part),
    );
    const said = ({ start, end }: { start: number; end: number }) => document.text.slice(start, end);
    return sentence === undefined
      ? undefined
      : [...sentence.below.map(said), said({ start: sentence.from, end: sentence.end })];
  };

  it.each(['except:', 'except', 'unless they are one of these.'])('in a list of lists: %s', (words) => {
    const text = `- Vans may enter\n- Buses may not enter, ${words}\n  - school buses\n  - the bus of the mayor\n- Cars may enter\n`;
    expect(of({ text, headings: [] }, 'mayor')).toEqual([
      `- Buses may not enter, ${words}\n  - school buses\n  - the bus of the mayor`,
    ]);
    expect(of({ text, headings: [] }, 'Cars')).toEqual(['- Cars may enter']);
  });

  it.each([
    ['The list is forbidden:', ['The list is forbidden:']],
    ['It is forbidden to eat', ['It is forbidden to eat']],
    ['The following is forbidden.', ['The following is forbidden.']],
    ['Nobody counted.', []],
  ])('in a long list: %s', (lead, below) => {
    const items = Array.from({ length: 300 }, (_, at) => `- gazelle kind ${at} eats grass`);
    const text = `${lead}\n\n${items.join('\n')}\n`;
    expect(of({ text, headings: [] }, 'kind 250 ')).toEqual([...below, '- gazelle kind 250 eats grass']);
  });

  it('but where it is counted behind marked ones, which is another list', () => {
    const text =
      'It is forbidden to feed:\n\n- lemurs\n- apes\n\n1. Trucks may not pass, except:\n   - fire trucks\n     - with siren\n2. Cars may.\n';
    expect(of({ text, headings: [] }, 'apes')).toEqual(['It is forbidden to feed:\n\n- lemurs\n- apes']);
    expect(of({ text, headings: [] }, 'siren')).toEqual([
      '1. Trucks may not pass, except:\n   - fire trucks\n     - with siren',
    ]);
    expect(of({ text, headings: [] }, 'Cars')).toEqual(['2. Cars may.']);
    const mixed = 'Forbidden:\n\n1. to feed\n\n   - lemurs\n\n2. to open\n';
    expect(of({ text: mixed, headings: [] }, 'to open')).toEqual([mixed.trim()]);
  });

  it('goes on in a paragraph that is set in', () => {
    const text = '- Vans may enter.\n\n  But never at night.\n\nCars may enter.';
    expect(of({ text, headings: [] }, 'night')).toEqual(['- Vans may enter.\n\n  But never at night.']);
    expect(of({ text, headings: [] }, 'Cars')).toEqual(['Cars may enter.']);
  });

  it('in the lists of a page that is laid out', () => {
    const text = 'It is forbidden to\nopen gates\nof two kinds\nEnd.';
    const items = [
      { at: 19, depth: 1 },
      { at: 30, depth: 2 },
    ];
    expect(of({ text, headings: [], lines: 'paragraphs', items }, 'kinds')).toEqual([
      'It is forbidden to\nopen gates\nof two kinds',
    ]);
    expect(of({ text, headings: [], lines: 'paragraphs', items }, 'End')).toEqual(['End.']);
  });

  it('on a page of a PDF, by its mark', () => {
    const text = 'It is forbidden to:\n• start the engine.\n• open the gates.\nTalking is allowed.';
    expect(of({ text, headings: [], lines: 'layout' }, 'gates')).toEqual([
      'It is forbidden to:\n• start the engine.\n• open the gates.',
    ]);
    expect(of({ text, headings: [], lines: 'layout' }, 'Talking')).toEqual(['Talking is allowed.']);
  });

  it('in a table below its first row', () => {
    const rows = '| Vehicle | Kilometres |\n|---|---:|\n| Toyota | 12,400. Old. |\n| Isuzu | 9,800 |\n';
    expect(of(readMarkdown(rows), 'Toyota')).toEqual([
      '| Vehicle | Kilometres |\n|---|---:|\n| Toyota | 12,400. Old. |',
    ]);
    expect(of(readMarkdown(rows), 'Isuzu')).toEqual(['| Vehicle | Kilometres |', '| Isuzu | 9,800 |']);
    const text = '| Vehicle | Kilometres\n| Toyota | 12,400\n| Isuzu | 9,800\n| Apart | 1';
    const tables = [{ start: 0, end: 22, to: 55 }];
    const document: DocumentText = { text, headings: [], lines: 'paragraphs', tables };
    expect(of(document, 'Isuzu')).toEqual(['| Vehicle | Kilometres', '| Isuzu | 9,800']);
    expect(of(document, 'Apart')).toEqual(['| Apart | 1']);
  });
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
