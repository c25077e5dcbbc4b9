import { describe, expect, it } from 'vitest';
import type { ChatModel } from '../../plugin/index.js';
import { TokenGauge } from './token-gauge.js';

const gauge = (at = { ms: 0 }) => new TokenGauge({ now: () => at.ms });

describe('the gauge', () => {
  it('knows no room before anybody has said one', () => {
    expect(gauge().room('m', undefined)).toBeUndefined();
  });

  it('leaves a fifth of the window for the answer, of a large one 8,192 tokens', () => {
    expect(gauge().room('m', 8_000)).toBe(6_400);
    expect(gauge().room('m', 200_000)).toBe(191_808);
  });

  it('leaves room for the longest answer that is asked for, up to half of the window', () => {
    const one = new TokenGauge({ now: () => 0 }, 3_000);
    expect(one.room('m', 8_000)).toBe(5_000);
    expect(one.room('m', 4_000)).toBe(2_000);
  });

  it('believes at once that text costs more than was thought, and slowly that it costs less', () => {
    const one = gauge();
    one.counted('m', 1_000, 2_000);
    expect(one.room('m', 8_000)).toBe(3_200);
    one.counted('m', 1_000, 1_000);
    expect(one.room('m', 8_000)).toBeCloseTo(6_400 / 1.8);
    expect(one.room('other', 8_000)).toBe(6_400);
  });

  it('does not believe a server that counts next to nothing', () => {
    const one = gauge();
    for (let i = 0; i < 100; i += 1) one.counted('m', 1_000, 10);
    expect(one.room('m', 8_000)).toBeLessThanOrEqual(8_000);
  });

  it.each([
    ['by a limit and a count', { limit: 4_000, asked: 6_000 }, undefined],
    ['by a limit', { limit: 4_000 }, undefined],
    ['by a count', { asked: 6_000 }, 4_000],
    ['by nothing, with a window that is known', {}, 4_000],
    ['by nothing at all', {}, undefined],
  ])('sends less after each refusal, told %s', (_, told, window) => {
    const one = gauge();
    let estimated = 5_000;
    for (let i = 0; i < 8; i += 1) {
      one.refused('m', estimated, window, told);
      const room = one.room('m', window) ?? Number.POSITIVE_INFINITY;
      expect(room).toBeLessThan(estimated);
      estimated = room;
    }
    expect(estimated).toBeLessThan(2_000);
  });

  it('asks an endpoint for its window once in five minutes, also when it does not say', async () => {
    const at = { ms: 0 };
    const one = gauge(at);
    let asked = 0;
    const model = {
      id: 'm',
      contextTokens: async () => {
        asked += 1;
        return undefined;
      },
    } as unknown as ChatModel;
    const ask = () => one.window(model, new AbortController().signal);
    await Promise.all([ask(), ask()]);
    expect(asked).toBe(1);
    at.ms = 300_001;
    await ask();
    expect(asked).toBe(2);
    await one.window(model, AbortSignal.abort());
    await ask();
    expect(asked).toBe(3);
  });
});
