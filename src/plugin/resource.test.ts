import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isDid,
  parsePathPrefix,
  parseResource,
  pathCovers,
  personalNamespace,
  resourceCovers,
} from './index.js';

const segment = fc.stringMatching(/^[a-z0-9 ._#?äé-]{1,6}$/).filter((text) => text !== '.' && text !== '..');
const path = fc.array(
  segment.map((text) => text.normalize('NFC')),
  { maxLength: 4 },
);

describe('resources', () => {
  it.each([
    ['ixo:oracle', { kind: 'oracle', path: [] }],
    ['ixo:filesystem', { kind: 'filesystem', path: [] }],
    ['ixo:filesystem/.oracles', { kind: 'filesystem', path: ['.oracles'] }],
    ['ixo:filesystem/..a/...', { kind: 'filesystem', path: ['..a', '...'] }],
    ['ixo:filesystem/did:ixo:entity:1', { kind: 'filesystem', did: 'did:ixo:entity:1', path: [] }],
    [
      'ixo:filesystem/did:ixo:entity:1/.claims/7',
      { kind: 'filesystem', did: 'did:ixo:entity:1', path: ['.claims', '7'] },
    ],
    ['ixo:filesystem/a/did:x:y', { kind: 'filesystem', path: ['a', 'did:x:y'] }],
  ])('%s', (text, resource) => expect(parseResource(text)).toEqual(resource));

  it.each([
    '',
    'ixo:',
    'ixo:oracle/',
    'ixo:oracle/x',
    'ixo:filesystem/',
    'ixo:filesystemx',
    'IXO:filesystem',
    'ixo:filesystem/a/',
    'ixo:filesystem//a',
    'ixo:filesystem/..',
    'ixo:filesystem/a/./b',
    'ixo:filesystem/%61',
    'ixo:filesystem/a\\b',
    'ixo:filesystem/a\nb',
    'ixo:filesystem/\ud800',
    'ixo:filesystem/cafe\u0301',
    'ixo:filesystem/did:',
    'ixo:filesystem/did:ixo:',
    'ixo:filesystem/did:ixo:a%2Fb',
    `ixo:filesystem/${'a'.repeat(1100)}`,
  ])('takes no other spelling: %j', (text) => expect(parseResource(text)).toBeUndefined());

  it('covers what equals it or lies below it', () => {
    fc.assert(
      fc.property(path, path, (above, below) => {
        const upper = { kind: 'filesystem', path: above } as const;
        expect(resourceCovers(upper, { kind: 'filesystem', path: [...above, ...below] })).toBe(true);
        if (below.length > 0) expect(pathCovers([...above, ...below], above)).toBe(false);
        expect(resourceCovers(upper, { kind: 'filesystem', did: 'did:x:y', path: above })).toBe(false);
        expect(resourceCovers({ ...upper, did: 'did:x:y' }, upper)).toBe(false);
        expect(resourceCovers({ kind: 'oracle', path: [] }, upper)).toBe(false);
      }),
    );
  });

  it('covers along a chain, and both ways only the same', () => {
    fc.assert(
      fc.property(path, path, path, (a, b, c) => {
        if (pathCovers(a, b) && pathCovers(b, c)) expect(pathCovers(a, c)).toBe(true);
        if (pathCovers(a, b) && pathCovers(b, a)) expect(a).toEqual(b);
      }),
    );
  });

  it('reads path prefixes as absolute', () => {
    expect(parsePathPrefix('/')).toEqual([]);
    expect(parsePathPrefix('/.a/b')).toEqual(['.a', 'b']);
    for (const text of ['', 'a', '/a/', '//', '/a/../b', '/%2e'])
      expect(parsePathPrefix(text)).toBeUndefined();
  });
});

describe('DIDs', () => {
  it.each(['did:key:z6Mk', 'did:ixo:entity:abc', 'did:web:example.com%3A3000', 'did:x:a.b_c-d'])(
    '%s',
    (did) => expect(isDid(did)).toBe(true),
  );
  it.each([
    'did:',
    'did:key:',
    'did:KEY:a',
    'did:x:a/b',
    'did:x:a:',
    'did:x:%41',
    'key:a',
    'did:x:ä',
    'did:x:a b',
  ])('not %j', (did) => expect(isDid(did)).toBe(false));
  it('name a personal namespace by their method-specific id', () => {
    expect(personalNamespace('did:ixo:ixo1abc')).toBe('user:ixo1abc');
    expect(personalNamespace('did:key:z6MkAbc')).toBe('user:z6MkAbc');
    expect(personalNamespace('did:web:example.com%3A3000:u:1')).toBe('user:example.com%3A3000:u:1');
  });
});
