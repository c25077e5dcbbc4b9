import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { timeLimit } from './time-limit.js';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

describe('a time limit', () => {
  it('is heard beside another signal, whatever is cleared from memory meanwhile', async () => {
    const outer = new AbortController();
    const both = AbortSignal.any([outer.signal, timeLimit(30)]);
    const heard = new Promise<unknown>((resolve) =>
      both.addEventListener('abort', () => resolve(both.reason), { once: true }),
    );
    collect();
    await sleep(1);
    collect();
    expect(await heard).toMatchObject({ name: 'TimeoutError', message: 'Not done within 30 ms.' });
  });
});
