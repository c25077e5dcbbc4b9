import { expect, it } from 'vitest';
import { htmlOf, partsOf } from './formatted.js';

it('writes Markdown as HTML, and HTML as it is written', async () => {
  expect(await htmlOf('**so** `x`')).toBe('<p><strong>so</strong> <code>x</code></p>');
  const hostile = await htmlOf(
    '<img src=x onerror=alert(1)> [a](javascript:alert(1)) ![p](https://a.b/c?d="e)',
  );
  expect(hostile).not.toMatch(/<img|javascript:|onerror=alert\(1\)>/);
  expect(hostile).toContain('&#60;img');
  expect(await htmlOf('[a](https://b.c)')).toBe('<p><a href="https://b.c">a</a></p>');
});

it('cuts an answer into pieces that fit, and loses nothing of it', () => {
  expect(partsOf('short')).toEqual(['short']);
  const paragraphs = Array.from({ length: 400 }, (_, i) => `Paragraph ${i}: ${'ä'.repeat(60)}`).join('\n\n');
  const parts = partsOf(paragraphs);
  expect(parts.length).toBeGreaterThan(1);
  expect(parts.every((part) => Buffer.byteLength(part) <= 12_000)).toBe(true);
  expect(parts.join('\n\n').replace(/\s+/g, ' ')).toBe(paragraphs.replace(/\s+/g, ' '));
  expect(partsOf('😀'.repeat(5_000)).join('')).toBe('😀'.repeat(5_000));
});
