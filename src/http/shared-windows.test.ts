import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openStore } from '../store/index.js';
import { createRateLimits } from './rate-limit.js';
import { SharedWindows } from './shared-windows.js';

it('a limit holds for all processes on one database, and for each key by itself', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'oracle-limits-'));
  const clock = { now: () => Date.now() };
  const [one, two] = [await openStore({ dataDir, clock }), await openStore({ dataDir, clock })];
  const [atOne, atTwo] = [new SharedWindows(one.sharedCounts), new SharedWindows(two.sharedCounts)];
  const [first, second] = [createRateLimits(5, atOne), createRateLimits(5, atTwo)];

  for (let count = 0; count < 3; count += 1) first.general.consume('anna');
  first.general.consume('ben');
  second.general.consume('anna');
  await atOne.tell();
  await atTwo.tell();
  second.general.consume('anna');
  expect(() => second.general.consume('anna')).toThrow(/More than 5 requests/);
  second.general.consume('ben');
  expect(second.failedAuth.isSpent('anna')).toBe(false);

  await atTwo.tell();
  first.general.consume('ben');
  await atOne.tell();
  await two.close();
  // Without the database each goes on for itself.
  second.general.consume('clara');
  await atTwo.tell();
  expect(second.general.isSpent('clara')).toBe(false);
  await one.close();
  await rm(dataDir, { recursive: true, force: true });
});
