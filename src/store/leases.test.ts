import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStore } from './index.js';
import { testClock } from './repository-suites/fixtures.js';
import { leasesSuite } from './repository-suites/leases.js';

let dataDir = '';
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'oracle-leases-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

leasesSuite((clock) => openStore({ dataDir, clock, alone: false }));

it('waits for nobody where one process alone can be there', async () => {
  const clock = testClock();
  const before = await openStore({ dataDir, clock });
  expect(await before.leases.take('left')).toBe(true);
  const alone = await openStore({ dataDir, clock });
  expect(await alone.leases.take('left')).toBe(true);
  await Promise.all([before.close(), alone.close()]);
});
