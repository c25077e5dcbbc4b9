import fc from 'fast-check';
import { cpuMs } from 'oracle-runtime/testing';
import { describe, expect, it } from 'vitest';
import { parseGlob } from './glob.js';

describe('parseGlob', () => {
  it.each([
    ['/a/*.csv', '/a/b.csv', true],
    ['/a/*.csv', '/a/b/c.csv', false],
    ['a/*.csv', '/a/b.csv', true],
    ['*.csv', '/b.csv', true],
    ['*.csv', '/a/b.csv', false],
    ['**/*.csv', '/a/b/c.csv', true],
    ['**/*.csv', '/c.csv', true],
    ['/a/**', '/a/b/c', true],
    ['/a/**/z', '/a/z', true],
    ['/a/**/z', '/a/b/c/z', true],
    ['/a/**/z', '/ab/z', false],
    ['/**/b/**/d', '/a/b/c/b/d', true],
    ['/a?c', '/abc', true],
    ['/a?c', '/a/c', false],
    ['/a?c', '/a😀c', true],
    ['/[a-c]x', '/bx', true],
    ['/[!a-c]x', '/bx', false],
    ['/[]]x', '/]x', true],
    ['/{a,b}/*.{md,txt}', '/b/r.txt', true],
    ['/{a,b}/*.{md,txt}', '/c/r.txt', false],
    ['/a\\*b', '/a*b', true],
    ['/a\\*b', '/axb', false],
    ['/*a*a*a*b', '/aaaaaaaaaaaac', false],
    ['/.*', '/.env', true],
    ['/**', '/anything/at/all', true],
  ])('%s on %s: %s', (pattern, path, expected) => {
    expect(parseGlob(pattern).matches(path)).toBe(expected);
  });

  it.each([
    ['/a/b/*.csv', '/a/b'],
    ['/a/**/c', '/a'],
    ['**/x', '/'],
    ['/{a,b}/x', '/'],
    ['/q/{a,b}/x', '/q'],
    ['/q/r', '/q'],
    ['/a/../b/*', '/'],
  ])('%s lies in %s', (pattern, folder) => {
    expect(parseGlob(pattern).folder).toBe(folder);
  });

  it.each(['', '/a[', '/{a', '/{a{b,c}}', '/a\\', 'x'.repeat(513), '{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}'])(
    'refuses %j',
    (pattern) => {
      expect(() => parseGlob(pattern)).toThrowError(expect.objectContaining({ code: 'invalid_request' }));
    },
  );

  it('matches every path as its own escaped pattern, and no other', () => {
    const segment = fc
      .string({ minLength: 1, maxLength: 8 })
      .filter((text) => !text.includes('/') && text.trim() !== '');
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 4 }), segment, (segments, other) => {
        const path = `/${segments.join('/')}`;
        const glob = parseGlob(path.replace(/[\\*?[{}\]]/g, '\\$&'));
        expect(glob.matches(path)).toBe(true);
        expect(glob.matches(`${path}/${other}`)).toBe(false);
        expect(parseGlob('/**').matches(path)).toBe(true);
      }),
    );
  });

  it('takes no time on what makes backtracking explode', () => {
    const ms = cpuMs(() => {
      const glob = parseGlob(`/${'*a'.repeat(200)}b`);
      expect(glob.matches(`/${'a'.repeat(1_000)}`)).toBe(false);
    });
    expect(ms).toBeLessThan(500);
  });
});
