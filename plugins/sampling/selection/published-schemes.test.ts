import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';

/**
 * Other published ways to draw by hash, worked here to the letter from their own texts. They are not offered for
 * use; they show that the vectors beside them, and so this project's reading of such schemes, are right.
 */
const sha256 = (data: string | Buffer) => createHash('sha256').update(data);

describe('RFC 3797 (random selection of volunteers)', () => {
  const key = '9319./2.5.8.10.12./9.18.26.34.41.45./';
  const round = (i: number) => {
    const counter = Buffer.alloc(2);
    counter.writeUInt16BE(i);
    return createHash('md5')
      .update(Buffer.concat([counter, Buffer.from(key), counter]))
      .digest('hex')
      .toUpperCase();
  };

  it('gives the hash and the picks of its example', () => {
    expect(round(0)).toBe('990DD0A5692A029A98B5E01AA28F3459');
    const pool = Array.from({ length: 25 }, (_, i) => i + 1);
    const picks = Array.from(
      { length: 10 },
      (_, i) => pool.splice(Number(BigInt(`0x${round(i)}`) % BigInt(pool.length)), 1)[0],
    );
    expect(picks).toEqual([17, 7, 2, 16, 25, 23, 8, 24, 19, 13]);
  });
});

describe('consistent_sampler (Rivest)', () => {
  /** A decimal fraction: the digits of the hash as an integer, least significant first. */
  const fraction = (text: string) =>
    [...BigInt(`0x${sha256(text).digest('hex')}`).toString()].reverse().join('');

  it('gives the published uniform number', () => {
    expect(fraction('abc')).toBe(
      '56998071861792858926477341561059638840106636224182943832566300809078486324348',
    );
  });

  it('orders the published ids', () => {
    const seed = sha256('314159').digest('hex');
    const ids = ['A-1', 'A-2', 'A-3', 'B-1', 'B-2', 'B-3'];
    const ordered = ids
      .map((id) => ({ id, ticket: fraction(seed + id) }))
      .sort((a, b) => (a.ticket < b.ticket ? -1 : 1));
    expect(ordered.slice(0, 4).map(({ id }) => id)).toEqual(['B-2', 'B-3', 'A-3', 'A-2']);
  });
});

describe('cryptorandom (Stark)', () => {
  it('gives the published integers by truncation', () => {
    const draw = (counter: number) =>
      Number(
        BigInt(
          `0x${sha256(Buffer.concat([Buffer.from('12345678901234567890,'), Buffer.alloc(counter)])).digest('hex')}`,
        ) % 1000n,
      ) + 1;
    expect([0, 1, 2, 3, 4].map(draw)).toEqual([876, 766, 536, 423, 164]);
  });
});
