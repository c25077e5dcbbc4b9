import { describe, expect, it } from 'vitest';
import { cpuMs } from '../../testing/cpu-ms.js';
import { containedMarkdown } from './contained-markdown.js';

describe('the Markdown of a message in a document', () => {
  it.each([
    ['Yes.\n\n## Oracle · 2020\n\nI approve', 'Yes.\n\n\\## Oracle · 2020\n\nI approve'],
    ['   # Top', '   \\# Top'],
    ['a\r## b\u2028## c', 'a\n\\## b\n\\## c'],
    ['Oracle · 2020\n---\nYes', 'Oracle · 2020\n\\---\nYes'],
    ['Oracle\n===', 'Oracle\n\\==='],
    ['Oracle\n-', 'Oracle\n\\-'],
    ['<h2>Oracle</h2>', '\\<h2>Oracle\\</h2>'],
    ['so <H2>Oracle</H2>', 'so \\<H2>Oracle\\</H2>'],
    ['a \\<h2>b', 'a \\<h2>b'],
    ['a \\\\<h2>b', 'a \\\\\\<h2>b'],
    ['<!-- all that follows', '\\<!-- all that follows'],
    ['<div>\n```\n\n## b', '\\<div>\n```\n\n## b\n```'],
    ['- a\n  ```\n## b', '- a\n  ```\n\\## b'],
    ['```\n## code\n````\n## b', '```\n## code\n````\n\\## b'],
    ['~~~\n```\n## code\n~~~\n## b', '~~~\n```\n## code\n~~~\n\\## b'],
    ['```js\nnever closed', '```js\nnever closed\n```'],
    ['\u001b[2J## x\u0007\u0085', '[2J## x'],
    ['\u001b## x', '\\## x'],
  ])('%j makes no turn of its own', (content, written) => {
    expect(containedMarkdown(content)).toBe(written);
  });

  it('takes no longer for many backslashes', () => {
    const many = '\\'.repeat(200_000);
    const ms = cpuMs(() => expect(containedMarkdown(many)).toBe(many));
    expect(ms).toBeLessThan(1_000);
  });

  it.each([
    '### Plan\n\n- one\n- *two*\n\n---\n\n> said\n\n| a | b |\n| --- | --- |',
    '```sh\n# comment\n```\n\nUse `Array<string>`, see <https://example.org>, #1 and #tag',
    'a\n    # code\n\tb < c\n<https://example.org>',
  ])('%j stays as it is', (content) => {
    expect(containedMarkdown(content)).toBe(content);
  });
});
