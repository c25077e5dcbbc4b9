import { describe, expect, it } from 'vitest';
import { type PdfItem, pdfLines } from './pdf-lines.js';
import { joinSpaced } from './spaced-letters.js';

const item = (str: string, size: number, x: number, y: number, width: number, hasEOL = false): PdfItem => ({
  str,
  transform: [size, 0, 0, size, x, y],
  width,
  hasEOL,
});

it('joins a mark to its line where the page was taken for two', () => {
  expect(
    pdfLines([
      item('The fee is 40', 12, 72, 700, 80, true),
      item('1', 7, 152, 706, 4, true),
      item('dollars.', 12, 159, 700, 40, true),
      item('Next.', 12, 72, 680, 30),
    ]),
  ).toBe('The fee is 40¹ dollars.\nNext.');
});

it('leaves small letters on their own line, and at the beginning of another, as they are', () => {
  expect(
    pdfLines([
      item('Title', 20, 72, 700, 60, true),
      item('12', 8, 72, 690, 10, true),
      item('Body 3', 12, 72, 660, 40),
      item('.50', 8, 112, 660, 10),
    ]),
  ).toBe('Title\n12\nBody 3.50');
});

it('shows the gap between columns', () => {
  expect(
    pdfLines([item('Maize', 11, 72, 664, 29), item(' ', 11, 101, 664, 90), item('41', 11, 192, 664, 12)]),
  ).toBe('Maize   41');
});

const line = (y: number, left: string, right: string) => [
  item(left, 11, 72, y, left.length * 5),
  item(' ', 11, 72 + left.length * 5, y, 100),
  item(right, 11, 320, y, right.length * 5, true),
];

it('reads columns of sentences that stand side by side one after the other', () => {
  expect(
    pdfLines([
      item('Rules of the coast', 14, 72, 700, 90, true),
      ...line(680, 'Puffins may land on the deck', 'Gannets may not land on the roof'),
      ...line(667, 'only with a licence.', 'even with a licence, nor may'),
      item('they nest there.', 11, 320, 654, 80, true),
      item('All of this holds from the first of May until the end of the year.', 11, 72, 630, 330),
    ]),
  ).toBe(
    'Rules of the coast\nPuffins may land on the deck\nonly with a licence.\n\nGannets may not land on the roof\neven with a licence, nor may\nthey nest there.\n\nAll of this holds from the first of May until the end of the year.',
  );
});

it('keeps the rows of what may be a table', () => {
  expect(
    pdfLines([
      ...line(680, 'Puffins on the deck', 'Only with a licence'),
      ...line(667, 'Gannets on the roof', 'Not even with a licence'),
      ...line(654, 'Terns in the yard', 'never'),
    ]),
  ).toBe(
    'Puffins on the deck   Only with a licence\nGannets on the roof   Not even with a licence\nTerns in the yard   never\n',
  );
});

it('keeps the cells of a row together though each is sentences of several lines', () => {
  expect(
    pdfLines([
      ...line(680, 'Puffins may land on the deck', 'Only with a licence that the'),
      ...line(667, 'of the ferry.', 'warden has signed.'),
      ...line(648, 'Gannets may land on the roof', 'Not even with a licence, nor'),
      item('while they nest.', 11, 320, 635, 80, true),
      ...line(616, 'Terns may land in the yard', 'At any time.'),
    ]),
  ).toBe(
    '| Puffins may land on the deck of the ferry. | Only with a licence that the warden has signed.\n' +
      '| Gannets may land on the roof | Not even with a licence, nor while they nest.\n' +
      '| Terns may land in the yard | At any time.\n',
  );
});

describe('a table with empty cells', () => {
  const cells = (y: number, ...given: readonly (readonly [str: string, x: number])[]) =>
    given.flatMap(([str, x], at) => {
      const end = x + 6 * str.length;
      const next = given[at + 1]?.[1];
      const last = item(str, 12, x, y, 6 * str.length, next === undefined);
      return next === undefined ? [last] : [last, item(' ', 12, end, y, next - end)];
    });
  const head = cells(700, ['Bird', 50], ['Jan', 150], ['Feb', 220], ['Mar', 290]);

  it('keeps each figure under the heading of its column', () => {
    const rows = [
      ...head,
      ...cells(684, ['Kaka', 50], ['33', 290]),
      ...cells(668, ['Tui', 50], ['11', 156], ['13', 296]),
      ...cells(652, ['Mohua', 50], ['22', 220]),
      item('All of these birds were counted by hand before the rains.', 12, 50, 620, 340),
    ];
    expect(pdfLines(rows)).toBe(
      'Bird | Jan | Feb | Mar\nKaka | | | 33\nTui | 11 | | 13\nMohua | | 22 |\nAll of these birds were counted by hand before the rains.',
    );
  });

  it('is left as it stands where none is empty, or nobody can tell', () => {
    const whole = [...head, ...cells(684, ['Kaka', 50], ['1', 150], ['2', 220], ['3', 290])];
    expect(pdfLines(whole).trim()).toBe('Bird   Jan   Feb   Mar\nKaka   1   2   3');
    const beside = [...head, ...cells(684, ['Kaka', 50], ['1', 185], ['3', 290])];
    expect(pdfLines(beside).trim()).toBe('Bird   Jan   Feb   Mar\nKaka   1   3');
  });
});

it('writes words whose letters are set apart', () => {
  const apart = (str: string, x: number, isLast = false) => item(str, 12, x, 700, 20, isLast);
  const blank = (x: number) => item(' ', 12, x, 700, 9);
  expect(
    pdfLines(
      joinSpaced([
        apart('T h e', 50),
        blank(70),
        apart('l i m i t', 79),
        blank(99),
        apart('6 7', 108, true),
        item('A B', 12, 50, 680, 20),
      ]),
    ),
  ).toBe('The limit 67\nA B');
  expect(pdfLines(joinSpaced([apart('1 2 3 4 5', 50), blank(70), apart('A B', 79)]))).toBe('1 2 3 4 5 A B');
});
