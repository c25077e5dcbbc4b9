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
    ['blends by a style', { mark: { type: 'bar', blend: 'normal;mask:url(//x)' } }, 'mark.blend'],
    ['has an address for a paper', { mark: 'bar', background: 'url(http://x/)' }, 'background'],
    ['has an address for a colour', { mark: { type: 'bar', color: 'url(//x)' } }, 'mark.color'],
    [
      'has one in a gradient',
      { mark: { type: 'bar', fill: { gradient: 'linear', stops: [{ offset: 0, color: '"><a>' }] } } },
      'mark.fill.stops.0.color',
    ],
    ['writes in a dash', { mark: { type: 'bar', strokeDash: ['1;url(//x)'] } }, 'mark.strokeDash'],
    ['writes in a font', { mark: 'bar', config: { font: 'x;background:url(//x)' } }, 'config.font'],
    ['writes in a weight', { mark: 'bar', title: { text: 'a', fontWeight: '"><a>' } }, 'title.fontWeight'],
    ['writes in a cursor', { mark: { type: 'bar', cursor: 'url(//x),auto' } }, 'mark.cursor'],
    ['is dense', { mark: 'bar', transform: [{ density: 'a', steps: 1e8 }] }, 'transform.0.steps'],
    ['has endless bins', { mark: 'bar', encoding: { x: { field: 'a', bin: { step: 1e-9 } } } }, 'x.bin.step'],
    ['has endless ticks', { mark: 'bar', encoding: { x: { axis: { tickCount: 1e8 } } } }, 'axis.tickCount'],
    [
      'has endless quantiles',
      { mark: 'bar', transform: [{ quantile: 'a', step: 1e-9 }] },
      'transform.0.step',
    ],
    [
      'fills in without end',
      { mark: 'bar', transform: [{ impute: 'a', keyvals: { stop: 1e9 } }] },
      'keyvals',
    ],
    ['draws a globe', { mark: 'geoshape', data: { graticule: { step: [1e-3, 1e-3] } } }, 'data.graticule'],
    [
      'repeats without end',
      { repeat: { row: Array(500).fill('a'), column: Array(500).fill('a') }, spec: { mark: 'bar' } },
      'repeat',
    ],
    ['has no mark', { data: { values: [{ a: 1 }] } }, 'spec'],
    ['is empty', {}, 'spec'],
  ])('is refused when it %s', (_, spec, named) => {
    const refusal = expect.objectContaining({
      code: 'invalid_request',
      errors: expect.arrayContaining([expect.objectContaining({ field: expect.stringContaining(named) })]),
    });
    expect(() => checkSpec(spec)).toThrowError(refusal);
  });

  it('may have colours, fonts, dashes and steps as charts have them', () => {
    const usual = {
      width: { step: 20 },
      background: 'transparent',
      config: {
        font: 'Roboto, "Noto Sans", sans-serif',
        axis: { labelColor: '#1f2328', domainDash: [4, 2] },
      },
      mark: {
        type: 'bar',
        fill: 'rgb(0, 114, 178, 0.5)',
        blend: 'multiply',
        strokeDash: [5, 3],
        align: 'center',
      },
      encoding: {
        x: { field: 'a', bin: { maxbins: 30 }, axis: { tickCount: 6, labelFontWeight: 'bold' } },
        color: { field: 'b', scale: { range: ['#0072B2', 'steelblue'] } },
        strokeDash: { field: 'b' },
      },
      resolve: { scale: { color: 'independent' } },
    };
    expect(checkSpec(usual)).toBe(usual);
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
