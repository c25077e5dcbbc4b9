import { describe, expect, it } from 'vitest';
import { lowResponse, manyRefused } from './low-response.js';

const group = (valid: number, refused: number) => ({
  planned: 100,
  valid,
  reasons: { refused, 'not found': 100 - valid - refused },
});

describe('those who refused', () => {
  it('are many above fifteen of a hundred, where enough others answered', () => {
    expect(manyRefused(group(84, 16))).toEqual({ units: 16, asked: 100 });
    expect(manyRefused(group(85, 15))).toBeUndefined();
    expect(manyRefused(group(84, 0))).toBeUndefined();
  });

  it('are told of with all who gave no value where these are too many', () => {
    expect(manyRefused(group(79, 21))).toBeUndefined();
    expect(lowResponse(group(79, 21))).toMatchObject({ asked: 100, valid: 79 });
  });

  it('are held against those who were replaced as well', () => {
    expect(manyRefused({ ...group(100, 19), replaced: 25 })).toEqual({ units: 19, asked: 125 });
    expect(manyRefused({ ...group(100, 18), replaced: 25 })).toBeUndefined();
  });
});
