import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { holderOf, lockDataDir } from './serving-lock.js';

const SINCE = Date.UTC(2026, 10, 28, 17, 20);
let dataDir = '';

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'oracle-lock-'));
  return () => rm(dataDir, { recursive: true, force: true });
});

it('is held by one at a time, and says by whom, where and since when', async () => {
  const first = await lockDataDir(dataDir, SINCE);
  await expect(lockDataDir(dataDir, SINCE)).rejects.toMatchObject({
    code: 'already_serving',
    detail: `Process ${process.pid} serves this DATA_DIR since 2026-11-28 17:20:00 UTC.`,
  });
  await first.announce('http://127.0.0.1:4711');
  await expect(lockDataDir(dataDir, SINCE)).rejects.toThrow('at http://127.0.0.1:4711 since');
  await first.release();
  expect(await holderOf(dataDir)).toBeUndefined();
  await (await lockDataDir(dataDir, SINCE)).release();
});

it('goes by the lock and not by the words, which may be old or anything', async () => {
  await writeFile(join(dataDir, 'serving.json'), JSON.stringify({ pid: 1, since: SINCE, url: 'http://x' }));
  const lock = await lockDataDir(dataDir, SINCE);
  expect(await holderOf(dataDir)).toEqual({ pid: process.pid, since: SINCE });
  await writeFile(join(dataDir, 'serving.json'), '{"pid":"me"}');
  await expect(lockDataDir(dataDir, SINCE)).rejects.toMatchObject({
    detail: 'Another process serves this DATA_DIR.',
  });
  await lock.release();
});
