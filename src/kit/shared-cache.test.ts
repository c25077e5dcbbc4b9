import { describe, expect, it } from 'vitest';
import { SharedCache } from './shared-cache.js';

function counting(ttlMs = 1000, maxEntries = 2) {
  const clock = { time: 0, now: () => clock.time };
  const cache = new SharedCache<string>({ ttlMs, maxEntries, clock });
  const loads: string[] = [];
  const get = (key: string) =>
    cache.get(key, async () => {
      loads.push(key);
      return key.toUpperCase();
    });
  return { clock, cache, loads, get };
}

describe('a shared cache', () => {
  it('loads a key once while it is fresh and again when its time is up', async () => {
    const { clock, loads, get } = counting();
    await get('a');
    clock.time = 999;
    expect(await get('a')).toBe('A');
    expect(loads).toEqual(['a']);
    clock.time = 1000;
    await get('a');
    expect(loads).toEqual(['a', 'a']);
  });

  it('lets callers of the same moment share one load', async () => {
    const { loads, get } = counting();
    expect(await Promise.all([get('a'), get('a'), get('b'), get('a')])).toEqual(['A', 'A', 'B', 'A']);
    expect(loads).toEqual(['a', 'b']);
  });

  it('holds no more than it may and drops what was not used for longest', async () => {
    const { cache, loads, get } = counting();
    await get('a');
    await get('b');
    await get('a');
    await get('c');
    expect(cache.size).toBe(2);
    await get('a');
    expect(loads).toEqual(['a', 'b', 'c']);
    await get('b');
    expect(loads).toEqual(['a', 'b', 'c', 'b']);
  });

  it('forgets a failure: all who waited see it, the next caller loads anew', async () => {
    const { cache } = counting();
    const failing = () => cache.get('a', async () => Promise.reject(new Error('down')));
    const results = await Promise.allSettled([failing(), failing()]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await cache.get('a', async () => 'up')).toBe('up');
  });
});
