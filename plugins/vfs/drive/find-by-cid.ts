import { sql } from 'kysely';
import { type Access, requireAbility, requireScope } from '../access/access.js';
import { CID } from '../content/cid.js';
import type { NamespacePath } from '../paths/namespace-path.js';
import { isSeen } from '../store/conditions.js';
import type { FileRow, VersionRow } from '../types.js';
import type { Vfs } from '../vfs.js';
import { notFound } from './faults.js';
import { findVersion } from './versions.js';

/**
 * The content with a CID at or under a folder: what a file holds now before what it held once, then by path. A record
 * that names its evidence by CID so keeps finding it after an edit, as long as that version is kept.
 * @throws OracleError `forbidden` without the ability or out of scope; `not_found`
 */
export async function contentByCid(
  vfs: Vfs,
  access: Access,
  cid: string,
  folder: NamespacePath,
): Promise<{ readonly file: FileRow; readonly version: VersionRow }> {
  requireAbility(access, 'fs/read');
  requireScope(access, folder);
  const region = { path: folder, deep: true };
  const place = () => placeOf(vfs, access, cid, folder);
  const found = CID.test(cid) ? await vfs.pending.readAll(access.namespace, region, place) : undefined;
  if (found === undefined) throw notFound();
  return findVersion(vfs, access, found.id, found.version);
}

async function placeOf(vfs: Vfs, access: Access, cid: string, folder: NamespacePath) {
  return vfs.db
    .selectFrom('vfs_versions')
    .innerJoin('vfs_files', 'vfs_files.id', 'vfs_versions.file_id')
    .select(['vfs_files.id', 'vfs_versions.version'])
    .where('vfs_versions.cid', '=', cid)
    .where('namespace', '=', access.namespace)
    .where('trashed_at', 'is', null)
    .where((eb) => isSeen(eb as never, { root: folder, revealed: access.revealed }))
    .orderBy(sql`case when vfs_versions.version = vfs_files.version then 0 else 1 end`)
    .orderBy('path')
    .orderBy('vfs_versions.version', 'desc')
    .limit(1)
    .executeTakeFirst();
}
