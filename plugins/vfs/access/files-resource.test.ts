import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FilesResource, filesResource, parseFilesResource } from './files-resource.js';
import { parsePathPrefix, pathCovers } from './segments.js';

const { covers } = filesResource;
const segment = fc.stringMatching(/^[a-z0-9 ._#?äé-]{1,6}$/).filter((text) => text !== '.' && text !== '..');
const path = fc.array(
  segment.map((text) => text.normalize('NFC')),
  { maxLength: 4 },
);

describe('the resource of files', () => {
  it.each([
    ['ixo:filesystem', { path: [] }],
    ['ixo:filesystem/.oracles', { path: ['.oracles'] }],
    ['ixo:filesystem/..a/...', { path: ['..a', '...'] }],
    ['ixo:filesystem/did:ixo:entity:1', { did: 'did:ixo:entity:1', path: [] }],
    ['ixo:filesystem/did:ixo:entity:1/.claims/7', { did: 'did:ixo:entity:1', path: ['.claims', '7'] }],
    ['ixo:filesystem/a/did:x:y', { path: ['a', 'did:x:y'] }],
  ])('%s', (text, resource) => {
    expect(parseFilesResource(text)).toEqual(resource);
  });

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
  ])('takes no other spelling: %j', (text) => expect(parseFilesResource(text)).toBeUndefined());

  it('covers what equals it or lies below it', () => {
    fc.assert(
      fc.property(path, path, (above, below) => {
        const upper: FilesResource = { path: above };
        expect(covers(upper, { path: [...above, ...below] })).toBe(true);
        if (below.length > 0) expect(pathCovers([...above, ...below], above)).toBe(false);
        expect(covers(upper, { did: 'did:x:y', path: above })).toBe(false);
        expect(covers({ did: 'did:x:y', path: above }, upper)).toBe(false);
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
