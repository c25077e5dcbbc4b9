import { describe, expect, it } from 'vitest';
import { textPosition } from '../json/text-position.js';
import { jsonPlaces } from './json-places.js';

describe('jsonPlaces', () => {
  it('knows where every value stands', () => {
    const text = '{\n  "features": {\n    "weather": false\n  },\n  "list": [1,\n 2]\n}';
    const line = (path: string) => textPosition(text, jsonPlaces(text).offsets.get(path) ?? -1).line;
    expect([line('features'), line('features.weather'), line('list.0'), line('list.1')]).toEqual([
      2, 3, 5, 6,
    ]);
  });

  it('reports a key that occurs twice', () => {
    expect(jsonPlaces('{"a": {"b": 1, "b": 2}}').duplicates).toEqual([{ path: 'a.b', offset: 15 }]);
  });

  it('keeps the places before a fault', () => {
    const { fault, offsets } = jsonPlaces('{"a": 1,\n "b": tru}');
    expect(fault).toMatchObject({ line: 2, column: 7, message: 'expected a value, found "t"' });
    expect([...offsets]).toEqual([
      ['a', 1],
      ['b', 10],
    ]);
  });

  it('neither exhausts the stack nor the memory at an absurd depth', () => {
    const depth = 100_000;
    const { fault, offsets } = jsonPlaces('['.repeat(depth) + ']'.repeat(depth));
    expect(fault).toBeUndefined();
    expect(offsets.size).toBe(200);
  });
});
