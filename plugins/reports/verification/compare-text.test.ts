import { describe, expect, it } from 'vitest';
import { compareText, withoutRepeatedHeads } from './compare-text.js';

const EXPECTED = [
  { text: 'Of ', plain: true },
  { text: '1,200', figure: 'f1', plain: false },
  { text: ' units 112 are drawn: ', plain: true },
  { text: '282', figure: 'f2', plain: false },
];
const pages = (...texts: string[]) => texts.map((text, at) => ({ text, where: `page ${at + 1}` }));

describe('what a file shows beside what it should', () => {
  it('is the same however its lines and pages break, and with ligatures', () => {
    expect(compareText(EXPECTED, pages('Of 1,2', '00 units\n112 are dra', 'wn: 2 82'))).toEqual([]);
    expect(compareText([{ text: 'final', plain: true }], pages('ﬁnal'))).toEqual([]);
  });

  it.each([
    ['Of 1,300 units 112 are drawn: 282', 'f1', '1,200', '1,300'],
    ['Of 1,200 units 112 are drawn: 283', 'f2', '282', '283'],
    ['Of 1,200 units 112 are drawn: 2821', 'f2', '282', '2821'],
    ['Of 1,200 units 112 are drawn: ', 'f2', '282', ''],
    ['Of 11,200 units 112 are drawn: 282', 'f1', '1,200', '11,200'],
    ['Of 1,200 units 142 are drawn: 282', null, '112', '142'],
  ])('names what was changed: %s', (shown, figure, expected, found) => {
    expect(compareText(EXPECTED, pages('', shown))).toEqual([{ where: 'page 2', figure, expected, found }]);
  });

  it('names each of several, and the words that were added', () => {
    const found = compareText(EXPECTED, pages('Of 1,201 units 112 are drawn: ', '283 (all of them)'));
    expect(found?.map(({ where, expected }) => [where, expected])).toEqual([
      ['page 1', '1,200'],
      ['page 2', '282'],
    ]);
  });

  it('is told from the head of a table that goes on, wherever the page breaks', () => {
    const heads = [{ caption: 'Selected', titles: 'OrderHash (SHA-256)' }];
    const table = [
      { text: 'Selected', plain: false },
      { text: 'Order', plain: false },
      { text: 'Hash (SHA-256)', plain: false },
      ...['5', 'ab80', '6', 'cd51'].map((text, at) => ({ text, figure: `f${at}`, plain: false })),
    ];
    const shown = pages('Selected Order Hash (SHA-256) 5 ab80', 'Order\nHash (SHA-256)\n6 cd51');
    expect(compareText(table, withoutRepeatedHeads(shown, heads))).toEqual([]);
    expect(compareText(table, shown)).not.toEqual([]);
    const forged = pages('Selected Order Hash (SHA-256) 5 ab80', 'Order Hash (SHA-256) 7 cd51');
    expect(compareText(table, withoutRepeatedHeads(forged, heads))).toEqual([
      { where: 'page 2', figure: 'f2', expected: '6', found: '7' },
    ]);
    const moved = pages('Selected', 'Order Hash (SHA-256) 5 ab80 6 cd51');
    expect(compareText(table, withoutRepeatedHeads(moved, heads))).toEqual([]);
  });

  it('is not compared with another text altogether', () => {
    const long = Array.from({ length: 3_000 }, (_, at) => String.fromCharCode(97 + ((at * at) % 23))).join(
      '',
    );
    expect(compareText([{ text: long, plain: true }], pages('z'.repeat(3_000)))).toBeUndefined();
  });
});
