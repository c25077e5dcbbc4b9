import type { Transaction } from 'kysely';
import { type Access, sees } from '../access/access.js';
import { doomBlobs } from '../content/doomed-blobs.js';
import { indexedWords, putWords } from '../search/word-index.js';
import { fileOf, versionOf } from '../store/rows.js';
import type { VfsTables } from '../store/tables.js';
import type { FileRow, VersionRow } from '../types.js';
import type { Vfs } from '../vfs.js';
import { audit } from './audit.js';
import { conflict, notFound } from './faults.js';
import { fileById } from './find.js';
import { indexableText } from './read.js';
import { bookBytes, changeNamespace } from './transaction.js';
import { activeFile, leaveVersion, requireRoomForVersion } from './write.js';

/** All versions of a file, the newest first. @throws OracleError `forbidden`, `not_found` */
export async function listVersions(vfs: Vfs, access: Access, id: string): Promise<VersionRow[]> {
  const file = await fileById(vfs, access, 'fs/read', id);
  const rows = await vfs.db
    .selectFrom('vfs_versions')
    .selectAll()
    .where('file_id', '=', id)
    .orderBy('version', 'desc')
    .execute();
  return rows.map((row) => versionOf(row, file));
}

/** One version and its file. @throws OracleError `forbidden`, `not_found` */
export async function findVersion(
  vfs: Vfs,
  access: Access,
  id: string,
  version: number,
): Promise<{ readonly file: FileRow; readonly version: VersionRow }> {
  const file = await fileById(vfs, access, 'fs/read', id);
  return { file, version: await versionIn(vfs.db, file, version) };
}

async function versionIn(db: Vfs['db'], file: FileRow, version: number): Promise<VersionRow> {
  const row = await db
    .selectFrom('vfs_versions')
    .selectAll()
    .where('file_id', '=', file.id)
    .where('version', '=', version)
    .executeTakeFirst();
  if (row === undefined) throw notFound('version');
  return versionOf(row, file);
}

/**
 * Makes the content of an old version current again, as a new version.
 * @throws OracleError `forbidden`, `not_found`, `conflict` at the version limit
 */
export async function restoreVersion(
  vfs: Vfs,
  access: Access,
  id: string,
  version: number,
): Promise<FileRow> {
  const seen = await fileById(vfs, access, 'fs/write', id);
  const wanted = await versionIn(vfs.db, seen, version);
  const words = await indexedWords(vfs.fileKeys, seen.namespace, await indexableText(vfs, wanted));
  return changeNamespace(vfs, access, async (trx) => {
    const file = await visibleFile(trx, access, id);
    const old = await versionIn(trx, file, version);
    await requireRoomForVersion(vfs, trx, id);
    await bookBytes(vfs, trx, file.namespace, old.size);
    await leaveVersion(trx, file);
    const now = vfs.clock.now();
    const content = {
      version: file.version + 1,
      size: old.size,
      mime_type: old.mimeType,
      content_hash: old.contentHash,
      cid: old.cid,
      crc32: old.crc32,
      // The same bytes: nothing is copied, and they stay as long as one of the two versions does.
      blob: old.blob,
    };
    await trx
      .insertInto('vfs_versions')
      .values({ file_id: id, ...content, created_at: now, created_by: access.actor })
      .execute();
    const row = await trx
      .updateTable('vfs_files')
      .set({ ...content, updated_at: now, updated_by: access.actor })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await putWords(trx, { id, words });
    const restored = fileOf(row);
    await audit(vfs, trx, access, 'restore-version', restored);
    return restored;
  });
}

/**
 * Deletes an old version for good.
 * @throws OracleError `forbidden`, `not_found`, `conflict` for the current version
 */
export async function deleteVersion(vfs: Vfs, access: Access, id: string, version: number): Promise<void> {
  const { namespace } = await fileById(vfs, access, 'fs/delete', id);
  await changeNamespace(vfs, access, async (trx) => {
    const file = await visibleFile(trx, access, id);
    if (file.version === version) {
      throw conflict(
        'The current version cannot be deleted.',
        'Trash and purge the file, or restore another first.',
      );
    }
    const old = await versionIn(trx, file, version);
    await trx.deleteFrom('vfs_versions').where('file_id', '=', id).where('version', '=', version).execute();
    const shared = await trx
      .selectFrom('vfs_versions')
      .select('version')
      .where('file_id', '=', id)
      .where('blob', '=', old.blob)
      .executeTakeFirst();
    if (shared === undefined) await doomBlobs(trx, vfs.clock, [old.blob]);
    await bookBytes(vfs, trx, namespace, -old.size);
    await audit(vfs, trx, access, 'delete-version', file);
  });
}

async function visibleFile(trx: Transaction<VfsTables>, access: Access, id: string): Promise<FileRow> {
  const file = await activeFile(trx, id);
  if (file === undefined || !sees(access, file)) throw notFound();
  return file;
}
