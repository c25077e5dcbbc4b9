import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Registry } from './registry.js';

describe('the text format', () => {
  // The histogram has the shape of the example in the exposition format's documentation.
  it('renders counters, histograms and gauges', () => {
    const registry = new Registry();
    const requests = registry.counter('http_requests_total', 'The total number of HTTP requests.', [
      'method',
      'code',
    ]);
    requests.add({ method: 'post', code: '200' }, 1027);
    requests.add({ code: '400', method: 'post' }, 3);
    const seconds = registry.histogram('http_request_duration_seconds', 'A histogram.', [], [0.05, 0.1, 1]);
    for (const value of [0.01, 0.05, 0.07, 5]) seconds.observe({}, value);
    registry.observed('up', 'Whether it is up.', 'gauge', () => [[{}, 1]]);
    expect(registry.render()).toBe(`# HELP http_requests_total The total number of HTTP requests.
# TYPE http_requests_total counter
http_requests_total{method="post",code="200"} 1027
http_requests_total{method="post",code="400"} 3
# HELP http_request_duration_seconds A histogram.
# TYPE http_request_duration_seconds histogram
http_request_duration_seconds_bucket{le="0.05"} 2
http_request_duration_seconds_bucket{le="0.1"} 3
http_request_duration_seconds_bucket{le="1"} 3
http_request_duration_seconds_bucket{le="+Inf"} 4
http_request_duration_seconds_sum 5.13
http_request_duration_seconds_count 4
# HELP up Whether it is up.
# TYPE up gauge
up 1
`);
  });

  it('escapes label values so that none can forge a line', () => {
    const registry = new Registry();
    registry.counter('c', 'help', ['path']).add({ path: 'C:\\DIR\\\nforged 1"' });
    expect(registry.render().split('\n').at(-2)).toBe('c{path="C:\\\\DIR\\\\\\nforged 1\\""} 1');
  });

  it('writes numbers that are not finite as the format asks', () => {
    const registry = new Registry();
    registry.observed('g', 'help', 'gauge', () => [
      [{ n: 'a' }, Number.NaN],
      [{ n: 'b' }, Number.POSITIVE_INFINITY],
      [{ n: 'c' }, Number.NEGATIVE_INFINITY],
    ]);
    expect(registry.render()).toContain('g{n="a"} NaN\ng{n="b"} +Inf\ng{n="c"} -Inf\n');
  });

  it('gives every observation to the buckets at or above it', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -5, max: 20, noNaN: true }), { maxLength: 40 }), (values) => {
        const registry = new Registry();
        const bounds = [0, 1, 2.5, 10];
        const histogram = registry.histogram('h', 'help', [], bounds);
        for (const value of values) histogram.observe({}, value);
        const text = registry.render();
        for (const bound of bounds) {
          const expected = values.filter((value) => value <= bound).length;
          if (values.length > 0) expect(text).toContain(`h_bucket{le="${bound}"} ${expected}\n`);
        }
        if (values.length > 0) expect(text).toContain(`h_count ${values.length}\n`);
      }),
    );
  });
});

describe('the registry', () => {
  it('refuses a second metric of one name', () => {
    const registry = new Registry();
    registry.counter('twice', 'help', []);
    expect(() => registry.histogram('twice', 'help', [], [1])).toThrow('twice');
  });

  it('keeps its memory bounded when a label takes ever new values', () => {
    const registry = new Registry();
    const counter = registry.counter('c', 'help', ['who']);
    for (let i = 0; i < 2000; i += 1) counter.add({ who: `w${i}` });
    const lines = registry.render().trim().split('\n').slice(2);
    expect(lines).toHaveLength(501);
    expect(lines.at(-1)).toBe('c{who="other"} 1500');
  });
});
