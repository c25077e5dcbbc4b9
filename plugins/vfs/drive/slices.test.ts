import { expect, it } from 'vitest';
import { SLICE } from '../folders/slice.js';
import { mostWordsOf, slicesOf } from './slices.js';

const sizes = <File>(files: readonly File[], workOf: (file: File) => number) =>
  [...slicesOf(files, workOf)].map(({ length }) => length);

it('puts no more files into a slice than it takes, in their order', () => {
  const files = Array.from({ length: 2 * SLICE + 1 }, (_, n) => n);
  expect(sizes(files, () => 0)).toEqual([SLICE, SLICE, 1]);
  expect([...slicesOf(files, () => 0)].flat()).toEqual(files);
  expect(sizes([], () => 0)).toEqual([]);
});

it('puts fewer of those that are much work, and what is more than a slice alone', () => {
  const text = { mimeType: 'text/plain; charset=utf-8', size: 60_000 };
  const picture = { mimeType: 'image/png', size: 60_000 };
  expect(sizes([text, text, text, picture, picture, text], mostWordsOf)).toEqual([1, 1, 1, 2, 1]);
  expect(sizes([1, 1_000_000, 1], (work) => work)).toEqual([1, 1, 1]);
});
