import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copyItem } from './drive/copy.js';
import { moveFolder } from './drive/move.js';
import { flagFolder } from './drive/publish.js';
import { purgeAt } from './drive/purge.js';
import { findTrashed, restoreFolder } from './drive/restore.js';
import { listTrash, trashFolder } from './drive/trash.js';
import { SLICE } from './folders/slice.js';
import { parsePath } from './paths/namespace-path.js';
import { fillFolder, manyPaths } from './testing/fill-folder.js';
import { largeFolderSuite } from './testing/large-folder-suite.js';
import { openTestFiles, type TestFiles } from './testing/open-test-files.js';

largeFolderSuite(() => openTestFiles());

describe('writes a slice of rows, and no more, before others have their turn', () => {
  let files: TestFiles;
  beforeEach(async () => {
    files = await openTestFiles();
  });
  afterEach(() => files.close());
  const [a, b] = [parsePath('/a'), parsePath('/b')];

  const written = async () => {
    const { rows } = await sql<{ n: number }>`select total_changes() as n`.execute(files.db);
    return rows[0]?.n ?? 0;
  };
  /** Rows that were written between two turns, at most, and in all. */
  const rowsOf = async (change: () => Promise<unknown>) => {
    let isOver = false;
    const changing = change().finally(() => {
      isOver = true;
    });
    let before = await written();
    const first = before;
    let most = 0;
    while (!isOver) {
      await setImmediate();
      const now = await written();
      most = Math.max(most, now - before);
      before = now;
    }
    await changing;
    return { most, all: before - first };
  };

  it('where a folder is changed as a whole', async () => {
    const access = files.access();
    const restore = async () => {
      const found = await findTrashed(files.vfs, access, b, undefined);
      if (found.type === 'folder') await restoreFolder(files.vfs, access, found);
    };
    const changes = {
      publish: () => flagFolder(files.vfs, access, a, 'public', true),
      unpublish: () => flagFolder(files.vfs, access, a, 'public', false),
      move: () => moveFolder(files.vfs, access, a, b),
      trash: () => trashFolder(files.vfs, access, b),
      restore,
    };
    // Each file in a folder of its own: nothing makes more rows of one.
    await fillFolder(files.vfs, access, manyPaths('/a', 10 * SLICE, 1));
    for (const [name, change] of Object.entries(changes)) {
      const { most, all } = await rowsOf(change);
      // A file or folder, what is recorded of it, the folder made for it, and the few rows of the change itself.
      expect(most, name).toBeLessThanOrEqual(3 * SLICE + 20);
      expect(all, name).toBeGreaterThan(10 * SLICE);
    }
  });

  it('where files are copied and purged, as many of them as fit', async () => {
    const access = files.access();
    for (const path of manyPaths('/a', 3 * SLICE, 10)) await files.put(path, 'one');
    const changes = {
      copy: () => copyItem(files.vfs, access, { from: a, to: b }),
      purge: async () => (await purgeAt(files.vfs, access, b)).through,
    };
    for (const [name, change] of Object.entries(changes)) {
      const { most, all } = await rowsOf(change);
      // A file, its version, its bytes or where they are noted to go, what is recorded of it, and a tenth of a folder.
      expect(most, name).toBeLessThanOrEqual(5 * SLICE + 20);
      expect(most, name).toBeGreaterThan(SLICE);
      expect(all, name).toBeGreaterThan(9 * SLICE);
      if (name === 'copy') await trashFolder(files.vfs, access, b);
    }
  });

  it('and of a trash that is being purged a list looks at many files in one turn, and at so many at most', async () => {
    const access = files.access();
    await fillFolder(files.vfs, access, manyPaths('/a', 11_000, 100));
    await files.db.updateTable('vfs_files').set({ trashed_at: 1 }).execute();
    files.vfs.pending.settle = () => new Promise(() => undefined);
    await purgeAt(files.vfs, access, a);
    for (const limit of [1, 500]) {
      let turns = 0;
      let isOver = false;
      const listing = listTrash(files.vfs, access, limit).finally(() => {
        isOver = true;
      });
      for (; !isOver; turns++) await setImmediate();
      const { files: shown, next } = await listing;
      expect([shown, next === undefined]).toEqual([[], false]);
      expect(turns).toBeLessThan(40);
      expect((await listTrash(files.vfs, access, limit, next)).next).toBeUndefined();
    }
  });
});
