import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SLICE } from './folders/slice.js';
import { checkFlags } from './testing/check-flags.js';
import { buildKilled } from './testing/killed-process.js';
import { openTestFiles } from './testing/open-test-files.js';

const FILES = 10 * SLICE;
const ROUNDS = 12;

it('a change of a large folder that was killed is finished after the start, and nothing of it done twice', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'vfs-large-'));
  const killed = await buildKilled('large-folder-writer');
  let unfinished = 0;
  try {
    for (let round = 0; round < ROUNDS; round++) {
      await killed.runAndKill(dataDir, randomInt(20, 900));
      const files = await openTestFiles({ dataDir });
      try {
        unfinished += await files.vfs.pending.settleAll();
        await checkFlags(files.db);
        const rows = await files.db
          .selectFrom('vfs_files')
          .select(['path', 'public', 'trashed_at'])
          .execute();
        expect(rows).toHaveLength(FILES);
        const states = rows.map((row) => `${row.path.slice(0, 3)} ${row.public} ${row.trashed_at}`);
        expect(new Set(states).size, [...new Set(states)].join()).toBe(1);
        for (const action of ['trash', 'restore']) {
          const told = files.db.selectFrom('vfs_audit').select('path').where('action', '=', action);
          expect((await told.execute()).length % FILES, action).toBe(0);
        }
      } finally {
        await files.close();
      }
    }
    expect(unfinished).toBeGreaterThan(0);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
    await killed.remove();
  }
}, 300_000);
