import { describe, expect, it } from 'vitest';
import { hasRepeatedKey } from './repeated-key.js';

const repeats = (text: string) => hasRepeatedKey(text, JSON.parse(text));

describe('a key that stands twice', () => {
  it.each([
    '{"a":1,"a":2}',
    '{"a":{"b":1,"b":1}}',
    '[{"a":1},{"b":[{"c":1 , "c"\n: 2}]}]',
    String.raw`{"a":1,"\u0061":2}`,
  ])('is found: %s', (text) => {
    expect(repeats(text)).toBe(true);
  });

  it.each([
    '{"a":1,"b":{"a":2}}',
    '[{"a":1},{"a":1}]',
    String.raw`{"a":"b\":\"c","d":"\\","e":": \"f\":"}`,
    '{"":[],"a":"a"}',
    '"a"',
  ])('is not seen where there is none: %s', (text) => {
    expect(repeats(text)).toBe(false);
  });
});
