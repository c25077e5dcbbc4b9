import { expect, it } from 'vitest';
import { type PdfItem, pdfLines } from './pdf-lines.js';

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
