import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStore } from './index.js';
import { OWNER, testClock } from './repository-suites/fixtures.js';
import { instancesSuite } from './repository-suites/instances.js';

let dataDir = '';
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'oracle-instances-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

instancesSuite((clock) => openStore({ dataDir, clock, alone: false }));

it('a lease lasts as long as it says', async () => {
  const clock = testClock();
  const [one, two] = [
    await openStore({ dataDir, clock, alone: false }),
    await openStore({ dataDir, clock, alone: false }),
  ];
  await one.instances.renew();
  const session = (await one.sessions.create(OWNER)).id;
  await one.runs.create({ id: 'leased', sessionId: session, owner: OWNER });
  clock.advance(one.instances.leaseMs - 1);
  expect(await two.instances.takeOver('leased')).toBe(false);
  clock.advance(1);
  expect(await two.instances.takeOver('leased')).toBe(true);
  await one.close();
  await two.close();
});

it('a process that is alone takes over at once: no other can be there', async () => {
  const clock = testClock();
  const before = await openStore({ dataDir, clock });
  await before.instances.renew();
  const session = (await before.sessions.create(OWNER)).id;
  await before.runs.create({ id: 'left', sessionId: session, owner: OWNER });
  const alone = await openStore({ dataDir, clock });
  expect((await alone.instances.orphans()).map(({ id }) => id)).toContain('left');
  expect(await alone.instances.takeOver('left')).toBe(true);
  await before.close();
  await alone.close();
});
