import { expect, it } from 'vitest';
import { printable } from './printable.js';

it('writes out what would act on a terminal, and leaves text as it is', () => {
  expect(printable('a\u001b[2J\u0007b\u009b1mc\u007f')).toBe('a\\u{1b}[2J\\u{7}b\\u{9b}1mc\\u{7f}');
  expect(printable('\u001b]0;title\u0007')).toBe('\\u{1b}]0;title\\u{7}');
  expect(printable('invoice_\u202efdp.exe \u2066x\u2069')).toBe(
    'invoice_\\u{202e}fdp.exe \\u{2066}x\\u{2069}',
  );
  expect(printable('one\r\ntwo\u2028three\tfour')).toBe('one\ntwo\nthree\tfour');
  const honest = 'Zürich 日本 👩‍🌾 🇰🇪 שלום\u200f! café';
  expect(printable(honest)).toBe(honest);
});
