import { describe, expect, it } from 'vitest';
import { isThroughWithin } from './trash-routes.js';

describe('a purge that is waited for', () => {
  it('is through, or is not within the time, or says what went wrong', async () => {
    expect(await isThroughWithin(Promise.resolve(), 60_000)).toBe(true);
    expect(await isThroughWithin(new Promise(() => undefined), 1)).toBe(false);
    await expect(isThroughWithin(Promise.reject(new Error('disk')), 60_000)).rejects.toThrow('disk');
  });
});
