import { describe, expect, it } from 'vitest';
import { matcherOf } from './match-path.js';

const matches = (path: string, target: string) => {
  const matcher = matcherOf({ path, rawPath: true });
  return matcher instanceof RegExp && matcher.test(target);
};

describe('matcherOf', () => {
  it('leaves other paths to Express', () => {
    expect(matcherOf({ path: '/files/:id' })).toBe('/files/:id');
  });

  it('matches one segment for a parameter and anything for a wildcard', () => {
    expect(matches('/open/id/:id', '/open/id/x')).toBe(true);
    expect(matches('/open/id/:id', '/open/id/%ZZ')).toBe(true);
    expect(matches('/open/id/:id', '/open/id/a/b')).toBe(false);
    expect(matches('/open/id/:id', '/open/id/')).toBe(false);
    expect(matches('/open/:space/*path', '/open/user:a/b/c')).toBe(true);
    expect(matches('/open/:space/*path', '/open/user:a/')).toBe(true);
    expect(matches('/open/:space/*path', '/open/user:a')).toBe(false);
  });

  it('takes everything else literally, the whole target and its case', () => {
    expect(matches('/a.b/*rest', '/a.b/c')).toBe(true);
    expect(matches('/a.b/*rest', '/axb/c')).toBe(false);
    expect(matches('/a.b/*rest', '/A.b/c')).toBe(false);
    expect(matches('/a.b/*rest', '/x/a.b/c')).toBe(false);
  });

  it('captures nothing, so that nothing is decoded', () => {
    expect(
      new RegExp(`${(matcherOf({ path: '/:a/*b', rawPath: true }) as RegExp).source}|`).exec(''),
    ).toHaveLength(1);
  });
});
