import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bindRequest } from './binding/bind-request.js';
import { type FixtureChain, startFixtureChain } from './testing/fixture-chain.js';
import { type GatewayApp, startGatewayApp } from './testing/gateway-app.js';

// What grpc-gateway v1.16 binds, as recorded from runs of it; where this gateway is more lenient, or speaks in its own
// words, the row says so.
let chain: FixtureChain;
let app: GatewayApp;
beforeAll(async () => {
  chain = await startFixtureChain();
  app = await startGatewayApp({ CHAIN_GRPC_URL: chain.url, GATEWAY_PREFIX: 'fixture' });
  await app.loaded();
});
afterAll(async () => {
  await app.close();
  await chain.close();
});

type Row = readonly [query: string, expected: Readonly<Record<string, unknown>>];

const BOUND: readonly Row[] = [
  ['', { text: '', u64: '0', nested: null, names: [], labels: {}, data: null, pagination: null }],
  ['text=a', { text: 'a' }],
  ['text=a+b%20c', { text: 'a b c' }],
  ['text=a%2Bb', { text: 'a+b' }],
  ['text=%252F', { text: '%2F' }],
  ['text=', { text: '' }],
  ['text', { text: '' }],
  ['text=a=b', { text: 'a=b' }],
  ['text=%3B', { text: ';' }],
  ['text=%E2%82%AC', { text: '€' }],
  ['text=%F0%9F%8C%8D', { text: '🌍' }],
  ['text=%00', { text: '\0' }],
  ['text=%22%5C%3C%26', { text: '"\\<&' }],
  ['text=a&text=b', { text: 'a' }],
  ['&&text=a&&', { text: 'a' }],
  ['camelCase=x', { camelCase: 'x' }],
  ...['1', 't', 'T', 'TRUE', 'true', 'True'].map((word): Row => [`flag=${word}`, { flag: true }]),
  ...['0', 'f', 'F', 'FALSE', 'false', 'False'].map((word): Row => [`flag=${word}`, { flag: false }]),
  ['i32=2147483647', { i32: 2147483647 }],
  ['i32=-2147483648', { i32: -2147483648 }],
  ['i32=%2B5', { i32: 5 }],
  ['i32=0x1f', { i32: 31 }],
  ['i32=0X1F', { i32: 31 }],
  ['i32=010', { i32: 8 }],
  ['i32=0o17', { i32: 15 }],
  ['i32=0b101', { i32: 5 }],
  ['i32=1_000', { i32: 1000 }],
  ['i32=-0x10', { i32: -16 }],
  ['i64=9223372036854775807', { i64: '9223372036854775807' }],
  ['i64=-9223372036854775808', { i64: '-9223372036854775808' }],
  ['u32=4294967295', { u32: 4294967295 }],
  ['u64=18446744073709551615', { u64: '18446744073709551615' }],
  ['u64=9007199254740993', { u64: '9007199254740993' }],
  ['u64=0x1', { u64: '1' }],
  ['s32=-7', { s32: -7 }],
  ['s64=-9007199254740993', { s64: '-9007199254740993' }],
  ['f32=7', { f32: 7 }],
  ['f64=18446744073709551615', { f64: '18446744073709551615' }],
  ['single=0.1', { single: 0.1 }],
  ['single=1e10', { single: 1e10 }],
  ['single=NaN', { single: 'NaN' }],
  ['real=0.1', { real: 0.1 }],
  ['real=-1.5e300', { real: -1.5e300 }],
  ['real=.5', { real: 0.5 }],
  ['real=1_000', { real: 1000 }],
  ['real=inf', { real: 'Infinity' }],
  ['real=-Infinity', { real: '-Infinity' }],
  ['data=aGVsbG8%3D', { data: 'aGVsbG8=' }],
  ['data=aGVsbG8=', { data: 'aGVsbG8=' }],
  ['data=%2B%2F%2B%2F', { data: '+/+/' }],
  ['data=-_-_', { data: '+/+/' }],
  ['data=', { data: null }],
  ['data=_w%3D%3D', { data: '/w==' }],
  ['color=COLOR_RED', { color: 'COLOR_RED' }],
  ['color=2', { color: 'COLOR_GREEN' }],
  ['color=0', { color: 'COLOR_UNSPECIFIED' }],
  ['nested.text=x', { nested: { text: 'x', number: 0, inner: null, tags: [] } }],
  ['nested.inner.inner.number=3', { nested: expect.objectContaining({ text: '' }) }],
  ['nested.tags=a&nested.tags=b', { nested: { text: '', number: 0, inner: null, tags: ['a', 'b'] } }],
  ['nested.nothing=x', { text: '' }],
  ['names=a', { names: ['a'] }],
  ['names=a&names=b&names=a', { names: ['a', 'b', 'a'] }],
  ['names=a,b', { names: ['a,b'] }],
  ['names=', { names: [''] }],
  ['numbers=1&numbers=0x2', { numbers: ['1', '2'] }],
  ['colors=COLOR_RED&colors=2', { colors: ['COLOR_RED', 'COLOR_GREEN'] }],
  ['labels[a]=1&labels[b]=2', { labels: { a: '1', b: '2' } }],
  ['labels%5Ba%5D=1', { labels: { a: '1' } }],
  ['labels[%0A]=1&labels[a%0A]=2', { labels: {} }],
  ['labels[a.b]=1', { labels: { 'a.b': '1' } }],
  ['counts[7]=-9', { counts: { 7: '-9' } }],
  [
    'pagination.limit=5',
    { pagination: { key: null, offset: '0', limit: '5', count_total: false, reverse: false } },
  ],
  ['pagination.count_total=true', { pagination: expect.objectContaining({ count_total: true }) }],
  ['pagination.countTotal=true', { pagination: expect.objectContaining({ count_total: true }) }],
  [
    'pagination.countTotal=1&pagination.count_total=0',
    { pagination: expect.objectContaining({ count_total: true }) },
  ],
  ['pagination.key=AAE%3D', { pagination: expect.objectContaining({ key: 'AAE=' }) }],
  ['pagination.reverse=t', { pagination: expect.objectContaining({ reverse: true }) }],
  [
    'pagination.limit=18446744073709551615',
    { pagination: expect.objectContaining({ limit: '18446744073709551615' }) },
  ],
  ['since=2024-02-29T12:00:00Z', { since: '2024-02-29T12:00:00Z' }],
  ['since=2024-01-01T00:00:00.123456789Z', { since: '2024-01-01T00:00:00.123456789Z' }],
  ['since=2024-01-01T02:00:00%2B02:00', { since: '2024-01-01T00:00:00Z' }],
  ['within=3.5s', { within: '3.500s' }],
  ['within=-1s', { within: '-1s' }],
  ['within=0', { within: '0s' }],
  ['within=1h30m', { within: '5400s' }],
  ['within=-1m0.5s', { within: '-60.500s' }],
  ['within=100ms', { within: '0.100s' }],
  ['within=%2B1us', { within: '0.000001s' }],
  ['within=.5%C2%B5s', { within: '0.000000500s' }],
  ['maybe=x', { maybe: 'x' }],
  ['word=x', { word: 'x' }],
  ['figure=7', { figure: '7' }],
  ['height=5', { text: '' }],
  ['unknown=1&text=a', { text: 'a' }],
  ['unknown[x]=1', { text: '' }],
  ['TEXT=a', { text: '' }],
];

