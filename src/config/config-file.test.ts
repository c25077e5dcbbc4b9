import { describe, expect, it } from 'vitest';
import { parseConfigFile } from './config-file.js';

const fieldsOf = (text: string) => parseConfigFile(text, 'o.json').faults.map(({ field }) => field);

describe('parseConfigFile', () => {
  it('knows the line of every value, also of one that is missing', () => {
    const text = '{\n "features": {\n  "weather": 1,\n  "a": true\n },\n "price": {\n  "amount": 1\n }\n}';
    expect(fieldsOf(text)).toEqual([
      'o.json:6 price.currency',
      'o.json:6 price.per',
      'o.json:3 features.weather',
    ]);
  });

  it('reports a key that occurs twice in one object, where it does so', () => {
    const text = '{"plugins": {"a": {"b": 1},\n "c": [{"b": 1,\n "b": 2}]}}';
    expect(fieldsOf(text)).toEqual(['o.json:3 plugins.c.0.b']);
  });

  it('says where the syntax breaks, behind a byte order mark too', () => {
    expect(parseConfigFile('\uFEFF{"a": 1,\n "b": tru}', 'o.json').faults).toEqual([
      { field: 'o.json:2:7', message: 'not valid JSON: expected a value, found "t"' },
    ]);
  });

  it.each([
    ['whole', ']'.repeat(100_000)],
    ['broken', ''],
  ])('refuses an absurd depth of nesting, %s', (_, end) => {
    expect(fieldsOf(`{"plugins": {"a": ${'['.repeat(100_000)}${end}}}`)).toEqual(['o.json:1']);
  });
});
