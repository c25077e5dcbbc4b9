import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { Turns } from 'oracle-runtime/kit';
import { OracleError } from 'oracle-runtime/plugin';
import { type Access, requireAbility, requireScope } from '../access/access.js';
import { conflict, notFound } from '../drive/faults.js';
import { requireFree } from '../drive/free-place.js';
import { requireRoomFor } from '../drive/quota.js';
import { fileToReplace } from '../drive/write.js';
import type { Namespace } from '../paths/namespace.js';
import type { NamespacePath } from '../paths/namespace-path.js';
import type { UploadTable } from '../store/tables.js';
import type { Vfs } from '../vfs.js';
import { isPartial, NO_PLACE, type PendingUpload, type UploadTarget, uploadOf } from './pending-upload.js';
import { dropParts } from './upload-parts.js';

const HOUR_MS = 60 * 60 * 1_000;
/** Uploads that one namespace may have under way. */
const MOST_PENDING = 1_000;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export interface NewUpload {
  /** Undefined for what becomes a file only together with others. */
  readonly target: UploadTarget | undefined;
  /** Undefined when it comes with a later part. */
  readonly size: number | undefined;
  readonly metadata: string | undefined;
  readonly concat: string | undefined;
}

/**
 * Begins an upload.
 * @throws OracleError `forbidden`, `conflict` when a file is there, `payload_too_large`, `insufficient_storage`
 */
export async function beginUpload(vfs: Vfs, access: Access, upload: NewUpload): Promise<PendingUpload> {
  requireAbility(access, 'fs/write');
  const { size = 0, target } = upload;
  requireFileSize(vfs, size);
  if (target !== undefined) await requirePlace(vfs, access, target);
  await requireRoom(vfs, access.namespace, size);
  const row = await newRow(vfs, access, upload);
  await vfs.db.insertInto('vfs_uploads').values(row).execute();
  return uploadOf(row);
}

/** The row of an upload that is not stored yet. */
export async function newRow(
  vfs: Vfs,
  { namespace, principalId }: Access,
  { target, size, metadata, concat }: NewUpload,
): Promise<Selectable<UploadTable>> {
  const id = randomUUID();
  const now = vfs.clock.now();
  return {
    id,
    namespace,
    path: target?.path ?? NO_PLACE,
    public: target?.public === undefined ? null : Number(target.public),
    mime_type: target?.mimeType ?? '',
    overwrite: Number(target?.overwrite ?? false),
    if_match: target?.ifMatch ?? null,
    size: size ?? 0,
    deferred: Number(size === undefined),
    received: 0,
    concat: concat ?? null,
    wrapped_key: await vfs.fileKeys.create(namespace, id),
    owner: principalId,
    metadata: metadata ?? null,
    file_id: null,
    created_at: now,
    expires_at: now + vfs.config.uploadHours * HOUR_MS,
  };
}

/** @throws OracleError `conflict`, `precondition_failed` for what could not become a file now */
async function requirePlace(vfs: Vfs, access: Access, target: UploadTarget): Promise<void> {
  const present = await fileToReplace(vfs, access, target);
  if (present === undefined) await requireFree(vfs.db, access.namespace, target.path);
}

/** @throws OracleError `payload_too_large` */
export function requireFileSize({ config }: Vfs, size: number): void {
  if (size <= config.maxFileBytes) return;
  throw new OracleError('payload_too_large', {
    detail: `A file may have at most ${config.maxFileBytes} bytes.`,
  });
}

/** @throws OracleError `insufficient_storage`, `conflict` when too many uploads are under way */
export async function requireRoom(vfs: Vfs, namespace: Namespace, size: number): Promise<void> {
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
  const upload = uploadOf(row);
  if (!isPartial(upload)) requireScope(access, row.path as NamespacePath);
  return upload;
}

/**
 * The length of an upload that was begun without one. @throws OracleError `invalid_request` for another length than
 * before, `payload_too_large`, `insufficient_storage`
 */
export async function settleSize(vfs: Vfs, upload: PendingUpload, size: number): Promise<PendingUpload> {
  if (upload.size === size) return upload;
  if (upload.size !== undefined || size < upload.received) {
    const known = upload.size ?? upload.received;
    throw new OracleError('invalid_request', {
      detail: `The upload has ${upload.size === undefined ? 'at least ' : ''}${known} bytes; its length cannot be ${size}.`,
      errors: [{ field: 'Upload-Length', message: 'is not the length of this upload' }],
    });
  }
  requireFileSize(vfs, size);
  await requireRoom(vfs, upload.namespace, size - upload.received);
  await vfs.db
    .updateTable('vfs_uploads')
    .set({ size, deferred: 0 })
    .where('id', '=', upload.id)
    .where('deferred', '=', 1)
    .execute();
  return { ...upload, size };
}

/** Forgets an upload; its bytes go soon after. A file that it became stays. */
export async function dropUpload(vfs: Vfs, id: string): Promise<void> {
  await vfs.db.transaction().execute(async (trx) => {
    await dropParts(vfs, trx, id);
    await trx.deleteFrom('vfs_uploads').where('id', '=', id).execute();
  });
}

/** Forgets the uploads that nobody went on with. */
export async function dropExpiredUploads(vfs: Vfs): Promise<void> {
  const expired = await vfs.db
    .selectFrom('vfs_uploads')
    .select('id')
    .where('expires_at', '<=', vfs.clock.now())
    .limit(1_000)
    .execute();
  const turns = new Turns();
  for (const { id } of expired) {
    await turns.others();
    await dropUpload(vfs, id);
  }
}
