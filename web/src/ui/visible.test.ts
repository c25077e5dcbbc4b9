import { expect, it } from 'vitest';
import { visible } from './visible.js';

it.each([
  ['rtl\u202egnp.exe.txt', 'rtl[U+202E]gnp.exe.txt'],
  ['a\u0007b\u001b[2K', 'a[U+0007]b[U+001B][2K'],
  ['one\rtwo', 'one[U+000D]two'],
  ['pay\u200bpal', 'pay[U+200B]pal'],
  ['\u{e0041}', '[U+E0041]'],
  ['two\n\tlines', 'two\n\tlines'],
  ['👩\u200d🌾 می\u200cخواهم', '👩\u200d🌾 می\u200cخواهم'],
])('shows what is unseen in %j', (text, shown) => {
  expect(visible(text)).toBe(shown);
});
