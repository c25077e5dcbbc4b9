import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Access } from '../access/access.js';
import { type NamespacePath, parentOf, parsePath, ROOT } from '../paths/namespace-path.js';
import type { FileTable, FolderTable } from '../store/tables.js';
import type { Vfs } from '../vfs.js';

const BATCH = 200;

/** Rows of private files without bytes, and of the folders that hold them, in no time. Nothing may be there yet. */
export async function fillFolder(
  vfs: Pick<Vfs, 'db'>,
  { namespace }: Pick<Access, 'namespace'>,
  texts: Iterable<string>,
): Promise<void> {
  const paths = [...texts].map((text) => parsePath(text));
  const folders = new Set<NamespacePath>();
  for (const path of paths)
    for (let folder = parentOf(path); folder !== ROOT && !folders.has(folder); folder = parentOf(folder))
      folders.add(folder);
  const flags = { own_public: 0, own_hidden: 0, public: 0, hidden: 0, updated_at: 0 };
  const folderRows = [...folders].map(
    (path): Selectable<FolderTable> => ({
      ...flags,
      namespace,
      path,
      parent: parentOf(path),
      id: null,
      made: 0,
    }),
  );
  const fileRows = paths.map((path): Selectable<FileTable> => {
    const content = { version: 1, size: 0, mime_type: 'text/plain', content_hash: '', cid: '', crc32: 0 };
    const by = { created_at: 0, created_by: '', updated_by: '', trashed_at: null };
    const id = randomUUID();
    return {
      ...flags,
      ...content,
      ...by,
      id,
      namespace,
      path,
      parent: parentOf(path),
      blob: id,
      wrapped_key: '',
    };
  });
  await vfs.db.transaction().execute(async (trx) => {
    for (let at = 0; at < folderRows.length; at += BATCH)
      await trx
        .insertInto('vfs_folders')
        .values(folderRows.slice(at, at + BATCH))
        .onConflict((on) => on.doNothing())
        .execute();
    for (let at = 0; at < fileRows.length; at += BATCH)
      await trx
        .insertInto('vfs_files')
        .values(fileRows.slice(at, at + BATCH))
        .execute();
  });
}

/** `/a/0000/0`, …: so many files, so many of them in each folder below. */
export function* manyPaths(folder: string, files: number, each: number): Generator<string> {
  for (let n = 0; n < files; n++)
    yield `${folder}/${String(Math.floor(n / each)).padStart(4, '0')}/${n % each}`;
}
