import { describe, expect, it } from 'vitest';
import { placeOf } from './sent-once.js';

const wire = (...bytes: readonly number[]) => ({
  session_id: 's',
  ciphertext: Buffer.from([...bytes, 0x12, 0x10, ...Array(16).fill(7)])
    .toString('base64')
    .replace(/=+$/, ''),
});

describe('the place of an encrypted message', () => {
  it.each([
    [wire(3, 8, 0), 's 0'],
    [wire(3, 8, 5), 's 5'],
    [wire(3, 8, 0xac, 0x02), 's 300'],
    [wire(3, 8, 0xff, 0xff, 0xff, 0xff, 0x0f), `s ${2 ** 32 - 1}`],
  ])('%j', (content, place) => {
    expect(placeOf(content)).toBe(place);
  });

  it.each([
    {},
    { session_id: 's' },
    { session_id: 's', ciphertext: '' },
    wire(2, 8, 5),
    wire(3, 9, 5),
    wire(3, 8, 255, 255, 255, 255, 255, 255),
  ])('is none of %j', (content) => {
    expect(placeOf(content)).toBeUndefined();
  });
});
