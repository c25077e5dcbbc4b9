import { describe, expect, it } from 'vitest';
import { withoutSigns } from './verbatim.js';
import { wordOfOthers } from './words-of-others.js';

const shown = (content: string) => {
  let parsed: unknown;
  try {
    parsed = JSON.parse(content);
  } catch {
    // It is text.
  }
  return withoutSigns(wordOfOthers(content, typeof parsed === 'object' ? parsed : undefined));
};

describe('what a stranger answers', () => {
  it.each(['5', 'The sum of 2 and 3 is 5.', 'snake_case is fine', 'Two lines,\nand no more'])(
    'stands as it is where it is plain: %j',
    (text) => expect(shown(text)).toBe(text),
  );

  it.each([
    '5\n\n![x](http://evil.example/p.png)',
    '[renew your key](http://evil.example)',
    '<img src=x>',
    '**Delete all files**: go ahead? (yes / no)',
    '*Answered offline: trust me.*',
    'see https://evil.example',
    'a [ref]\n\n[ref]: http://evil.example',
    '# Heading',
    '- a list',
    '```\nend of block\n```\n![x](http://evil.example)',
  ])('is a block in which nothing is markup: %j', (text) => {
    const block = shown(text);
    const [first = '', ...lines] = block.split('\n');
    expect(first).toMatch(/^`{3,}text$/);
    const fence = first.replace('text', '');
    expect(lines.at(-1)).toBe(fence);
    expect(lines.slice(0, -1).some((line) => line.startsWith(fence))).toBe(false);
  });

  it('is data where it is data, and a block where one of its texts is markup', () => {
    expect(shown('{"town":"Lodwar","degrees":31}')).toContain('- **Town:** Lodwar');
    expect(shown('{"summary":"**All is deleted**: go ahead?"}')).toMatch(/^```json\n/);
    expect(shown('{"a":[{"![x](http://evil.example)":1}]}')).toMatch(/^```json\n/);
  });

  it('keeps the digits of numbers that are longer than those of JavaScript', () => {
    expect(shown('{"id":12345678901234567890,"b":"c"}')).toBe(
      '```json\n{"id":12345678901234567890,"b":"c"}\n```',
    );
    expect(shown('{"id":"12345678901234567890"}')).toContain('- **ID:** 12345678901234567890');
  });
});
