import fc from 'fast-check';
import { cpuMs } from 'oracle-runtime/testing';
import { describe, expect, it } from 'vitest';
import { lastModifiedOf, selectResponse } from './select-response.js';

const etag = '"bafy,1"';
const lastModified = Date.UTC(2024, 0, 31, 12, 0, 0);
const file = { size: 100, etag, lastModified };
const SAME = 'Wed, 31 Jan 2024 12:00:00 GMT';
const BEFORE = 'Wed, 31 Jan 2024 11:59:59 GMT';
const AFTER = 'Wed, 31 Jan 2024 12:00:01 GMT';

const get = (headers: Record<string, string>) => selectResponse('GET', headers, file);
const sent = { status: 200 };
const fresh = { status: 304 };
const refused = { status: 412 };
const partial = { status: 206, range: { start: 10, end: 20 } };

describe('selectResponse', () => {
  it.each([
    [etag, fresh],
    [`W/${etag}`, fresh],
    ['*', fresh],
    [' * ', fresh],
    [`"a", ${etag}`, fresh],
    [`"a",${etag},"b"`, fresh],
    [`,, ${etag} ,`, fresh],
    [`"a" , W/"b", W/${etag}`, fresh],
    ['"a"', sent],
    ['"bafy"', sent],
    ['"bafy', sent],
    ['bafy,1', sent],
    ['w/"bafy,1"', sent],
    [`x${etag}`, sent],
    [`${etag}x`, sent],
    [`"a" ${etag}`, sent],
    ['"*"', sent],
    ['', sent],
  ])('weighs If-None-Match %s', (header, expected) => {
    expect(get({ 'if-none-match': header })).toEqual(expected);
  });

  it.each([
    [etag, sent],
    ['*', sent],
    [`"a", ${etag}`, sent],
    [`W/${etag}`, refused],
    ['"a"', refused],
    ['bafy,1', refused],
    ['', refused],
  ])('weighs If-Match %s', (header, expected) => {
    expect(get({ 'if-match': header })).toEqual(expected);
  });

  it.each([
    ['if-modified-since', SAME, fresh],
    ['if-modified-since', AFTER, fresh],
    ['if-modified-since', BEFORE, sent],
    ['if-modified-since', 'garbage', sent],
    ['if-unmodified-since', SAME, sent],
    ['if-unmodified-since', AFTER, sent],
    ['if-unmodified-since', BEFORE, refused],
    ['if-unmodified-since', 'garbage', sent],
  ])('weighs %s %s', (name, date, expected) => {
    expect(get({ [name]: date })).toEqual(expected);
  });

  it('asks the tags before the dates', () => {
    expect(get({ 'if-none-match': '"a"', 'if-modified-since': AFTER })).toEqual(sent);
    expect(get({ 'if-none-match': etag, 'if-modified-since': BEFORE })).toEqual(fresh);
    expect(get({ 'if-match': etag, 'if-unmodified-since': BEFORE })).toEqual(sent);
    expect(get({ 'if-match': '"a"', 'if-none-match': etag })).toEqual(refused);
  });

  it.each([
    [etag, partial],
    [SAME, partial],
    ['Wednesday, 31-Jan-24 12:00:00 GMT', partial],
    [`W/${etag}`, sent],
    ['"a"', sent],
    ['bafy,1', sent],
    [`"a", ${etag}`, sent],
    ['*', sent],
    [BEFORE, sent],
    [AFTER, sent],
    ['garbage', sent],
    ['', sent],
  ])('takes a range under If-Range %s only when it names these bytes', (header, expected) => {
    expect(get({ range: 'bytes=10-19', 'if-range': header })).toEqual(expected);
  });

  it('answers a range after the conditions, an unsatisfiable one only when If-Range holds', () => {
    expect(get({ range: 'bytes=10-19' })).toEqual(partial);
    expect(get({ range: 'bytes=10-19', 'if-none-match': etag })).toEqual(fresh);
    expect(get({ range: 'bytes=10-19', 'if-match': '"a"' })).toEqual(refused);
    expect(get({ range: 'bytes=100-' })).toEqual({ status: 416 });
    expect(get({ range: 'bytes=100-', 'if-range': etag })).toEqual({ status: 416 });
    expect(get({ range: 'bytes=100-', 'if-range': '"a"' })).toEqual(sent);
    expect(get({ range: 'bytes=1-2,5-6' })).toEqual(sent);
  });

  it('gives a HEAD no ranges', () => {
    expect(selectResponse('HEAD', { range: 'bytes=10-19' }, file)).toEqual(sent);
    expect(selectResponse('HEAD', { range: 'bytes=100-' }, file)).toEqual(sent);
    expect(selectResponse('HEAD', { 'if-none-match': etag }, file)).toEqual(fresh);
  });

  it('lets no date hold where there is none', () => {
    const undated = { size: 100, etag };
    expect(selectResponse('GET', { 'if-modified-since': AFTER }, undated)).toEqual(sent);
    expect(selectResponse('GET', { 'if-unmodified-since': BEFORE }, undated)).toEqual(sent);
    expect(selectResponse('GET', { range: 'bytes=0-1', 'if-range': SAME }, undated)).toEqual(sent);
  });

  it('takes any headers', () => {
    const value = fc.oneof(
      fc.string(),
      fc.constantFrom(etag, `W/${etag}`, '*', SAME, 'bytes=10-19', 'bytes=-0'),
      fc.string({ unit: fc.constantFrom('"', 'W', '/', ',', ' ', 'a', '*', '\t') }),
    );
    const names = [
      'range',
      'if-range',
      'if-match',
      'if-none-match',
      'if-modified-since',
      'if-unmodified-since',
    ];
    const headers = fc.record(Object.fromEntries(names.map((name) => [name, value])), { requiredKeys: [] });
    fc.assert(
      fc.property(headers, (given) => {
        expect([200, 206, 304, 412, 416]).toContain(selectResponse('GET', given, file).status);
      }),
      { numRuns: 2000 },
    );
  });

  it('reads the longest header in linear time', () => {
    const headers = [`${' '.repeat(16_000)}x`, '"a" '.repeat(4000), '"'.repeat(16_000), ','.repeat(16_000)];
    const ms = cpuMs(() => {
      for (const header of headers) expect(get({ 'if-none-match': header })).toEqual(sent);
    });
    // Backtracking over the blanks takes ten times as long.
    expect(ms).toBeLessThan(300);
  });
});

describe('lastModifiedOf', () => {
  it('is the whole second of the change, once that is over', () => {
    expect(lastModifiedOf(5_400, 5_999)).toBeUndefined();
    expect(lastModifiedOf(5_400, 6_000)).toBe(5_000);
    expect(lastModifiedOf(5_000, 900_000)).toBe(5_000);
    expect(lastModifiedOf(9_000, 6_000)).toBeUndefined();
  });
});
