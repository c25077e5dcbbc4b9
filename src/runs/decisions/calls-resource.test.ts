import { describe, expect, it } from 'vitest';
import type { ArgumentsPattern } from '../../plugin/index.js';
import { callsResource, readAllowedCalls } from './calls-resource.js';

const { parse, covers, caveats } = callsResource;
const reports: ArgumentsPattern = { paths: { under: '/reports' }, public: { is: true } };
const june: ArgumentsPattern = { paths: { under: '/reports/june' }, public: { is: true } };
const one: ArgumentsPattern = { paths: { is: ['/reports/june/a'] }, public: { is: true } };

describe('calls, as delegations know them', () => {
  it('are those of one tool', () => {
    expect(parse('ixo:calls/vfs_delete')).toBe('vfs_delete');
    for (const text of ['ixo:calls', 'ixo:calls/', 'ixo:calls/a/b', 'ixo:calls/*', 'ixo:calls/a b'])
      expect(parse(text), text).toBeUndefined();
    expect(covers('vfs_delete', 'vfs_move')).toBe(false);
  });

  it.each([
    {},
    { args: null },
    { args: { a: 1 } },
    { args: { a: {} } },
    { args: { a: { anything: true } } },
    { args: { a: { is: 1, under: '/x' } } },
    { args: { a: { under: '/' } } },
    { args: { a: { is: new Uint8Array(2) } } },
    { args: [june, 'x'] },
    { args: Array.from({ length: 17 }, () => june) },
    { args: june, more: 1 },
  ])('nb %j is not understood', (nb) => expect(readAllowedCalls(nb)).toBeUndefined());

  it('shrink along a chain, whichever end says less, and never beyond what both say', () => {
    expect(caveats.narrow([reports], [june])).toEqual([june]);
    expect(caveats.narrow([june], [reports])).toEqual([june]);
    expect(caveats.narrow([one], [june])).toEqual([one]);
    expect(caveats.narrow([reports], [{ ...june, public: { is: false } }])).toEqual([]);
    expect(caveats.narrow([reports], [{ paths: { under: '/reports' } }])).toEqual([]);
    expect(caveats.narrow([reports], [{ ...june, constructor: { is: 1 } }])).toEqual([]);
    expect(caveats.narrow([june], [{ ...june, paths: { under: '/reports/june2' } }])).toEqual([]);
    expect(caveats.narrow([reports, june], [june, one])).toEqual([june, one]);
  });

  it('unite, and read back as they were written', () => {
    const both = caveats.unite([june], [one, june]);
    expect(both).toEqual([june, one]);
    expect(caveats.read(caveats.write(both))).toEqual(both);
    expect(caveats.read(caveats.write([]))).toEqual([]);
    expect(caveats.describe(both)).toBe(
      'with paths under /reports/june, public true or with paths ["/reports/june/a"], public true',
    );
  });

  it('as the command line writes them', () => {
    const [flag] = caveats.flags ?? [];
    expect(flag?.nb([JSON.stringify(june)])).toEqual({ args: [june] });
    expect(() => flag?.nb(['{"paths":"/reports"}'])).toThrow('--args says no arguments');
    expect(() => flag?.nb(['paths'])).toThrow('--args says no arguments: it is no JSON object.');
    for (const [rule, why] of [
      [{ anything: true }, "'paths' is anything, and none may be"],
      [{ under: '/' }, `'paths' is under "/", which is no folder below /`],
      [{ under: 'drafts' }, `'paths' is under "drafts", which is no folder below /`],
      [{ under: '/drafts', anything: true }, "'paths' needs one rule"],
      [{ like: '/drafts' }, "'paths' has a rule that there is not"],
    ] as const)
      expect(() => flag?.nb([JSON.stringify({ paths: rule, public: { is: true } })])).toThrow(why);
    expect(() => flag?.nb(Array(17).fill(JSON.stringify(june)))).toThrow('there 17 times, of at most 16');
  });
});
