import { describe, expect, it } from 'vitest';
import { checkSpec } from './check-spec.js';

describe('a specification of anybody', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['loads', { data: { url: 'http://127.0.0.1/x.csv' }, mark: 'bar' }, 'data.url'],
    [
      'loads in a look-up',
      { mark: 'bar', transform: [{ lookup: 'a', from: { data: { url: '/etc/passwd' } } }] },
      'transform.0.from.data.url',
    ],
    ['links', { mark: 'bar', encoding: { href: { value: 'javascript:alert(1)' } } }, 'encoding.href'],
    ['shows pictures', { mark: { type: 'image' } }, 'mark'],
    [
      'computes',
      { mark: 'bar', transform: [{ calculate: 'global.process', as: 'x' }] },
      'transform.0.calculate',
    ],
    ['computes in a condition', { mark: 'bar', transform: [{ filter: { and: ['true'] } }] }, 'filter.and'],
    ['computes a title', { mark: 'bar', title: { text: { expr: '1' } } }, 'title.text.expr'],
    ['calls a format', { mark: 'bar', encoding: { x: { field: 'a', formatType: 'f(1)' } } }, 'formatType'],
    ['calls formats', { mark: 'bar', config: { customFormatTypes: true } }, 'config.customFormatTypes'],
    ['makes rows up', { mark: 'bar', data: { sequence: { start: 0, stop: 1e9 } } }, 'data.sequence'],
    ['has no mark', { data: { values: [{ a: 1 }] } }, 'spec'],
    ['is empty', {}, 'spec'],
  ])('is refused when it %s', (_, spec, named) => {
    const refusal = expect.objectContaining({
      code: 'invalid_request',
      errors: expect.arrayContaining([expect.objectContaining({ field: expect.stringContaining(named) })]),
    });
    expect(() => checkSpec(spec)).toThrowError(refusal);
  });

  it('may be deep, and no deeper; what its rows are called is no matter', () => {
    let deep: Record<string, unknown> = { mark: 'bar' };
    for (let at = 0; at < 60; at++) deep = { layer: [deep] };
    expect(() => checkSpec(deep)).toThrowError(expect.objectContaining({ code: 'invalid_request' }));
    const rows = { data: { values: [{ url: 'a', href: 'b', expr: 'c' }] }, mark: 'bar' };
    expect(checkSpec(rows)).toBe(rows);
  });

  it('has at most 5,000 rows in all, and a mebibyte', () => {
    const values = Array.from({ length: 2_501 }, (_, a) => ({ a }));
    const twice = {
      layer: [
        { data: { values }, mark: 'bar' },
        { data: { values }, mark: 'line' },
      ],
    };
    const tooMuch = expect.objectContaining({ code: 'payload_too_large' });
    expect(() => checkSpec(twice)).toThrowError(tooMuch);
    expect(() => checkSpec({ mark: 'bar', title: 'x'.repeat(1024 * 1024) })).toThrowError(tooMuch);
  });
});
