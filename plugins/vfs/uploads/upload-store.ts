import { randomUUID } from 'node:crypto';
import type { Selectable, Transaction } from 'kysely';
import { OracleError } from 'oracle-runtime/plugin';
import { type Access, requireAbility, requireScope } from '../access/access.js';
import { doomBlobs } from '../content/doomed-blobs.js';
import { mimeTypeOf } from '../content/mime-type.js';
import { conflict, notFound } from '../drive/faults.js';
import { requireRoomFor } from '../drive/quota.js';
import { createFile } from '../drive/write.js';
import type { Namespace } from '../paths/namespace.js';
import type { NamespacePath } from '../paths/namespace-path.js';
import type { UploadTable, VfsTables } from '../store/tables.js';
import type { FileRow } from '../types.js';
import type { Vfs } from '../vfs.js';

const HOUR_MS = 60 * 60 * 1_000;
/** Uploads that one namespace may have under way. */
const MOST_PENDING = 1_000;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A resumable upload. */
export interface PendingUpload {
  readonly id: string;
  readonly namespace: Namespace;
  readonly path: NamespacePath;
  readonly public: boolean | undefined;
  readonly mimeType: string;
  /** Announced bytes. */
  readonly size: number;
  /** Bytes that are stored: where to go on. */
  readonly received: number;
  readonly wrappedKey: string;
  readonly owner: string;
  /** `Upload-Metadata` as it came. */
  readonly metadata: string | undefined;
  /** The file that it became. */
  readonly fileId: string | undefined;
  readonly expiresAt: number;
}

export interface NewUpload {
  readonly path: NamespacePath;
  readonly size: number;
  readonly public: boolean | undefined;
  readonly mimeType: string | undefined;
  readonly metadata: string | undefined;
}

/**
 * Begins an upload.
 * @throws OracleError `forbidden`, `conflict` when a file is there, `payload_too_large`, `insufficient_storage`
 */
export async function beginUpload(vfs: Vfs, access: Access, upload: NewUpload): Promise<PendingUpload> {
  requireAbility(access, 'fs/write');
  requireScope(access, upload.path);
  const { namespace } = access;
  if (upload.size > vfs.config.maxFileBytes) {
    throw new OracleError('payload_too_large', {
      detail: `A file may have at most ${vfs.config.maxFileBytes} bytes.`,
    });
  }
  if ((await vfs.files.findFileAt(namespace, upload.path)) !== undefined)
    throw conflict('A file already exists there.', 'Replace it by its id, or choose another path.');
  await requireRoom(vfs, namespace, upload.size);
  const id = randomUUID();
  const now = vfs.clock.now();
  const row: Selectable<UploadTable> = {
    id,
    namespace,
    path: upload.path,
    public: upload.public === undefined ? null : Number(upload.public),
    mime_type: mimeTypeOf(upload.mimeType, upload.path),
    size: upload.size,
    received: 0,
    wrapped_key: await vfs.fileKeys.create(namespace, id),
    owner: access.principalId,
    metadata: upload.metadata ?? null,
    file_id: null,
    created_at: now,
    expires_at: now + vfs.config.uploadHours * HOUR_MS,
  };
  await vfs.db.insertInto('vfs_uploads').values(row).execute();
  return uploadOf(row);
}

async function requireRoom(vfs: Vfs, namespace: Namespace, size: number): Promise<void> {
  const pending = await vfs.db
    .selectFrom('vfs_uploads')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.sum<number | null>('size').as('bytes')])
    .where('namespace', '=', namespace)
    .where('file_id', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(pending.count) >= MOST_PENDING) {
    throw conflict(`${MOST_PENDING} uploads are under way already.`, 'Finish or delete some of them first.');
  }
  await requireRoomFor(vfs, { namespace, size }, Number(pending.bytes ?? 0));
}

/** An upload of this principal. @throws OracleError `not_found` */
export async function findUpload(vfs: Vfs, access: Access, id: string): Promise<PendingUpload> {
  requireAbility(access, 'fs/write');
  const row = UUID.test(id)
    ? await vfs.db.selectFrom('vfs_uploads').selectAll().where('id', '=', id).executeTakeFirst()
    : undefined;
  const mine = row?.namespace === access.namespace && row.owner === access.principalId;
  if (row === undefined || !mine || row.expires_at <= vfs.clock.now()) throw notFound('upload');
  requireScope(access, row.path as NamespacePath);
  return uploadOf(row);
}

/**
 * Stores the next part. What arrives of a part that breaks off is kept.
 * @returns where the upload stands now
 * @throws OracleError `conflict` when the offset is not where the upload stands, `payload_too_large` for too many bytes
 */
