import { describe, expect, it } from 'vitest';
import { Lru } from './lru.js';

describe('Lru', () => {
  it('keeps what was used last within its capacity', () => {
    const lru = new Lru<number>(3);
    lru.set('a', 1, 1);
    lru.set('b', 2, 1);
    lru.set('c', 3, 1);
    lru.get('a');
    lru.set('d', 4, 1);
    expect([lru.get('a'), lru.get('b'), lru.get('c'), lru.get('d')]).toEqual([1, undefined, 3, 4]);
    lru.set('large', 5, 4);
    expect(lru.get('large')).toBeUndefined();
    lru.set('a', 6, 3);
    expect(lru.get('a')).toBe(6);
  });
});
