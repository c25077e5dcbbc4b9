import { describe, expect, it } from 'vitest';
import { decodeCursor, encodeCursor, toPage } from './cursor.js';

describe('a cursor', () => {
  it('gives back what was written into it', () => {
    const cursor = encodeCursor([1700000000000, 'ä/"id']);
    expect(cursor).toMatch(/^[\w-]+$/);
    expect(decodeCursor(cursor, ['number', 'string'])).toEqual([1700000000000, 'ä/"id']);
  });

  it.each([
    'x',
    '',
    encodeCursor([1]),
    encodeCursor([1, 'a', 'b']),
    encodeCursor(['1', 'a']),
    encodeCursor([1.5, 'a']),
    `${encodeCursor([1, 'a'])}=`,
    Buffer.from('{"0":1}').toString('base64url'),
  ])('%j is none of a list by number and text', (text) => {
    expect(decodeCursor(text, ['number', 'string'])).toBeUndefined();
  });
});

describe('a page', () => {
  const page = (rows: number[], limit: number) =>
    toPage(
      rows,
      limit,
      (n) => n * 10,
      (n) => [n],
    );

  it('leaves out the row that told that there is more, and leads on from the last one shown', () => {
    expect(page([1, 2, 3], 2)).toEqual({ items: [10, 20], cursor: encodeCursor([2]) });
  });

  it('has no cursor when there is no more', () => {
    expect(page([1, 2], 2)).toEqual({ items: [10, 20] });
    expect(page([], 2)).toEqual({ items: [] });
  });
});
