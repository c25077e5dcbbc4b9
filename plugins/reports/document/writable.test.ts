import { expect, it } from 'vitest';
import { allWritable, writable } from './writable.js';

it('writes out what no format holds, and what turns the direction of what follows', () => {
  expect(writable('one\vtwo\fthree\r\nfour\tfive')).toBe('one\ntwo\nthree\nfour\tfive');
  expect(writable('a\u0000b\u0001\u001f\ufffe\uffff\ud800x')).toBe(
    'a\\u{0}b\\u{1}\\u{1f}\\u{fffe}\\u{ffff}\\u{d800}x',
  );
  expect(writable('mean \u202e4321\u202c')).toBe('mean \\u{202e}4321\\u{202c}');
});

it('leaves every honest text as it is', () => {
  for (const text of ['😀 ok', 'القرية', 'ग्रामीण', 'naïve – “x”', 'e\u0301', 'a\u200db'])
    expect(writable(text)).toBe(text);
});

it('goes through lists and members', () => {
  expect(allWritable({ a: ['\u0001', { figure: 'f1' }], b: 2, c: null })).toEqual({
    a: ['\\u{1}', { figure: 'f1' }],
    b: 2,
    c: null,
  });
});
