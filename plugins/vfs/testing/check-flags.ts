import type { Kysely } from 'kysely';
import { expect } from 'vitest';
import { ancestorsOf, isDotPath, type NamespacePath, ROOT } from '../paths/namespace-path.js';
import { fileOf, folderOf } from '../store/rows.js';
import type { VfsTables } from '../store/tables.js';

/** Effective flags are what the own flags of each active item and of the folders above make of it, in all namespaces. */
export async function checkFlags(db: Kysely<VfsTables>): Promise<void> {
  const rows = (await db.selectFrom('vfs_folders').selectAll().execute()).map(folderOf);
  const files = (await db.selectFrom('vfs_files').selectAll().execute()).map(fileOf);
  const active = files.filter(({ trashedAt }) => trashedAt === undefined);
  const folders = new Map(rows.map((folder) => [folder.namespace + folder.path, folder]));
  const wrong: string[] = [];
  for (const { namespace, path, ownPublic, ownHidden, ...item } of [...active, ...rows]) {
    const above = ancestorsOf(path).map((folder) => folders.get(namespace + folder));
    const chain = [folders.get(namespace + ROOT), ...above];
    const has = (flag: 'ownPublic' | 'ownHidden') => chain.some((folder) => folder?.[flag] === true);
    const isHidden = ownHidden || isDotPath(path as NamespacePath) || has('ownHidden');
    if (above.includes(undefined)) wrong.push(`${path}: a folder above is missing`);
    if (item.public !== (ownPublic || has('ownPublic'))) wrong.push(`${path}: public ${item.public}`);
    if (item.hidden !== isHidden) wrong.push(`${path}: hidden ${item.hidden}`);
  }
  expect(wrong.slice(0, 5)).toEqual([]);
}
