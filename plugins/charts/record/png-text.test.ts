import { describe, expect, it } from 'vitest';
import { pngText, withPngTexts } from './png-text.js';

/** One pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('texts in a PNG', () => {
  it('come back as they were, of each keyword', () => {
    const png = withPngTexts(PNG, { Title: 'Höhe 🜨', 'oracle-chart': '{"a":1}' });
    expect(pngText(png, 'Title')).toBe('Höhe 🜨');
    expect(pngText(png, 'oracle-chart')).toBe('{"a":1}');
    expect(pngText(PNG, 'Title')).toBeUndefined();
  });

  it('are nothing in what is no PNG, is cut short or would unpack without end', () => {
    const png = Buffer.from(withPngTexts(PNG, { a: 'x'.repeat(9 * 1024 * 1024) }));
    expect(pngText(png, 'a')).toBeUndefined();
    const whole = Buffer.from(withPngTexts(PNG, { a: 'x' }));
    for (let end = 0; end < 60; end++) expect(pngText(whole.subarray(0, end), 'a')).toBeUndefined();
    expect(pngText(Buffer.from('GIF89a'), 'a')).toBeUndefined();
    const endless = Buffer.from(whole);
    endless.writeUInt32BE(0xffffffff, 33);
    expect(pngText(endless, 'a')).toBeUndefined();
  });
});
