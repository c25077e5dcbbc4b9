import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asNamespace, entityNamespace } from './namespace.js';
import {
  ancestorsOf,
  asPath,
  isDotPath,
  isWithin,
  type NamespacePath,
  nameOf,
  parentOf,
  parsePath,
  subtreeRange,
} from './namespace-path.js';

const path = (text: string) => parsePath(text);

describe('NamespacePath', () => {
  it.each([
    '/',
    '/a',
    '/..a',
    '/a/...',
    '/a b',
    '/%2F',
    '/*',
    '/é',
    '/e\u0301',
    '/😀',
    `/${'x'.repeat(255)}`,
  ])('takes %j', (text) => {
    expect(asPath(text)).toBe(text);
  });

  it.each([
    '',
    'a',
    './a',
    '/a/',
    '//',
    '/a//b',
    '/.',
    '/..',
    '/a/../b',
    '/a/./b',
    '/a\\b',
    '/a\0',
    '/a\n',
    '/\u0085',
    '/\ud800',
    `/${'x'.repeat(256)}`,
    `/${'é'.repeat(128)}`,
    '/a'.repeat(513),
  ])('refuses %j', (text) => {
    expect(asPath(text)).toBeUndefined();
    expect(() => parsePath(text, 'from')).toThrowError(
      expect.objectContaining({
        code: 'invalid_request',
        errors: [expect.objectContaining({ field: 'from' })],
      }),
    );
  });

  it('knows parents, names and ancestors', () => {
    expect([parentOf(path('/a/b/c')), parentOf(path('/a')), parentOf(path('/'))]).toEqual(['/a/b', '/', '/']);
    expect([nameOf(path('/a/b')), nameOf(path('/'))]).toEqual(['b', '']);
    expect(ancestorsOf(path('/a/b/c'))).toEqual(['/a', '/a/b']);
    expect(ancestorsOf(path('/a'))).toEqual([]);
    expect([isDotPath(path('/a/.b/c')), isDotPath(path('/a.b'))]).toEqual([true, false]);
  });

  it('is within a folder by whole segments', () => {
    expect(isWithin(path('/docs/a'), path('/docs'))).toBe(true);
    expect(isWithin(path('/docs'), path('/docs'))).toBe(true);
    expect(isWithin(path('/docs2/a'), path('/docs'))).toBe(false);
    expect(isWithin(path('/a'), path('/'))).toBe(true);
  });

  it('has a subtree that is exactly a range of byte order', () => {
    const segment = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 6 })
      .filter((text) => asPath(`/${text}`) !== undefined && !text.includes('/'));
    const paths = fc
      .array(segment, { minLength: 1, maxLength: 4 })
      .map((parts) => path(`/${parts.join('/')}`));
    const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
    fc.assert(
      fc.property(paths, paths, (folder: NamespacePath, other: NamespacePath) => {
        const { start, end } = subtreeRange(folder);
        const inRange = byBytes(other, start) > 0 && byBytes(other, end) < 0;
        expect(inRange).toBe(isWithin(other, folder) && other !== folder);
      }),
    );
  });
});

describe('Namespace', () => {
  it.each(['user:ixo1abc', 'user:z6MkA', 'user:example.com', 'entity:did:ixo:entity:abc'])(
    'takes %s',
    (text) => {
      expect(asNamespace(text)).toBe(text);
    },
  );
  it.each([
    '',
    'user:',
    'user:a/b',
    'user:a b',
    'entity:abc',
    'group:x',
    'USER:a',
    `user:${'x'.repeat(256)}`,
  ])('refuses %j', (text) => {
    expect(asNamespace(text)).toBeUndefined();
  });
  it('of an entity holds its DID', () => {
    expect(entityNamespace('did:ixo:entity:1')).toBe('entity:did:ixo:entity:1');
    expect(entityNamespace('nothing')).toBeUndefined();
  });
});
