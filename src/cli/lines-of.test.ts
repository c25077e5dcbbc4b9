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
