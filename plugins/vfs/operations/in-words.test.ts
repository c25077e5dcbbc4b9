import { expect, it } from 'vitest';
import { wordEnded, wordFolder, wordFound } from './in-words.js';

const hostile = '/![i](http:evil.example).txt';
const written = '`/![i](http:evil.example).txt`';

it('names files so that none is a picture, a link or words of the oracle', () => {
  expect(wordFolder('/', [{ type: 'file', path: hostile }], false)).toBe(`1 file in /: ${written}.`);
  expect(wordFound([hostile, '/a.txt'], 'matches “x”')).toContain(`${written}, /a.txt`);
  const ended = wordEnded('Deleted', [
    { path: '/notes', ok: true, files: 2 },
    { path: hostile, ok: false, error: 'There is no such file.' },
  ]);
  expect(ended).toBe(`Deleted /notes with 2 files. Not ${written}: There is no such file.`);
});
