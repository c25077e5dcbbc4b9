import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { linesOf } from './lines-of.js';

const text = '\ufeffZürich 日本\r\n👩‍🌾 e\u0301 שלום\u2028same line\n\nlast 🇰🇪';

it('gives the same lines however the bytes are cut, and every character as it was', async () => {
  const bytes = Buffer.from(text);
  for (const size of [1, 2, 3, 7, bytes.length]) {
    const parts = async function* () {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    };
    const lines: string[] = [];
    for await (const line of linesOf(parts())) lines.push(line);
    expect(lines).toEqual(['Zürich 日本', '👩‍🌾 e\u0301 שלום\u2028same line', '', 'last 🇰🇪']);
  }
});

it('refuses bytes that are no UTF-8 in words', async () => {
  const reading = (async () => {
    for await (const line of linesOf(Readable.from([Buffer.from('Z\xfcrich\n', 'latin1')])))
      expect(line).toBeUndefined();
  })();
  await expect(reading).rejects.toMatchObject({
    code: 'invalid_request',
    detail: 'What comes from standard input is no UTF-8, so its letters cannot be told.',
    hint: expect.stringContaining('iconv'),
  });
});
