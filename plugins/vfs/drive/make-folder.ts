import { type Access, requireAbility, requireScope } from '../access/access.js';
import { type NamespacePath, ROOT } from '../paths/namespace-path.js';
import { ensureFolder } from '../store/folders.js';
import { folderOf } from '../store/rows.js';
import type { FolderRow } from '../types.js';
import type { Vfs } from '../vfs.js';
import { audit } from './audit.js';
import { conflict } from './faults.js';
import { requireFree } from './free-place.js';
import { changeNamespace } from './transaction.js';

/**
 * Makes an empty folder, which stays although it is empty, and those above it that are missing.
 * @throws OracleError `forbidden`, `conflict` when something is there
 */
export async function makeFolder(vfs: Vfs, access: Access, path: NamespacePath): Promise<FolderRow> {
  requireAbility(access, 'fs/write');
  requireScope(access, path);
  if (path === ROOT) throw conflict('The root is there already.');
  const { namespace } = access;
  return changeNamespace(vfs, access, async (trx) => {
    await requireFree(trx, namespace, path);
    await ensureFolder(trx, namespace, path, vfs.clock.now());
    const row = await trx
      .updateTable('vfs_folders')
      .set({ made: 1 })
      .where('namespace', '=', namespace)
      .where('path', '=', path)
      .returningAll()
      .executeTakeFirstOrThrow();
    const folder = folderOf(row);
    await audit(vfs, trx, access, 'make-folder', folder);
    return folder;
  });
}
