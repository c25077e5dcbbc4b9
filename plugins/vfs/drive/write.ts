import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { type Access, requireAbility, requireScope, sees } from '../access/access.js';
import { mimeTypeOf } from '../content/mime-type.js';
import { requireSettled } from '../folders/pending-changes.js';
import { type NamespacePath, parentOf } from '../paths/namespace-path.js';
import { putWords } from '../search/word-index.js';
import { inheritedAt } from '../store/folders.js';
import { fileOf } from '../store/rows.js';
import type { VfsTables } from '../store/tables.js';
import type { FileRow } from '../types.js';
import type { Vfs } from '../vfs.js';
import { type AuditedAction, audit } from './audit.js';
import { conflict, notFound } from './faults.js';
import { fileById } from './find.js';
import { contentColumns, insertFile } from './insert.js';
import { checkPreconditions, type Preconditions } from './preconditions.js';
import { type Received, receive } from './receive.js';
import { bookBytes, changeDurably, changeNamespace } from './transaction.js';

export interface Upload extends Preconditions {
  readonly source: AsyncIterable<Uint8Array>;
  readonly mimeType?: string | undefined;
  /** Announced bytes. */
  readonly size?: number | undefined;
}

export interface NewFile extends Upload {
  readonly path: NamespacePath;
  /** The file's own flag; undefined leaves it to the folder. */
  readonly public?: boolean | undefined;
  /** Replace a file that is there, atomically and under its id. Default: `conflict`. */
  readonly overwrite?: boolean | undefined;
}

/**
 * Creates a file. It is visible, and public, only once all its bytes are stored.
 * @throws OracleError `conflict` when something is there, `forbidden`, `precondition_failed`, and what `receive` throws
 */
export async function createFile(vfs: Vfs, access: Access, file: NewFile): Promise<FileRow> {
  const present = await fileToReplace(vfs, access, file);
  if (present !== undefined) return replaceContent(vfs, access, present, file, 'replace', file.public);
  const { namespace } = access;
  const id = randomUUID();
  const wrappedKey = await vfs.fileKeys.create(namespace, id);
  const mimeType = mimeTypeOf(file.mimeType, file.path);
  const { source, size } = file;
  return receive(vfs, { namespace, fileId: id, wrappedKey, mimeType, source, size }, (content) =>
    changeNamespace(vfs, access, (trx) =>
      insertFile(vfs, trx, access, { ...content, id, wrappedKey, path: file.path, public: file.public }),
    ),
  );
}

/**
 * The file that a new one takes the place of; undefined where there is none.
 * @throws OracleError `forbidden`, `conflict` when it may not be replaced, `precondition_failed`
 */
export async function fileToReplace(
  vfs: Vfs,
  access: Access,
  file: Pick<NewFile, 'path' | 'overwrite' | 'ifMatch' | 'ifNoneMatch'>,
): Promise<FileRow | undefined> {
  requireAbility(access, 'fs/write');
  requireScope(access, file.path);
  const present = await vfs.files.findFileAt(access.namespace, file.path);
  // One answer, whatever is asked about what the request does not see: nobody tells its content by trying.
  if (present !== undefined && !sees(access, present)) throw alreadyThere(undefined);
  checkPreconditions(present, file);
  if (present === undefined) return undefined;
  if (file.overwrite !== true && file.ifMatch === undefined) throw alreadyThere(present);
  return present;
}

/** @throws OracleError `not_found`, `conflict` at the version limit, `precondition_failed` */
export async function replaceFile(vfs: Vfs, access: Access, id: string, upload: Upload): Promise<FileRow> {
  const file = await fileById(vfs, access, 'fs/write', id);
  checkPreconditions(file, upload);
  return replaceContent(vfs, access, file, upload, 'replace');
}

