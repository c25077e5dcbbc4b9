import { moveFolder } from '../drive/move.js';
import { flagFolder } from '../drive/publish.js';
import { findTrashed, restoreFolder } from '../drive/restore.js';
import { trashFolder } from '../drive/trash.js';
import { parsePath } from '../paths/namespace-path.js';
import { fillFolder, manyPaths } from './fill-folder.js';
import { openTestFiles } from './open-test-files.js';

/**
 * A process that changes one large folder, of so many files in each of so many folders, as a whole and without pause until
 * it is killed.
 */
const [, , dataDir = '', folders = '', each = ''] = process.argv;
const files = await openTestFiles({ dataDir });
const { vfs, db } = files;
const access = files.access();
const a = parsePath('/a');
const b = parsePath('/b');
if ((await db.selectFrom('vfs_files').select('id').limit(1).execute()).length === 0)
  await fillFolder(vfs, access, manyPaths('/a', Number(folders) * Number(each), Number(each)));
process.stdout.write('ready\n');

const isThere = async (path: typeof a) =>
  (await vfs.files.findFolderAt(access.namespace, path)) !== undefined;
for (;;) {
  if (await isThere(a)) {
    await flagFolder(vfs, access, a, 'public', true);
    await moveFolder(vfs, access, a, b);
  }
  if (await isThere(b)) {
    await flagFolder(vfs, access, b, 'public', false);
    await trashFolder(vfs, access, b);
  }
  files.advance(1_000);
  const trashed = await findTrashed(vfs, access, b, undefined);
  if (trashed.type === 'folder') await restoreFolder(vfs, access, trashed);
  await moveFolder(vfs, access, b, a);
}
