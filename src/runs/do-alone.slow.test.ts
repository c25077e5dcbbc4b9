import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../store/dialect.js';
import { openStore } from '../store/index.js';
import { createLeases } from '../store/leases.js';
import { createDoAlone } from './do-alone.js';

const silent = { debug() {}, info() {}, warn() {}, error() {}, child: () => silent };
const clock = { now: () => Date.now() };
let dataDir = '';
let database: Awaited<ReturnType<typeof openDatabase>>;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'oracle-alone-'));
  await (await openStore({ dataDir, clock })).close();
  database = await openDatabase(dataDir, undefined);
});
afterAll(async () => {
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

const process = (own: string, leaseMs = 150) =>
  createDoAlone('test', {
    leases: createLeases(database, { clock, own, alone: false, leaseMs }),
    logger: silent,
  });

/** A promise to end with. */
function end(): { ended: Promise<void>; end: () => void } {
  let done = () => {};
  const ended = new Promise<void>((resolve) => {
    done = resolve;
  });
  return { ended, end: done };
}

it('is done by one after the other, each for as long as it takes', async () => {
  const { signal } = new AbortController();
  const done: string[] = [];
  const [first, waiting] = [end(), end()];
  const one = process('one')({
    name: 'w',
    signal,
    work: async () => {
      done.push('one begins');
      await first.ended;
      done.push('one ends');
    },
  });
  const two = process('two')({
    name: 'w',
    signal,
    waits: waiting.end,
    work: async () => void done.push('two'),
  });
  await waiting.ended;
  // Several leases long, which it renews.
  await new Promise((resolve) => setTimeout(resolve, 400));
  first.end();
  await Promise.all([one, two]);
  expect(done).toEqual(['one begins', 'one ends', 'two']);
});

it('ends the work when another process has the lease, and begins it anew after that one', async () => {
  const { signal } = new AbortController();
  let times = 0;
  const held = end();
  await Promise.all([
    process('three')({
      name: 'x',
      signal,
      work: async (mine) => {
        times += 1;
        if (times > 1) return;
        held.end();
        await new Promise((_, reject) => mine.addEventListener('abort', () => reject(mine.reason)));
      },
    }),
    held.ended.then(async () => {
      await database.db
        .updateTable('core_leases')
        .set({ holder: 'somebody', held_until: Date.now() + 200 })
        .where('name', '=', 'test/x')
        .execute();
    }),
  ]);
  expect(times).toBe(2);
});

it('stops the work before the lease lapses that a database without answer cannot renew', async () => {
  const { signal } = new AbortController();
  const leases = createLeases(database, { clock, own: 'four', alone: false, leaseMs: 150 });
  let asked = 0;
  const hanging = {
    ...leases,
    take: (name: string) => {
      asked += 1;
      return asked === 1 || asked > 2 ? leases.take(name) : new Promise<boolean>(() => undefined);
    },
  };
  const begun = performance.now();
  const lasted: number[] = [];
  await createDoAlone('test', { leases: hanging, logger: silent })({
    name: 'y',
    signal,
    work: (mine) =>
      lasted.length > 0
        ? Promise.resolve()
        : new Promise((_, reject) =>
            mine.addEventListener('abort', () => {
              lasted.push(performance.now() - begun);
              reject(mine.reason);
            }),
          ),
  });
  expect(lasted).toHaveLength(1);
});

it('gives back what its work threw, and waits no longer than it may', async () => {
  const stop = new AbortController();
  const fails = process('five')({
    name: 'z',
    signal: stop.signal,
    work: () => Promise.reject(new Error('no room')),
  });
  await expect(fails).rejects.toThrow('no room');
  const holding = end();
  const holds = process('six')({
    name: 'z',
    signal: stop.signal,
    work: async (held) => {
      holding.end();
      await new Promise((resolve) => held.addEventListener('abort', resolve));
    },
  });
  await holding.ended;
  const waits = process('five')({
    name: 'z',
    signal: stop.signal,
    waits: () => stop.abort(new Error('over')),
    work: async () => undefined,
  });
  await expect(waits).rejects.toThrow();
  await holds;
});
