import { describe, expect, it } from 'vitest';
import { WindowCounter } from './window-counter.js';

describe('counting in windows', () => {
  it('counts each key from its first count on, and anew once its window is over', () => {
    const counter = new WindowCounter(100);
    expect(counter.add('a', 0)).toEqual({ count: 1, endsAt: 100 });
    expect(counter.add('b', 50)).toEqual({ count: 1, endsAt: 150 });
    expect(counter.add('a', 99.9)).toEqual({ count: 2, endsAt: 100 });
    expect(counter.peek('a', 100)).toBeUndefined();
    expect(counter.add('a', 100)).toEqual({ count: 1, endsAt: 200 });
    expect(counter.add('b', 149)).toEqual({ count: 2, endsAt: 150 });
  });

  it('counts nothing by looking', () => {
    const counter = new WindowCounter(100);
    expect(counter.peek('a', 0)).toBeUndefined();
    counter.add('a', 0);
    for (let look = 0; look < 3; look += 1) expect(counter.peek('a', 1)?.count).toBe(1);
  });

  it('forgets keys whose window is over, so that many clients cost nothing for ever', () => {
    const counter = new WindowCounter(100);
    for (let client = 0; client < 10_000; client += 1) counter.add(`client-${client}`, client);
    expect(counter.size).toBe(100);
    counter.add('late', 1_000_000);
    expect(counter.size).toBe(1);
  });
});
