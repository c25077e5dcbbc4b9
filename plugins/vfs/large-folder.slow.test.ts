import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { moveFolder } from './drive/move.js';
import { flagFolder } from './drive/publish.js';
import { findTrashed, restoreFolder } from './drive/restore.js';
import { trashFolder } from './drive/trash.js';
import { SLICE } from './folders/slice.js';
import { parsePath } from './paths/namespace-path.js';
import { fillFolder, manyPaths } from './testing/fill-folder.js';
import { largeFolderSuite } from './testing/large-folder-suite.js';
import { openTestFiles } from './testing/open-test-files.js';

largeFolderSuite(() => openTestFiles());

it('writes a slice of rows, and no more, before others have their turn', async () => {
  const files = await openTestFiles();
  const access = files.access();
  const a = parsePath('/a');
  const b = parsePath('/b');
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
  const written = async () => {
    const { rows } = await sql<{ n: number }>`select total_changes() as n`.execute(files.db);
    return rows[0]?.n ?? 0;
  };
  try {
    // Each file in a folder of its own: nothing makes more rows of one.
    await fillFolder(files.vfs, access, manyPaths('/a', 10 * SLICE, 1));
    for (const [name, change] of Object.entries(changes)) {
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
      // A file or folder, what is recorded of it, the folder made for it, and the few rows of the change itself.
      expect(most, name).toBeLessThanOrEqual(3 * SLICE + 20);
      expect(before - first, name).toBeGreaterThan(10 * SLICE);
    }
  } finally {
    await files.close();
  }
});
