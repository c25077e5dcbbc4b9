import * as contentDisposition from 'content-disposition';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attachment } from './content-disposition.js';

const savedAs = (header: string) => contentDisposition.parse(header).parameters['filename'];

describe('attachment', () => {
  it.each([
    ['report.pdf', 'attachment; filename="report.pdf"'],
    ["it's (1) *final*; a=b.txt", 'attachment; filename="it\'s (1) *final*; a=b.txt"'],
    ['', 'attachment; filename=""'],
    // RFC 8187, section 3.2.2
    [
      '£ and € rates',
      'attachment; filename="_ and _ rates"; filename*=UTF-8\'\'%C2%A3%20and%20%E2%82%AC%20rates',
    ],
    ['a"b.txt', 'attachment; filename="a_b.txt"; filename*=UTF-8\'\'a%22b.txt'],
    ['a\\b.txt', 'attachment; filename="a_b.txt"; filename*=UTF-8\'\'a%5Cb.txt'],
    ['100%41.txt', 'attachment; filename="100_41.txt"; filename*=UTF-8\'\'100%2541.txt'],
    ['目录', 'attachment; filename="__"; filename*=UTF-8\'\'%E7%9B%AE%E5%BD%95'],
    ["é'(*)", "attachment; filename=\"_'(*)\"; filename*=UTF-8''%C3%A9%27%28%2A%29"],
    ['🎉.txt', 'attachment; filename="_.txt"; filename*=UTF-8\'\'%F0%9F%8E%89.txt'],
    [
      'a\r\nSet-Cookie: x=1',
      'attachment; filename="a__Set-Cookie: x=1"; filename*=UTF-8\'\'a%0D%0ASet-Cookie%3A%20x%3D1',
    ],
  ])('saves %j', (name, header) => {
    expect(attachment(name)).toBe(header);
    expect(savedAs(header)).toBe(name);
  });

  it('makes a header that any name parses back from', () => {
    const name = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({
        unit: fc.constantFrom(
          '"',
          '\\',
          '%',
          '2',
          '0',
          "'",
          '*',
          ';',
          '=',
          ' ',
          '\u202e',
          'é',
          '😀',
          '\r',
          '\n',
          '\0',
        ),
      }),
      fc.string({ unit: 'grapheme', minLength: 255, maxLength: 300 }),
    );
    fc.assert(
      fc.property(name, (text) => {
        const header = attachment(text);
        expect(header).toMatch(/^[\x20-\x7e]*$/);
        expect(savedAs(header)).toBe(text);
      }),
      { numRuns: 1000 },
    );
  });

  it('replaces what is no Unicode', () => {
    expect(savedAs(attachment('a\ud800b'))).toBe('a\ufffdb');
  });
});
