import { OracleError } from 'oracle-runtime/plugin';
import { describe, expect, it } from 'vitest';
import { parseSeed } from './seed.js';

describe('parseSeed', () => {
  it('makes one seed of a number and its digits (arlo issue 208: number and text gave different samples)', () => {
    expect(parseSeed(20240220)).toMatchObject({ text: '20240220', given: 'number' });
    expect(parseSeed('20240220')).toMatchObject({ text: '20240220', given: 'string' });
  });

  it('takes 0 for a seed (SFrame issue 166: 0 was treated as none)', () => {
    expect(parseSeed(0).text).toBe('0');
    expect(parseSeed('0').text).toBe('0');
  });

  it('keeps the bytes of a string', () => {
    expect(parseSeed('007').text).toBe('007');
    expect(parseSeed('Zürich 2024').text).toBe('Zürich 2024');
    expect(parseSeed('12345678901234567890').text).toBe('12345678901234567890');
  });

  it.each([
    [2 ** 53, 'must be a string'],
    [2 ** 64, 'must be a string'],
    [1.5, 'must be a string'],
    [Number.NaN, 'must be a string'],
    ['', 'must be a non-empty string'],
    [undefined, 'must be a non-empty string'],
    [null, 'must be a non-empty string'],
    ['20240220\n', 'must be printable'],
    ['a\u0000b', 'must be printable'],
    ['\ud800', 'must be printable'],
    [' 42', 'must not begin or end with white space'],
    ['x'.repeat(513), 'at most 512'],
  ])('refuses %j', (value, message) => {
    const attempt = () => parseSeed(value);
    expect(attempt).toThrow(OracleError);
    try {
      attempt();
    } catch (error) {
      expect(error).toMatchObject({
        code: 'invalid_request',
        errors: [{ field: 'seed', message: expect.stringContaining(message) }],
      });
    }
  });
});
