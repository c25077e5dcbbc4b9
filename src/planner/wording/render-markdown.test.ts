import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatNumber, humanise } from './format-value.js';
import { renderMarkdown } from './render-markdown.js';

describe('renderMarkdown', () => {
  it('words a nested result', () => {
    const result = {
      designId: 'dsn_1',
      summary: 'A sample of 112 households.',
      parameters: { population: 5000, calculatedSize: 95, expectedPrecision: 0.04979, approved: false },
      stratification: {
        method: 'proportional',
        strata: [
          { name: 'urban', sampleSize: 67 },
          { name: 'ru|ral', sampleSize: 45 },
        ],
      },
      tags: ['a', 'b'],
      nothing: null,
      warnings: ['A census would cost little more.', { field: 'sd', message: 'The sd is high.' }],
    };
    expect(renderMarkdown(result)).toBe(
      [
        'A sample of 112 households.',
        '',
        '- **Design ID:** dsn_1',
        '- **Tags:** a, b',
        '',
        '### Parameters',
        '',
        '- **Population:** 5,000',
        '- **Calculated size:** 95',
        '- **Expected precision:** 0.04979',
        '- **Approved:** no',
        '',
        '### Stratification',
        '',
        '- **Method:** proportional',
        '',
        '#### Strata',
        '',
        '| Name | Sample size |',
        '| --- | ---: |',
        '| urban | 67 |',
        '| ru\\|ral | 45 |',
        '',
        '**Warnings**',
        '',
        '- A census would cost little more.',
        '- The sd is high.',
      ].join('\n'),
    );
  });

  it('cuts long lists and says how much is left', () => {
    const rows = Array.from({ length: 50 }, (_, id) => ({ id, name: `n${id}` }));
    expect(renderMarkdown(rows)).toContain('… and 30 more');
    expect(renderMarkdown({ text: 'x', note: 'y'.repeat(2000) })).toContain('more characters');
  });

  it('words lists, texts and single values', () => {
    expect(renderMarkdown([1, 'two', null])).toBe('- 1\n- two\n- –');
    expect(renderMarkdown([])).toBe('*none*');
    expect(renderMarkdown('done')).toBe('done');
    expect(renderMarkdown(1234)).toBe('1,234');
    expect(renderMarkdown({})).toBe('');
  });

  it('keeps every digit of a number up to ten, and rounds what is longer', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 0, max: 4 }), (digits, places) => {
        const value = (digits % 1e10) / 10 ** places;
        expect(formatNumber(value).replaceAll(',', '')).toBe(String(value));
      }),
    );
    expect(formatNumber(0.1 + 0.2)).toBe('0.3');
    expect(formatNumber(111.94029850746269)).toBe('111.9403');
    expect(formatNumber(12_345_678.912345678)).toBe('12,345,679');
    expect(formatNumber(9_007_199_254_740_991)).toBe('9,007,199,254,740,991');
  });

  it('shows every single value of a result that is not empty', () => {
    const scalar = fc.oneof(fc.integer(), fc.stringMatching(/^[a-z]{1,20}$/));
    const key = fc.stringMatching(/^[a-z][a-zA-Z]{0,12}$/);
    fc.assert(
      fc.property(fc.dictionary(key, scalar, { maxKeys: 12 }), (result) => {
        const text = renderMarkdown(result).replaceAll(',', '');
        for (const value of Object.values(result)) expect(text).toContain(String(value));
      }),
    );
    expect(renderMarkdown({ verifier: null, note: '', size: 4 })).toBe('- **Size:** 4');
  });

  it('survives any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => void expect(typeof renderMarkdown(value)).toBe('string')),
    );
  });

  it('puts keys in words', () => {
    expect(humanise('calculatedSize')).toBe('Calculated size');
    expect(humanise('temp_c')).toBe('Temp c');
    expect(humanise('expectedSD')).toBe('Expected SD');
    expect(humanise('designId')).toBe('Design ID');
  });
});

describe('what a result says already', () => {
  it('is not said twice, and what holds nothing is left out', () => {
    const empty = { summary: 'There are no files yet.', path: '/', entries: [] };
    expect(renderMarkdown(empty)).toBe('There are no files yet.\n\n- **Path:** /');
    expect(renderMarkdown({ summary: 'Wrote /a.txt: 5 bytes.', path: '/a.txt', version: 1 })).toBe(
      'Wrote /a.txt: 5 bytes.\n\n- **Version:** 1',
    );
    expect(renderMarkdown({ path: '/', entries: [] })).toContain('none');
  });

  it('moments are days and hours', () => {
    expect(renderMarkdown({ createdAt: 1_795_874_495_574, at: 12 })).toBe(
      '- **Created at:** 2026-11-28 14:01 UTC\n- **At:** 12',
    );
  });
});
