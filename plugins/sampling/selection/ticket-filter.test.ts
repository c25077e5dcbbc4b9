import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Seed } from './seed.js';
import { ticketOf } from './ticket-draw.js';
import { LANES, TicketFilter } from './ticket-filter.js';

/** The platform's SHA-256 is the reference. */
const expected = (seed: string, id: string) => Number.parseInt(ticketOf(seed as Seed, id).slice(0, 8), 16);

/** First bits of many ids, lane after lane; undefined where an id does not fit. */
function firsts(filter: TicketFilter, ids: readonly string[]): (number | undefined)[] {
  const out: (number | undefined)[] = [];
  for (let from = 0; from < ids.length; from += LANES) {
    const some = ids.slice(from, from + LANES);
    const fits = some.map((id, lane) => {
      const bytes = Buffer.from(`..${id}.`);
      return filter.load(lane, bytes, 2, bytes.length - 1);
    });
    filter.run();
    out.push(...some.map((_, lane) => (fits[lane] === true ? filter.first32(lane) : undefined)));
  }
  return out;
}

describe('TicketFilter', () => {
  it('gives the first 32 bits of the ticket for every length of seed and id that fits a block', () => {
    for (let length = 1; length <= 200; length++) {
      const seed = 's'.repeat(length);
      const ids = Array.from({ length: 64 }, (_, n) => 'i'.repeat(n));
      const room = 64 - 9 - ((length + 1) % 64);
      expect(firsts(new TicketFilter(seed as Seed), ids)).toEqual(
        ids.map((id) => (id.length <= room ? expected(seed, id) : undefined)),
      );
    }
  });

  it('gives them for any text, whatever the lanes held before', () => {
    const text = fc.string({ maxLength: 40, unit: 'grapheme' });
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, maxLength: 150, unit: 'grapheme' }),
        fc.array(text, { maxLength: 20 }),
        (seed, ids) => {
          for (const [at, first] of firsts(new TicketFilter(seed as Seed), ids).entries()) {
            if (first !== undefined) expect(first).toBe(expected(seed, ids[at] ?? ''));
          }
        },
      ),
    );
  });
});