export async function appendPart(
  vfs: Vfs,
  upload: PendingUpload,
  offset: number,
  body: AsyncIterable<Uint8Array>,
): Promise<number> {
  if (offset !== upload.received) throw wrongOffset(upload.received);
  const left = upload.size - offset;
  const { id, namespace, wrappedKey } = upload;
  const stored = await vfs.content.store(untilBroken(body), {
    key: { namespace, fileId: id, wrappedKey },
    admit: (size) => {
      if (size > left) {
        throw new OracleError('payload_too_large', {
          detail: `The part has more than the ${left} bytes that are missing.`,
        });
      }
    },
  });
  if (stored.size === 0) {
    if (stored.small === undefined) await vfs.content.discard(stored.blob);
    return offset;
  }
  try {
    await vfs.db.transaction().execute(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('vfs_uploads')
        .set({
          received: offset + stored.size,
          expires_at: vfs.clock.now() + vfs.config.uploadHours * HOUR_MS,
        })
        .where('id', '=', id)
        .where('received', '=', offset)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw wrongOffset();
      await vfs.content.adopt(trx, stored);
      await trx
        .insertInto('vfs_upload_parts')
        .values({ upload_id: id, start: offset, size: stored.size, blob: stored.blob })
        .execute();
    });
  } catch (error) {
    if (stored.small === undefined) await vfs.content.discard(stored.blob);
    throw error;
  }
  return offset + stored.size;
}

function wrongOffset(at?: number): OracleError {
  return conflict(
    at === undefined ? 'The upload went on elsewhere.' : `The upload stands at offset ${at}.`,
    'Ask for Upload-Offset with HEAD and go on from there.',
  );
}

/** What arrives before a connection breaks is worth keeping; that it broke shows in the offset. */
async function* untilBroken(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    if (OracleError.isInstance(error)) throw error;
  }
}

/**
 * Makes the file of a complete upload. What is left of the upload says so until it expires, to a client that did not
 * hear the answer. @throws as `createFile`
 */
export async function completeUpload(vfs: Vfs, access: Access, upload: PendingUpload): Promise<FileRow> {
  const file = await createFile(vfs, access, {
    path: upload.path,
    source: joinParts(vfs, upload),
    size: upload.size,
    mimeType: upload.mimeType,
    public: upload.public,
  });
  await vfs.db.transaction().execute(async (trx) => {
    await trx.updateTable('vfs_uploads').set({ file_id: file.id }).where('id', '=', upload.id).execute();
    await dropParts(vfs, trx, upload.id);
  });
  return file;
}

async function* joinParts(vfs: Vfs, upload: PendingUpload): AsyncGenerator<Uint8Array> {
  const parts = await vfs.db
    .selectFrom('vfs_upload_parts')
    .select(['blob', 'size'])
    .where('upload_id', '=', upload.id)
    .orderBy('start')
    .execute();
  const { id: fileId, namespace, wrappedKey } = upload;
  for (const { blob, size } of parts) yield* vfs.content.read({ namespace, fileId, wrappedKey, blob, size });
}

/** Forgets an upload; its bytes go soon after. A file that it became stays. */
export async function dropUpload(vfs: Vfs, id: string): Promise<void> {
  await vfs.db.transaction().execute(async (trx) => {
    await dropParts(vfs, trx, id);
    await trx.deleteFrom('vfs_uploads').where('id', '=', id).execute();
  });
}

async function dropParts(vfs: Vfs, trx: Transaction<VfsTables>, id: string): Promise<void> {
  const parts = await trx
    .deleteFrom('vfs_upload_parts')
    .where('upload_id', '=', id)
    .returning('blob')
    .execute();
  await doomBlobs(
    trx,
    vfs.clock,
    parts.map(({ blob }) => blob),
  );
}

/** Forgets the uploads that nobody went on with. */
export async function dropExpiredUploads(vfs: Vfs): Promise<void> {
  const expired = await vfs.db
    .selectFrom('vfs_uploads')
    .select('id')
    .where('expires_at', '<=', vfs.clock.now())
    .limit(1_000)
    .execute();
  for (const { id } of expired) await dropUpload(vfs, id);
}

function uploadOf(row: Selectable<UploadTable>): PendingUpload {
  return {
    id: row.id,
    namespace: row.namespace as Namespace,
    path: row.path as NamespacePath,
    public: row.public === null ? undefined : row.public === 1,
    mimeType: row.mime_type,
    size: row.size,
    received: row.received,
    wrappedKey: row.wrapped_key,
    owner: row.owner,
    metadata: row.metadata ?? undefined,
    fileId: row.file_id ?? undefined,
    expiresAt: row.expires_at,
  };
}
