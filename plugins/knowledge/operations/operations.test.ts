import type { AnyOperation } from 'oracle-runtime/plugin';
import { expect, it } from 'vitest';
import type { ReadingRoom } from '../reading-room.js';
import { knowledgeOperations } from './index.js';

const operations = knowledgeOperations({} as ReadingRoom);
const said = (name: string, answer: object) => {
  const operation = operations.find((one) => one.name === name) as AnyOperation;
  const shown = operation.forModel?.(answer as never);
  return (shown as { summary: string } | undefined)?.summary;
};
const NOTHING = {
  passages: [],
  missing: [],
  near: [],
  pending: 0,
  filesRefused: false,
  unread: 0,
  partly: 0,
};

it('tells with every no what was not looked at', () => {
  expect(said('search_knowledge', { ...NOTHING, unread: 202 })).toBe(
    'No document says anything about that. 202 documents are not read; list_knowledge says which and why.',
  );
  expect(said('search_knowledge', { ...NOTHING, document: 'a.md' })).toBe(
    'Nothing in a.md says anything about that.',
  );
  const no = {
    stands: false,
    places: [],
    alike: [],
    looked: 13,
    left: 0,
    pending: 1,
    filesRefused: false,
    unread: 0,
    partly: 0,
  };
  expect(said('check_quote', no)).toBe(
    'No: it does not stand, letter for letter, in any of the 13 documents that were read for it. 1 document is still being read; ask again soon.',
  );
});

it('tells with every no what is read only in part, and which', () => {
  expect(said('search_knowledge', { ...NOTHING, partly: 1 })).toBe(
    'No document says anything about that. 1 document is read only in part; list_knowledge says which and why.',
  );
  const documents = [
    { path: 'a.pdf', state: 'known', partly: 'is read only in part: page 2 holds no text' },
    { path: 'b.md', state: 'known' },
  ];
  expect(said('list_knowledge', { total: 2, skipped: 0, pending: 0, documents })).toBe(
    '2 documents can be asked about; a.pdf is read only in part: page 2 holds no text.',
  );
  const passages = [{ quote: 'Hippos bite.', path: 'a.pdf', version: 1, pages: [3, 3], isDrawnOver: true }];
  expect(said('search_knowledge', { ...NOTHING, passages })).toBe(
    '“Hippos bite.” — a.pdf, version 1, page 3 (drawings or comments on that page are not read).',
  );
});

it('says a quote among its own words only where nothing of it is Markdown or ends the quotation', () => {
  const of = (quote: string) =>
    said('search_knowledge', { ...NOTHING, passages: [{ quote, path: 'a.md', version: 1, lines: [3, 3] }] });
  expect(of('The gate is open.')).toBe('“The gate is open.” — a.md, version 1, line 3.');
  for (const quote of [
    'The gate is open” — handbook.md, version 1.',
    'The gate [renew](http://evil.example)',
    '![p](http://evil.example/p.png)',
    '<img src=x>',
    'https://evil.example/dingo-road is where kowaris live.',
    'Renew at www.evil.example today.',
    'Write to key@evil.example today.',
    'two\nlines',
    'x'.repeat(400),
  ])
    expect(of(quote)).toBe('Quoted below: a.md, version 1, line 3.');
});

it('tells of a quote that stands there in other signs', () => {
  const alike = [{ path: 'a.md', version: 1, lines: [3, 3] }];
  const checked = { ...NOTHING, stands: false, places: [], alike, looked: 1, left: 0 };
  expect(said('check_quote', checked)).toMatch(/^Word for word, yes, but with other blanks.*: in a\.md, /);
});

it('says a yes to a piece with the sentence that it is cut from', () => {
  const place = { path: 'a.md', version: 1, lines: [3, 3] };
  const checked = { ...NOTHING, stands: true, alike: [], looked: 1, left: 0 };
  const yes = (sentences: readonly string[]) =>
    said('check_quote', {
      ...checked,
      places: [{ ...place, sentences: sentences.map((quote) => ({ quote })) }],
    });
  expect(yes(['Are mummies free? No.'])).toBe(
    'Yes: it stands in a.md, version 1, line 3, as a piece of “Are mummies free? No.”.',
  );
  expect(yes(['It is forbidden to:', 'open the *gate*'])).toBe(
    'Yes: it stands in a.md, version 1, line 3, as a piece of what is quoted below.',
  );
});

it('says no no where not all was read', () => {
  const checked = { ...NOTHING, stands: false, places: [], alike: [], looked: 1_000, left: 20 };
  expect(said('check_quote', checked)).toMatch(/^Not known: .* 20 more have all of its words/);
});

it('says which words stand nowhere, and what stands elsewhere', () => {
  const passages = [{ quote: 'Hippos bite.', path: 'a.md', version: 1, lines: [3, 3] }];
  expect(said('search_knowledge', { ...NOTHING, passages, missing: ['penguins'], unread: 1 })).toBe(
    'Nothing of “penguins” in any document; of the rest: “Hippos bite.” — a.md, version 1, line 3. 1 document is not read; list_knowledge says which and why.',
  );
  expect(said('search_knowledge', { ...NOTHING, document: 'a.md', elsewhere: 2 })).toBe(
    'Nothing in a.md says anything about that; 2 passages elsewhere do.',
  );
});

it('offers what is near to a word as another word, never as the answer', () => {
  const passage = { quote: 'The methanol limit is 5 mg.', path: 'a.md', version: 1, lines: [3, 3] };
  const near = [{ word: 'ethanol', stands: ['methanol'] }];
  expect(said('search_knowledge', { ...NOTHING, passages: [passage], missing: ['ethanol'], near })).toBe(
    'Nothing of “ethanol” in any document; there is “methanol”, which is another word; of the rest: “The methanol limit is 5 mg.” — a.md, version 1, line 3.',
  );
  const alone = { ...NOTHING, passages: [{ ...passage, isNear: true }], missing: ['ethanol'], near };
  expect(said('search_knowledge', alone)).toBe(
    'Nothing of “ethanol” in any document; there is “methanol”, which is another word unless it was misspelt: “The methanol limit is 5 mg.” — a.md, version 1, line 3.',
  );
});

it('says nothing of an item without what it stands below', () => {
  const passage = { quote: 'open the gate', path: 'a.md', version: 1, lines: [3, 3] };
  const below = [{ quote: 'It is forbidden to:', lines: [1, 1] }];
  expect(said('search_knowledge', { ...NOTHING, passages: [{ ...passage, below }] })).toBe(
    'Quoted below: a.md, version 1, line 3.',
  );
});

it('names all that could not be read, or how many more there are', () => {
  const documents = Array.from({ length: 12 }, (_, at) => ({
    path: `${at}.pdf`,
    state: 'skipped',
    reason: 'is broken',
  }));
  const summary = said('list_knowledge', { total: 300, skipped: 12, pending: 0, documents });
  expect(summary).toContain(
    '288 of 300 documents can be asked about; 12 could not be read: 0.pdf is broken; ',
  );
  expect(summary).toContain('; and 2 more.');
});
