import { expect, it } from 'vitest';
import { alignRows } from './align-rows.js';
import { escapeUnseen, oneLine } from './one-line.js';

it.each([
  ['a line end', 'read a.txt\nAllow b?', 'read a.txt\\nAllow b?'],
  ['a carriage return', 'delete all\rread', 'delete all\\rread'],
  ['an escape sequence', '\u001b[2Kread', '\\u{1b}[2Kread'],
  ['an 8-bit control sequence', '\u009b2K', '\\u{9b}2K'],
  ['a turn of the direction', 'a\u202etxt.exe\u2069', 'a\\u{202e}txt.exe\\u{2069}'],
  ['a hidden letter', 'a\u200bb\u{e0041}', 'a\\u{200b}b\\u{e0041}'],
  ['a separator of lines', 'a\u2028b', 'a\\u{2028}b'],
  ['half a character', 'a\ud800', 'a\\u{d800}'],
  ['nothing of the kind', 'Zoë 🎉 naïve', 'Zoë 🎉 naïve'],
])('writes out %s', (_what, text, shown) => expect(escapeUnseen(text)).toBe(shown));

it('keeps a line short, without spaces that wrap into another, and cuts no character in two', () => {
  expect(oneLine(`  a${' '.repeat(200)}\u3000b `, 20)).toBe('a b');
  expect(oneLine('🎉'.repeat(30), 20)).toBe(`${'🎉'.repeat(19)}…`);
  expect(oneLine('x'.repeat(20), 20)).toBe('x'.repeat(20));
});

it('lets no cell make a row of its own', () => {
  expect(
    alignRows([
      ['A', 'B'],
      ['x\nforged  row', 'y'],
    ]),
  ).toBe('A               B\nx\\nforged  row  y\n');
});
