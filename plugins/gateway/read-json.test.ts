import { toBinary } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { readJson } from './binding/read-json.js';
import { MessagePrinter } from './printing/message-printer.js';
import { fixtureTypes } from './testing/fixture-files.js';

const types = fixtureTypes();
const kinds = types.getMessage('fixture.KindsResponse');
if (kinds === undefined) throw new Error('the fixture has no KindsResponse');
const printer = new MessagePrinter(types);
/** What is printed of what was read. */
const again = (text: string): Record<string, unknown> =>
  JSON.parse(printer.print(kinds, toBinary(kinds, readJson(kinds, text, types))));

describe('a body is read as it would be printed', () => {
  it.each([
    ['{"u64":18446744073709551615}', { u64: '18446744073709551615' }],
    [
      '{"u64":"18446744073709551615","i64":-9007199254740993}',
      { u64: '18446744073709551615', i64: '-9007199254740993' },
    ],
    ['{"dec":"0.5"}', { dec: '0.500000000000000000' }],
    ['{"dec":"-12.000000000000000001"}', { dec: '-12.000000000000000001' }],
    ['{"int":"340282366920938463463374607431768211456"}', { int: '340282366920938463463374607431768211456' }],
    ['{"maybeInt":"7"}', { maybe_int: '7' }],
    ['{"data":"AQI="}', { data: 'AQI=' }],
    ['{"color":"COLOR_RED"}', { color: 'COLOR_RED' }],
    ['{"color":2}', { color: 'COLOR_GREEN' }],
    ['{"nested":{"text":"x","inner":{"number":3}}}', { nested: expect.objectContaining({ text: 'x' }) }],
    ['{"nested":null}', { nested: null }],
    ['null', { nested: null }],
    [
      '{"nested":{"text":"x","of_a_later_release":[{}]},"another":1}',
      { nested: expect.objectContaining({ text: 'x' }) },
    ],
    ['{"text":"a","text":"b"}', { text: 'b' }],
    ['{"texts":["a","b"],"longs":[1,"2"]}', { texts: ['a', 'b'], longs: ['1', '2'] }],
    ['{"labels":{"a":"1"}}', { labels: { a: '1' } }],
    ['{"at":"2024-02-29T12:00:00Z","span":"1.5s"}', { at: '2024-02-29T12:00:00Z', span: '1.500s' }],
    [
      '{"any":{"@type":"/fixture.Nested","text":"x"}}',
      { any: expect.objectContaining({ '@type': '/fixture.Nested', text: 'x' }) },
    ],
    [
      '{"any":{"@type":"/google.protobuf.Duration","value":"2s"}}',
      { any: { '@type': '/google.protobuf.Duration', value: '2s' } },
    ],
  ])('%s', (text, expected) => expect(again(text)).toMatchObject(expected));
});

describe('a body that does not fit is refused by name', () => {
  it.each([
    ['{"text":"a",}', 'the body is no JSON'],
    ['{"text":"a"} x', 'the body is no JSON'],
    ['[]', 'the body is an object'],
    ['{"dec":1}', 'dec is a number between quotes'],
    ['{"int":5}', 'int is a number between quotes'],
    ['{"u64":"0x10"}', 'invalid value "0x10" for u64'],
    ['{"text":5}', 'text is a string'],
    ['{"u64":-1}', 'invalid value "-1" for u64'],
    ['{"u64":1.5}', 'invalid value "1.5" for u64'],
    ['{"dec":"0.0000000000000000001"}', 'invalid value "0.0000000000000000001" for dec'],
    ['{"data":"%"}', 'invalid value "%" for data'],
    ['{"color":"BLUE"}', 'invalid value "BLUE" for color (Color)'],
    ['{"texts":"a"}', 'texts is a list'],
    ['{"any":{"text":"x"}}', 'any lacks its @type'],
    ['{"any":{"@type":"/nobody.Knows"}}', 'any has the @type "/nobody.Knows", which the chain lacks'],
    [
      `${'{"nested":{"inner":'.repeat(1)}${'{"inner":'.repeat(150)}{}${'}'.repeat(152)}`,
      expect.stringMatching(/nested too deeply$/),
    ],
    [`{"texts":${'['.repeat(200_000)}`, expect.stringMatching(/^the body is (?:no JSON|nested too deeply)$/)],
  ])('%.60s', (text, message) => {
    expect(() => readJson(kinds, text, types)).toThrow(expect.objectContaining({ status: 400, message }));
  });
});
