import { describe, expect, it } from 'vitest';
import { abortable } from './abortable.js';

describe('abortable', () => {
  it('settles as the work does', async () => {
    const { signal } = new AbortController();
    expect(await abortable(Promise.resolve(1), signal)).toBe(1);
    await expect(abortable(Promise.reject(new Error('no')), signal)).rejects.toThrow('no');
  });

  it('rejects with the reason as soon as that is aborted, whatever becomes of the work', async () => {
    const ending = new AbortController();
    let fail: (error: Error) => void = () => undefined;
    const work = new Promise((_, reject) => {
      fail = reject;
    });
    const waiting = abortable(work, ending.signal);
    ending.abort(new Error('gave up'));
    await expect(waiting).rejects.toThrow('gave up');
    fail(new Error('too late'));
    await expect(abortable(work, ending.signal)).rejects.toThrow('gave up');
  });
});
