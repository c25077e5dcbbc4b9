import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSeed } from './seed.js';
import { compareTickets, drawTickets, ticketOf } from './ticket-draw.js';

/**
 * Vectors of `sha256-ticket-v1`, computed outside this project with Python's hashlib and checked with sha256sum: the
 * frame HH-00001..HH-05000, of which the first 3,000 are urban.
 */
const frame = Array.from({ length: 5000 }, (_, i) => `HH-${String(i + 1).padStart(5, '0')}`);
const seed = (value: unknown) => parseSeed(value).text;
const listHash = (ids: readonly string[]) =>
  createHash('sha256')
    .update(ids.map((id) => `${id}\n`).join(''))
    .digest('hex');
const draw = (ids: readonly string[], seedValue: unknown, n: number) =>
  drawTickets(ids, seed(seedValue), n).map((unit) => unit.id);

describe('sha256-ticket-v1', () => {
  it('gives the published ticket', () => {
    expect(ticketOf(seed('20240220'), 'HH-00001')).toBe(
      '26af2f22e55803a836b3fed4e22aca5938ae3a1af77d7c0464ea87bb32f72388',
    );
  });

  it('draws the published 420 of 5,000', () => {
    const drawn = drawTickets(frame, seed(20240220), 420);
    const ids = drawn.map((unit) => unit.id);
    expect(ids.slice(0, 5)).toEqual(['HH-01060', 'HH-01428', 'HH-03801', 'HH-04743', 'HH-04793']);
    expect(ids.at(-1)).toBe('HH-02802');
    expect(drawn.at(-1)?.ticket.slice(0, 16)).toBe('15bce51dcbb9add4');
    expect(ids.filter((id) => id <= 'HH-03000')).toHaveLength(258);
    expect(listHash(ids)).toBe('0727b04efea204453dca36738b3681af93351434ebb3fa2caac2a9a9e12d9686');
  });

  it.each(['1', '42', '20240220'])('draws the list of seed %s', (text) => {
    const numbers = readFileSync(new URL(`./fixtures/sel_${text}.txt`, import.meta.url), 'utf8')
      .trim()
      .split('\n');
    expect(draw(frame, text, 420)).toEqual(numbers.map((number) => `HH-${number.padStart(5, '0')}`));
  });

  it.each([
    ['1', '42426617ec10ca8c'],
    ['42', '97a27d8c7a0d2dbf'],
  ])('hashes the list of seed %s to %s', (text, prefix) => {
    expect(listHash(draw(frame, text, 420)).slice(0, 16)).toBe(prefix);
  });

  it('draws strata that share a seed', () => {
    const urban = draw(frame.slice(0, 3000), '20240220', 252);
    const rural = draw(frame.slice(3000), '20240220', 168);
    expect([...urban.slice(0, 3), urban.at(-1)]).toEqual(['HH-01060', 'HH-01428', 'HH-01479', 'HH-02820']);
    expect([...rural.slice(0, 3), rural.at(-1)]).toEqual(['HH-03801', 'HH-04743', 'HH-04793', 'HH-03834']);
    expect(listHash([...urban, ...rural])).toBe(
      '45404224039e11cb7461418104b9af4c94014eb0deb9186353330593fcc83484',
    );
  });

  it('orders H1..H10', () => {
    const ids = Array.from({ length: 10 }, (_, i) => `H${i + 1}`);
    const drawn = drawTickets(ids, seed('20240220'), 10);
    expect(drawn.map((unit) => unit.id)).toEqual([
      'H3',
      'H6',
      'H7',
      'H2',
      'H4',
      'H1',
      'H8',
      'H9',
      'H10',
      'H5',
    ]);
    expect(drawn[0]?.ticket.slice(0, 16)).toBe('0c14da5e8bde56bb');
  });

  it('keeps its place in the heap when the frame is smaller than the draw, and draws nothing for 0', () => {
    expect(draw(['a', 'b'], '1', 5)).toHaveLength(2);
    expect(draw(['a', 'b'], '1', 0)).toEqual([]);
  });

  const someIds = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }), {
    minLength: 1,
    maxLength: 60,
  });
  const someSeed = fc.oneof(fc.integer().map(String), fc.stringMatching(/^[a-z]{1,20}$/));

  it('heap equals full sort', () => {
    fc.assert(
      fc.property(someIds, someSeed, fc.nat(70), (ids, text, n) => {
        const sorted = ids.map((id) => ({ id, ticket: ticketOf(seed(text), id) })).sort(compareTickets);
        expect(drawTickets(ids, seed(text), n)).toEqual(sorted.slice(0, n));
      }),
    );
  });

  it('equals full sort in a frame so large that most ids are filtered, with ids of all kinds', () => {
    const ids = Array.from(
      { length: 12_000 },
      (_, i) => `${['', 'ü', 'a-rather-long-name-of-a-village-in-the-mountains/', '漢'][i % 4]}${i}`,
    );
    for (const text of ['7', 's'.repeat(64)]) {
      const sorted = ids.map((id) => ({ id, ticket: ticketOf(seed(text), id) })).sort(compareTickets);
      for (const n of [0, 1, 333, 11_999])
        expect(drawTickets(ids, seed(text), n)).toEqual(sorted.slice(0, n));
    }
  });

  it('does not depend on the order of the rows', () => {
    fc.assert(
      fc.property(
        someIds.chain((ids) =>
          fc.tuple(fc.constant(ids), fc.shuffledSubarray(ids, { minLength: ids.length })),
        ),
        someSeed,
        fc.nat(60),
        ([ids, shuffled], text, n) => {
          expect(draw(shuffled, text, n)).toEqual(draw(ids, text, n));
        },
      ),
    );
  });

  it('extends a list without changing it, and draws only from the frame', () => {
    fc.assert(
      fc.property(someIds, someSeed, fc.nat(60), fc.nat(10), (ids, text, n, more) => {
        const small = draw(ids, text, n);
        const large = draw(ids, text, n + more);
        expect(large.slice(0, small.length)).toEqual(small);
        expect(large.every((id) => ids.includes(id))).toBe(true);
        expect(new Set(large).size).toBe(large.length);
      }),
    );
  });
});
