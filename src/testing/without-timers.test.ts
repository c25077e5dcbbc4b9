import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { withoutTimers } from './without-timers.js';

const realTimeout = setTimeout;

it.each([
  ['a timer', () => new Promise((resolve) => setTimeout(resolve, 1))],
  ['a pause', () => sleep(1)],
])('work that waits for %s does not end', async (_what, wait) => {
  let ended = false;
  void withoutTimers(wait).then(() => {
    ended = true;
  });
  await new Promise((resolve) => realTimeout(resolve, 30));
  expect(ended).toBe(false);
});

it('work that waits for none does, and timers run again after it', async () => {
  expect(await withoutTimers(() => new Promise((resolve) => setImmediate(resolve, 'done')))).toBe('done');
  expect(await sleep(1, 'slept')).toBe('slept');
});
