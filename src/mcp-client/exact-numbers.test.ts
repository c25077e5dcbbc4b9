import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digitsAsNumbers, digitsAsText, keepDigits } from './exact-numbers.js';

const answer = (data: string, more = '') =>
  `{"jsonrpc":"2.0","id":12345678901234567890,"result":{"content":[],${more}"structuredContent":${data}}}`;
const read = (message: string) => JSON.parse(keepDigits(message)).result.structuredContent as unknown;

describe('numbers of an answer', () => {
  it('keep their digits where a JavaScript number would lose some', () => {
    const data = read(
      answer('{"id":12345678901234567890,"p":[-0.1234567890123456789,{"b":1e400}],"n":1.50}'),
    );
    expect(digitsAsText(data)).toEqual({
      id: '12345678901234567890',
      p: ['-0.1234567890123456789', { b: '1e400' }],
      n: 1.5,
    });
    expect(digitsAsNumbers(data)).toEqual({
      id: 12345678901234567000,
      p: [-0.12345678901234568, { b: Number.POSITIVE_INFINITY }],
      n: 1.5,
    });
  });

  it('are looked at nowhere else, and never within a text', () => {
    const message = answer(
      String.raw`{"a":"12345678901234567890 \" 12345678901234567891"}`,
      '"_meta":{"structuredContent":12345678901234567890},',
    );
    expect(keepDigits(message)).toBe(message);
    expect(keepDigits('Listening on 12345678901234567890 "structuredContent"')).toContain(
      ' 1234567890123456789',
    );
  });

  it('are as they were for whatever JavaScript has written', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (data) => {
        const message = JSON.stringify({ result: { structuredContent: { data } } });
        expect(keepDigits(message)).toBe(message);
      }),
    );
  });

  it('are the same whole numbers, of any length', () => {
    fc.assert(
      fc.property(fc.bigInt(), (whole) => {
        const { n } = digitsAsText(read(answer(`{"n":${whole}}`))) as { n: string | number };
        expect(BigInt(n)).toBe(whole);
      }),
    );
  });
});
