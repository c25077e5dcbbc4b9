import type { Selectable, Transaction } from 'kysely';
import type { Access } from '../access/access.js';
import { isDotPath, type NamespacePath, parentOf } from '../paths/namespace-path.js';
import { addWords } from '../search/word-index.js';
import { ensureFolder, type Inherited } from '../store/folders.js';
import { fileOf } from '../store/rows.js';
import type { FileTable, VfsTables } from '../store/tables.js';
import type { FileRow } from '../types.js';
import type { Vfs } from '../vfs.js';
import { auditEach } from './audit.js';
import { requireAllFree } from './free-place.js';
import type { Received } from './receive.js';
import { bookBytes } from './transaction.js';

export interface InsertedFile extends Received {
  readonly id: string;
  readonly wrappedKey: string;
  readonly path: NamespacePath;
  readonly public?: boolean | undefined;
}

/** Within a transaction that holds the namespace: a new file of content that is stored. @throws OracleError `conflict` */
export async function insertFile(
  vfs: Vfs,
  trx: Transaction<VfsTables>,
  access: Access,
  file: InsertedFile,
): Promise<FileRow> {
  const [inserted] = await insertFiles(vfs, trx, access, [file]);
  if (inserted === undefined) throw new Error('A file was inserted and is not there');
  return inserted;
}

/** As {@link insertFile}, of as many as one slice has, none of them in the place of another. */
export async function insertFiles(
  vfs: Vfs,
  trx: Transaction<VfsTables>,
  access: Access,
  files: readonly InsertedFile[],
): Promise<FileRow[]> {
  const { namespace, actor } = access;
  await requireAllFree(
    trx,
    namespace,
    files.map(({ path }) => path),
  );
  const now = vfs.clock.now();
  const inherited = new Map<NamespacePath, Inherited>();
  for (const folder of new Set(files.map(({ path }) => parentOf(path))))
    inherited.set(folder, await ensureFolder(trx, namespace, folder, now));
  await vfs.content.adopt(trx, files);
  await bookBytes(
    vfs,
    trx,
    namespace,
    files.reduce((sum, { size }) => sum + size, 0),
  );
  const by = { created_at: now, updated_at: now, created_by: actor, updated_by: actor };
  const rows = files.map((file): Selectable<FileTable> => {
    const { path } = file;
    const above = inherited.get(parentOf(path));
    return {
      ...by,
      id: file.id,
      namespace,
      path,
      parent: parentOf(path),
      own_public: file.public === true ? 1 : 0,
      own_hidden: 0,
      public: file.public === true || above?.public === true ? 1 : 0,
      hidden: above?.hidden === true || isDotPath(path) ? 1 : 0,
      version: 1,
      ...contentColumns(file),
      wrapped_key: file.wrappedKey,
      trashed_at: null,
    };
  });
  await trx.insertInto('vfs_files').values(rows).execute();
  const versions = files.map((file) => ({
    file_id: file.id,
    version: 1,
    ...contentColumns(file),
    created_at: now,
    created_by: actor,
  }));
  await trx.insertInto('vfs_versions').values(versions).execute();
  await addWords(trx, files);
  const created = rows.map(fileOf);
  await auditEach(vfs, trx, access, 'create', created);
  await auditEach(
    vfs,
    trx,
    access,
    'publish',
    created.filter(({ ownPublic }) => ownPublic),
  );
  return created;
}

/** What a file's row and a version's have in common. */
export function contentColumns(content: Received) {
  return {
    size: content.size,
    mime_type: content.mimeType,
    content_hash: content.contentHash,
    cid: content.cid,
    crc32: content.crc32,
    blob: content.blob,
  };
}