/** New content of a file, as a new version. The old one is served until the new one is stored. */
export async function replaceContent(
  vfs: Vfs,
  access: Access,
  file: FileRow,
  upload: Upload,
  action: AuditedAction,
  publish?: boolean,
): Promise<FileRow> {
  const { namespace, id: fileId, wrappedKey } = file;
  const mimeType = upload.mimeType === undefined ? file.mimeType : mimeTypeOf(upload.mimeType, file.path);
  await requireRoomForVersion(vfs, vfs.db, fileId);
  // What is unpublished stays so, also after a power cut.
  const change = publish === false ? changeDurably : changeNamespace;
  return receive(
    vfs,
    { namespace, fileId, wrappedKey, mimeType, source: upload.source, size: upload.size },
    (content) =>
      change(vfs, access, async (trx) => {
        const current = await activeFile(trx, fileId);
        if (current === undefined) throw notFound();
        checkPreconditions(current, upload);
        return addVersion(vfs, trx, access, current, content, action, publish);
      }),
  );
}

/** Within a transaction that holds the namespace: stored content is the file's from now on. */
export async function addVersion(
  vfs: Vfs,
  trx: Transaction<VfsTables>,
  access: Access,
  file: FileRow,
  content: Received,
  action: AuditedAction,
  publish: boolean | undefined,
): Promise<FileRow> {
  await requireRoomForVersion(vfs, trx, file.id);
  await vfs.content.adopt(trx, [content]);
  await bookBytes(vfs, trx, file.namespace, content.size);
  await leaveVersion(trx, file);
  const now = vfs.clock.now();
  const version = file.version + 1;
  await trx
    .insertInto('vfs_versions')
    .values({
      file_id: file.id,
      version,
      ...contentColumns(content),
      created_at: now,
      created_by: access.actor,
    })
    .execute();
  const row = await trx
    .updateTable('vfs_files')
    .set({
      version,
      ...contentColumns(content),
      updated_at: now,
      updated_by: access.actor,
      ...(await publicColumns(trx, file, publish)),
    })
    .where('id', '=', file.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await putWords(trx, { id: file.id, words: content.words });
  const changed = fileOf(row);
  await audit(vfs, trx, access, action, changed);
  if (publish !== undefined && publish !== file.ownPublic)
    await audit(vfs, trx, access, publish ? 'publish' : 'unpublish', changed);
  return changed;
}

/** Before another version takes its place: of what anybody could read, anybody may hear what became of it. */
export async function leaveVersion(trx: Transaction<VfsTables>, file: FileRow): Promise<void> {
  if (!file.public) return;
  await trx
    .updateTable('vfs_versions')
    .set({ was_public: 1 })
    .where('file_id', '=', file.id)
    .where('version', '=', file.version)
    .execute();
}

/** The flag that came with the content; without one it stays as it is. */
async function publicColumns(trx: Transaction<VfsTables>, file: FileRow, publish: boolean | undefined) {
  if (publish === undefined) return {};
  const inherited = await inheritedAt(trx, file.namespace, parentOf(file.path));
  return { own_public: publish ? 1 : 0, public: publish || inherited.public ? 1 : 0 };
}

export async function activeFile(trx: Transaction<VfsTables>, id: string): Promise<FileRow | undefined> {
  const row = await trx
    .selectFrom('vfs_files')
    .selectAll()
    .where('id', '=', id)
    .where('trashed_at', 'is', null)
    .executeTakeFirst();
  const file = row && fileOf(row);
  if (file !== undefined) await requireSettled(trx, file.namespace, file);
  return file;
}

export async function requireRoomForVersion(vfs: Vfs, db: Vfs['db'], fileId: string): Promise<void> {
  const { versions } = await db
    .selectFrom('vfs_versions')
    .select((eb) => eb.fn.countAll<number>().as('versions'))
    .where('file_id', '=', fileId)
    .executeTakeFirstOrThrow();
  const most = vfs.config.maxVersions;
  if (Number(versions) >= most) {
    throw conflict(
      `Version limit reached: a file keeps ${most} versions.`,
      'Delete old versions (DELETE /api/fs/files/:id/versions/:version), or store the content as a new file.',
    );
  }
}

/** Names the file only to who sees it. */
function alreadyThere(file: FileRow | undefined) {
  return conflict(
    'A file already exists there.',
    file === undefined
      ? 'Choose another path.'
      : `Replace it with PUT /api/fs/files/${file.id}, or send If-Match with its ETag.`,
  );
}
