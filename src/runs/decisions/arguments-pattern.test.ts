import { describe, expect, it } from 'vitest';
import { covers, describePattern, patternOf } from './arguments-pattern.js';

const publish = { paths: ['/reports/a.pdf'], public: true };

function patternWith(
  rules: Parameters<typeof patternOf>[1],
  args: Readonly<Record<string, unknown>> = publish,
) {
  const read = patternOf(args, rules);
  if ('faults' in read) throw new Error(JSON.stringify(read.faults));
  return read.pattern;
}

describe('patternOf', () => {
  it('keeps each argument as it was, but for those with rules', () => {
    expect(patternWith({ paths: { under: '/reports/' } })).toEqual({
      paths: { under: '/reports' },
      public: { is: true },
    });
  });

  it.each([
    [{ paths: { under: '/' } }, 'folder'],
    [{ paths: { under: 'reports' } }, 'folder'],
    [{ paths: { under: '/reports/../private' } }, 'folder'],
    [{ paths: { under: '/other' } }, 'cover'],
    [{ public: { is: false } }, 'cover'],
    [{ nothing: { is: 1 } }, 'cover'],
  ])('refuses %j', (rules, word) => {
    expect(patternOf(publish, rules)).toEqual({
      faults: [[Object.keys(rules)[0], expect.stringContaining(word)]],
    });
  });
});

describe('covers', () => {
  const pattern = patternWith({ paths: { under: '/reports' } });

  it.each([
    [{ paths: ['/reports/b.pdf', '/reports/2026/c.pdf'], public: true }],
    [{ public: true, paths: ['/reports/folder/'] }],
    [{ paths: '/reports/b.pdf', public: true }],
  ])('%j', (args) => expect(covers(pattern, args)).toBe(true));

  it.each([
    [{ paths: ['/reports'], public: true }],
    [{ paths: ['/reports/'], public: true }],
    [{ paths: [], public: true }],
    [{ paths: ['/reports/a', '/private/b'], public: true }],
    [{ paths: ['/reports/../private'], public: true }],
    [{ paths: ['/reports/./a'], public: true }],
    [{ paths: ['/reports//a'], public: true }],
    [{ paths: ['/reports\\..\\private'], public: true }],
    [{ paths: ['/reportsx/a'], public: true }],
    [{ paths: [7], public: true }],
    [{ paths: ['/reports/a'], public: false }],
    [{ paths: ['/reports/a'] }],
    [{ paths: ['/reports/a'], public: true, overwrite: true }],
    [{ paths: ['/reports/a'], public: true, constructor: 1 }],
  ])('not %j', (args) => expect(covers(pattern, args)).toBe(false));

  it('anything, and values by what they say', () => {
    const loose = patternWith({ note: { anything: true } }, { note: 'x', at: { b: 1, a: 2 } });
    expect(covers(loose, { note: 7, at: { a: 2, b: 1 } })).toBe(true);
    expect(covers(loose, { at: { a: 2, b: 1 } })).toBe(true);
    expect(covers(loose, { note: 'x', at: { a: 2 } })).toBe(false);
  });
});

it('is said in words', () => {
  expect(describePattern(patternWith({ paths: { under: '/reports' } }))).toBe(
    'paths under /reports, public true',
  );
});
