import { describe, expect, it } from 'vitest';
import { defineRoute, type Route } from '../plugin/index.js';
import { directLane } from './direct-lane.js';
import { firstSegmentOf, pathOf } from './match-path.js';
import { groupRoutes } from './route-groups.js';

const at = (path: string) => ({ route: { path } });
const served = (path: string, options: Partial<Route> = {}) => ({
  route: defineRoute({
    method: 'get',
    path,
    auth: 'public',
    rawPath: true,
    summary: path,
    responses: {},
    handler: () => undefined,
    ...options,
  }),
  serve: async () => undefined,
});

describe('groups of routes', () => {
  it('knows the first segment of a pattern only where it is a literal', () => {
    expect(firstSegmentOf('/')).toBe('');
    expect(firstSegmentOf('/.well-known/did.json')).toBe('.well-known');
    expect(firstSegmentOf('/v1/:id')).toBe('v1');
    for (const any of ['/:id', '/*rest', '/a{bc}', '/a:b/c', '/a\\:b'])
      expect(firstSegmentOf(any), any).toBeUndefined();
  });

  it('holds a path against the routes of its segment and those of any, in their order', () => {
    const groups = groupRoutes([at('/a/1'), at('/*any'), at('/b'), at('/a/:x'), at('/')], (group) =>
      group.map(({ route }) => route.path),
    );
    expect(groups('/a/9')).toEqual(['/a/1', '/*any', '/a/:x']);
    expect(groups('/b/')).toEqual(['/*any', '/b']);
    expect(groups('/')).toEqual(['/*any', '/']);
    expect(groups('/c')).toEqual(['/*any']);
    expect(groups('/%61/1')).toEqual(['/*any']);
  });

  it('takes the direct lane only as a whole group of public raw reads, and only plain paths', () => {
    const [first, second] = [served('/public/id/:id'), served('/public/*rest')];
    const lane = directLane([first, second]);
    expect(lane('/public/id/1')).toBe(first.serve);
    expect(lane('/public/id/1/2')).toBe(second.serve);
    expect(lane('/public')).toBeUndefined();
    for (const odd of ['/public/a#b', '/public/a\\b', '/public/é']) expect(lane(odd), odd).toBeUndefined();
    for (const other of [{ method: 'post' }, { auth: 'any' }, { rawPath: false }] as const)
      expect(directLane([first, served('/public/x', other)])('/public/id/1')).toBeUndefined();
  });

  it('finds the path of a request target', () => {
    expect(pathOf('/a/b?c=/d')).toBe('/a/b');
    expect(pathOf('http://host:1/a?b')).toBe('/a');
    expect(pathOf('*')).toBe('*');
  });
});
