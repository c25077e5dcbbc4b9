import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { checkFlags } from './testing/check-flags.js';
import { buildKilled } from './testing/killed-process.js';
import { openTestFiles, type TestFiles } from './testing/open-test-files.js';
import { storm } from './testing/storm.js';

interface Large {
  readonly folders: number;
  /** Files in each of them. */
  readonly each: number;
  readonly kills: number;
  /** Milliseconds that a process works before it is killed. */
  readonly works: readonly [least: number, most: number];
}

it.for<Large>([
  { folders: 250, each: 4, kills: 12, works: [20, 900] },
  { folders: 10_000, each: 10, kills: storm(6, 2), works: [500, 4_000] },
])(
  'a change of $folders folders of $each files that was killed is finished after the start, and nothing of it done twice',
  {
    timeout: 600_000,
  },
  async ({ folders, each, kills, works }) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'vfs-large-'));
    const killed = await buildKilled('large-folder-writer');
    let unfinished = 0;
    try {
      for (let round = 0; round < kills; round++) {
        await killed.runAndKill(dataDir, randomInt(...works), String(folders), String(each));
        const files = await openTestFiles({ dataDir });
        try {
          unfinished += await files.vfs.pending.settleAll();
          await checkWhole(files, folders * each);
        } finally {
          await files.close();
        }
      }
      expect(unfinished).toBeGreaterThan(0);
    } finally {
      await rm(dataDir, { recursive: true, force: true });
      await killed.remove();
    }
  },
);

/** All files are in one state, and each was recorded as often as every other. */
async function checkWhole({ db }: TestFiles, count: number): Promise<void> {
  await checkFlags(db);
  const states = await db
    .selectFrom('vfs_files')
    .select((eb) => [
      sql<string>`substr(path, 1, 3)`.as('top'),
      'public',
      'trashed_at',
      eb.fn.countAll<number>().as('files'),
    ])
    .groupBy(['top', 'public', 'trashed_at'])
    .execute();
  expect(states).toEqual([expect.objectContaining({ files: count })]);
  for (const action of ['trash', 'restore']) {
    const { told } = await db
      .selectFrom('vfs_audit')
      .select((eb) => eb.fn.countAll<number>().as('told'))
      .where('action', '=', action)
      .executeTakeFirstOrThrow();
    expect(told % count, action).toBe(0);
  }
}