describe('a query binds', () => {
  it.each(BOUND)('%j', async (query, expected) => {
    const answer = await app.ask(`/fixture/echo?${query}`);
    expect(answer.text).not.toContain('"code"');
    expect(answer.status).toBe(200);
    expect(answer.json['request']).toMatchObject(expected);
  });

  it('leaves out what no oneof holds', async () => {
    const { json } = await app.ask('/fixture/echo');
    expect(json['request']).not.toHaveProperty('word');
    expect(json['request']).not.toHaveProperty('figure');
  });

  it('carries every byte through a page key, and back', async () => {
    for (let first = 0; first < 256; first += 8) {
      const key = Buffer.from(Array.from({ length: 8 }, (_, at) => first + at)).toString('base64');
      for (const sent of [encodeURIComponent(key), key.replaceAll('+', '-').replaceAll('/', '_'), key]) {
        const { json } = await app.ask(`/fixture/echo?pagination.key=${sent}`);
        expect(json['request']?.['pagination']?.['key']).toBe(key);
      }
    }
  });
});

type Refusal = readonly [query: string, message: string];

const REFUSED: readonly Refusal[] = [
  ['flag=yes', 'invalid value "yes" for flag (bool)'],
  ['flag=', 'invalid value "" for flag (bool)'],
  ['i32=2147483648', 'invalid value "2147483648" for i32 (int32)'],
  ['i32=-2147483649', 'invalid value "-2147483649" for i32 (int32)'],
  ['i32=', 'invalid value "" for i32 (int32)'],
  ['i32=1.5', 'invalid value "1.5" for i32 (int32)'],
  ['i32=1e3', 'invalid value "1e3" for i32 (int32)'],
  ['i32=08', 'invalid value "08" for i32 (int32)'],
  ['i32=%201', 'invalid value " 1" for i32 (int32)'],
  ['i32=1__0', 'invalid value "1__0" for i32 (int32)'],
  ['i64=9223372036854775808', 'invalid value "9223372036854775808" for i64 (int64)'],
  ['u32=-1', 'invalid value "-1" for u32 (uint32)'],
  ['u32=4294967296', 'invalid value "4294967296" for u32 (uint32)'],
  ['u64=-1', 'invalid value "-1" for u64 (uint64)'],
  ['u64=%2B1', 'invalid value "+1" for u64 (uint64)'],
  ['u64=18446744073709551616', 'invalid value "18446744073709551616" for u64 (uint64)'],
  ['u64=abc', 'invalid value "abc" for u64 (uint64)'],
  ['real=x', 'invalid value "x" for real (double)'],
  ['real=1e999', 'invalid value "1e999" for real (double)'],
  ['single=1e39', 'invalid value "1e39" for single (float)'],
  ['data=%21', 'invalid value "!" for data (bytes, written in base64)'],
  ['data=abcde', 'invalid value "abcde" for data (bytes, written in base64)'],
  ['data=aGVsbG8', 'invalid value "aGVsbG8" for data (bytes, written in base64)'],
  ['data=+/+/', 'invalid value " / /" for data (bytes, written in base64)'],
  ['data=-/-_', 'invalid value "-/-_" for data (bytes, written in base64)'],
  ['data=ab%3D', 'invalid value "ab=" for data (bytes, written in base64)'],
  [
    'color=COLOR_BLUE',
    'invalid value "COLOR_BLUE" for color: it is one of COLOR_UNSPECIFIED, COLOR_RED, COLOR_GREEN',
  ],
  ['color=9', 'invalid value "9" for color: it is one of COLOR_UNSPECIFIED, COLOR_RED, COLOR_GREEN'],
  ['colors=red', 'invalid value "red" for colors: it is one of COLOR_UNSPECIFIED, COLOR_RED, COLOR_GREEN'],
  ['numbers=1&numbers=x', 'invalid value "x" for numbers (uint64)'],
  [
    'pagination=1',
    'pagination has no value of its own: set its fields, such as pagination.key, pagination.offset, pagination.limit, pagination.count_total, pagination.reverse',
  ],
  ['pagination.limit=', 'invalid value "" for pagination.limit (uint64)'],
  ['pagination.limit=-1', 'invalid value "-1" for pagination.limit (uint64)'],
  ['pagination.limit.x=1', 'pagination.limit has no fields of its own: pagination.limit.x has no meaning'],
  ['pagination.key=%25', 'invalid value "%" for pagination.key (bytes, written in base64)'],
  ['pagination.countTotal=maybe', 'invalid value "maybe" for pagination.countTotal (bool)'],
  [
    'nested=x',
    'nested has no value of its own: set its fields, such as nested.text, nested.number, nested.inner, nested.tags',
  ],
  [
    'nests=x',
    'nests has no value of its own: set its fields, such as nests.text, nests.number, nests.inner, nests.tags',
  ],
  ['nests.text=x', 'nests has no fields of its own: nests.text has no meaning'],
  ['labels=x', 'labels is a map: write labels[key]=value'],
  ['counts[x]=1', 'invalid key "x" in counts[x] (uint32)'],
  ['counts[1]=x', 'invalid value "x" for counts[1] (int64)'],
  ['text[a]=1', 'text is no map: text[a] has no meaning'],
  ['since=yesterday', 'invalid value "yesterday" for since (Timestamp)'],
  ['since=', 'invalid value "" for since (Timestamp)'],
  ['since=2024-02-30T00:00:00Z', 'invalid value "2024-02-30T00:00:00Z" for since (Timestamp)'],
  ['since=2023-02-29T00:00:00Z', 'invalid value "2023-02-29T00:00:00Z" for since (Timestamp)'],
  ['since=2024-13-01T00:00:00Z', 'invalid value "2024-13-01T00:00:00Z" for since (Timestamp)'],
  ['within=5', 'invalid value "5" for within (Duration)'],
  ['within=', 'invalid value "" for within (Duration)'],
  ['within=1d', 'invalid value "1d" for within (Duration)'],
  ['within=1s1', 'invalid value "1s1" for within (Duration)'],
  ['within=.s', 'invalid value ".s" for within (Duration)'],
  ['within=315576000001s', 'invalid value "315576000001s" for within (Duration)'],
  ['labels[a]=1&labels[a]=2', 'labels[a] is given more than once'],
  ['real=1__0', 'invalid value "1__0" for real (double)'],
  ['real=_1', 'invalid value "_1" for real (double)'],
  ['word=a&figure=1', 'figure and another field of choice are given: only one of them can be'],
  ['a;b', 'the query holds a semicolon: write it as %3B, and & between parameters'],
  ['text=a;b=c', 'the query holds a semicolon: write it as %3B, and & between parameters'],
  ['text=%zz', '"%zz" in the query is not valid percent-encoded UTF-8'],
  ['text=%', '"%" in the query is not valid percent-encoded UTF-8'],
  ['text=%ff', '"%ff" in the query is not valid percent-encoded UTF-8'],
  ['%zz=a', '"%zz" in the query is not valid percent-encoded UTF-8'],
];

