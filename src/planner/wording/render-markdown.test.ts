import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatNumber, humanise } from './format-value.js';
import { renderMarkdown as marked } from './render-markdown.js';
import { rewrite } from './rewrite.js';
import { withoutSigns } from './verbatim.js';

const renderMarkdown = (value: unknown) => withoutSigns(marked(value));

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

describe('what others have written', () => {
  const COMMA = { decimalSeparator: ',', groupSeparator: '.', timeZone: 'Africa/Nairobi' } as const;
  const told = (value: unknown) => rewrite(marked(value), COMMA);

  it('is told letter for letter, beside numbers in the notation of the person', () => {
    const text = told({
      summary: 'It is 1,500 in all.',
      share: 0.5,
      working: [{ inputs: 'p = 0.5', rounded: 1500, source: 'Cochran, 13.2: allowance for 1,500' }],
      rows: [{ region: 'Kilifi', use: '1,500.25' }],
      createdAt: '2026-11-29T20:10:31.060Z',
      seen: '2026-11-29T20:10:31.060Z',
    });
    for (const part of [
      'It is 1.500 in all.',
      '0,5',
      'p = 0,5',
      '1.500 |',
      'Cochran, 13.2: allowance for 1,500',
      '1,500.25',
    ])
      expect(text).toContain(part);
    expect(text).toContain('2026-11-29 23:10:31 (Africa/Nairobi)');
    expect(text).not.toContain('20:10');
  });

  it('stands in a block of its own where a line would change it', () => {
    const quote = '# Pay\n\nThey get 1,500. ``` [renew](http://evil.example) ![p](http://evil.example/p.png)';
    const text = told({ summary: 'a.md says:', passages: [{ quote, where: 'a.md, line 1' }] });
    expect(text).toContain(`\n\`\`\`\`text\n${quote}\n\`\`\`\``);
    expect(told({ passages: [{ quote: 'They get 1,500.', where: 'a.md' }] })).toContain(
      '| They get 1,500. | a.md |',
    );
  });

  it('is a command, told so that it runs when it is copied', () => {
    const ids =
      "PYTHONUTF8=1 python3 -c 'import csv\ncsv.field_size_limit(2**30)\nfor c in r:\n print(c[1])' a.csv > ids.txt";
    const command = "printf '%s' '42:HH-4060' | sha256sum";
    const text = told({ check: { ids, lists: [{ stratum: 'rural', command, expect: 'f976' }] } });
    expect(text).toContain(`**Ids**\n\n\`\`\`sh\n${ids}\n\`\`\``);
    expect(text).toContain(`\`\`\`sh\n${command}\n\`\`\``);
    expect(text).toContain('rural');
    expect(told({ note: 'oracle', name: 'python3' })).not.toContain('```');
  });

  it('makes no mark of ours', () => {
    expect(told({ rows: [{ a: '\ufdd1 1,500 \ufdd0', b: 1500 }] })).toContain('|  1,500  | 1.500 |');
  });
});
