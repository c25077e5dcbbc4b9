import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../types.js';
import { type TestClock, testClock } from './fixtures.js';

/** What one process at a time may do. `open` is called twice. */
export function leasesSuite(open: (clock: TestClock) => Promise<Store>): void {
  describe('a lease', () => {
    let [one, two]: Store[] = [];

    beforeAll(async () => {
      const clock = testClock();
      [one, two] = [await open(clock), await open(clock)];
    });
    afterAll(() => Promise.all([one?.close(), two?.close()]));

    it('is held by one, who keeps it, until it is given back', async () => {
      expect(await one?.leases.take('a')).toBe(true);
      expect(await two?.leases.take('a')).toBe(false);
      expect(await one?.leases.take('a')).toBe(true);
      expect(await two?.leases.take('b')).toBe(true);
      await two?.leases.release('a');
      expect(await two?.leases.take('a')).toBe(false);
      await one?.leases.release('a');
      expect(await two?.leases.take('a')).toBe(true);
    });

    it('goes to another when it has lapsed, and not before', async () => {
      expect(await one?.leases.take('c')).toBe(true);
      await one?.db.updateTable('core_leases').set({ held_until: 1 }).where('name', '=', 'c').execute();
      expect(await two?.leases.take('c')).toBe(true);
      expect(await one?.leases.take('c')).toBe(false);
    });

    it('is taken by one of two who ask in the same moment', async () => {
      const taken = await Promise.all([one?.leases.take('d'), two?.leases.take('d')]);
      expect(taken.filter(Boolean)).toHaveLength(1);
    });
  });
}