describe('a query is refused in our own words, and the node is not asked', () => {
  it.each(REFUSED)('%j', async (query, message) => {
    const before = chain.calls.length;
    const answer = await app.ask(`/fixture/echo?${query}`);
    expect(answer.json).toEqual({ code: 3, message, details: [] });
    expect(answer.status).toBe(400);
    expect(answer.headers['content-type']).toBe('application/json');
    expect(chain.calls.length).toBe(before);
  });
});

describe('a variable of the path', () => {
  const kinds = () => {
    const found = chain.types.getMessage('fixture.KindsResponse');
    if (found === undefined) throw new Error('the fixture has no KindsResponse');
    return found;
  };

  it('of a list has its values between commas, as relayers write the packets that they ask about', () => {
    const path = [
      [['longs'], '1,2,300'],
      [['texts'], 'a'],
    ] as const;
    expect(bindRequest(kinds(), path, [])).toMatchObject({ longs: [1n, 2n, 300n], texts: ['a'] });
    expect(() => bindRequest(kinds(), [[['longs'], '1,,2']], [])).toThrow('invalid value "" for longs');
  });

  it('of one value has its commas', () =>
    expect(bindRequest(kinds(), [[['text'], 'a,b']], [])).toMatchObject({ text: 'a,b' }));
});
