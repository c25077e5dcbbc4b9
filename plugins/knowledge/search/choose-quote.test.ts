import { expect, it } from 'vitest';
import type { DocumentText } from '../readers/document-text.js';
import { chooseQuote } from './choose-quote.js';

it('holds what was asked for of a sentence that is too long, and what that begins with', () => {
  const items = Array.from({ length: 200 }, (_, at) => `jaguar wire ${at} in the hall`);
  const text = `Never touch the following:\n${items.join('\n')}`;
  const document: DocumentText = { text, headings: [], lines: 'layout' };
  const at = text.indexOf('jaguar wire 150');
  const { start, end, below, isCut } = chooseQuote(document, { start: at - 100, end: at + 300 }, [
    'jaguar',
    '150',
  ]);
  expect(text.slice(start, end)).toContain('jaguar wire 150 in the hall\n');
  expect(text.slice(start, end)).toMatch(/^jaguar wire \d+ in the hall\n/);
  expect(end - start).toBeLessThanOrEqual(2_000);
  expect(below.map((span) => text.slice(span.start, span.end))).toEqual(['Never touch the following:']);
  expect(isCut).toBe(true);
  // One near its beginning is told from there.
  const near = chooseQuote(document, { start: 0, end: 500 }, ['jaguar', '7']);
  expect([near.start, near.below, near.isCut]).toEqual([0, [], true]);
});
