import { describe, expect, it } from 'vitest';
import { foldersOf } from './remember.js';

describe('the folders of a call', () => {
  it.each([
    [{ path: '/reports/june.pdf', note: 'x' }, { path: '/reports' }],
    [{ paths: ['/a/b/one', '/a/b/two'] }, { paths: '/a/b' }],
    [{ paths: ['/a/one', '/b/two'] }, {}],
    [{ path: '/alone.txt' }, {}],
    [{ path: '/a/folder/' }, { path: '/a' }],
    [{ path: 'a/b', amount: 5, more: ['/a/b', 3], none: [] }, {}],
  ])('of %j are %j', (args, folders) => expect(foldersOf(args)).toEqual(folders));
});
