import type { Kysely, Transaction } from 'kysely';
import type { SealedContent } from '../content/content-store.js';
import { doomBlobs } from '../content/doomed-blobs.js';
import type { KeyRef } from '../content/file-keys.js';
import type { VfsTables } from '../store/tables.js';
import type { Vfs } from '../vfs.js';
import type { PendingUpload } from './pending-upload.js';

const HOUR_MS = 60 * 60 * 1_000;
const PAGE = 500;

/** What an upload's bytes are sealed with. */
export function keyOf({ namespace, id: fileId, wrappedKey }: PendingUpload): KeyRef {
  return { namespace, fileId, wrappedKey };
}

/** The parts that are stored, in order. */
export async function* partsOf(db: Kysely<VfsTables>, id: string) {
  for (let after = -1; ; ) {
    const parts = await db
      .selectFrom('vfs_upload_parts')
      .select(['start', 'size', 'blob'])
      .where('upload_id', '=', id)
      .where('start', '>', after)
      .orderBy('start')
      .limit(PAGE)
      .execute();
    yield* parts;
    const last = parts.at(-1);
    if (last === undefined || parts.length < PAGE) return;
    after = last.start;
  }
}

/** The bytes that are stored of an upload. */
export async function* readParts(vfs: Vfs, upload: PendingUpload): AsyncGenerator<Uint8Array> {
  for await (const { blob, size } of partsOf(vfs.db, upload.id))
    yield* vfs.content.read({ ...keyOf(upload), blob, size });
}

/** Every part, within a transaction. */
export async function allParts(trx: Transaction<VfsTables>, id: string) {
  const parts: { readonly start: number; readonly size: number; readonly blob: string }[] = [];
  for await (const part of partsOf(trx, id)) parts.push(part);
  return parts;
}

/**
 * Within a transaction: the next part is the upload's.
 * @returns false when the upload does not stand at `offset` any more
 */
export async function putPart(
  vfs: Vfs,
  trx: Transaction<VfsTables>,
  upload: PendingUpload,
  part: SealedContent,
): Promise<boolean> {
  const offset = upload.received;
  const received = offset + part.size;
  const { numUpdatedRows } = await trx
    .updateTable('vfs_uploads')
    .set({
      received,
      ...(upload.size === undefined ? { size: received } : {}),
      expires_at: vfs.clock.now() + vfs.config.uploadHours * HOUR_MS,
    })
    .where('id', '=', upload.id)
    .where('received', '=', offset)
    .where('file_id', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return false;
  if (part.size === 0) return true;
  await vfs.content.adopt(trx, [part]);
  await trx
    .insertInto('vfs_upload_parts')
    .values({ upload_id: upload.id, start: offset, size: part.size, blob: part.blob })
    .execute();
  return true;
}

/** Within a transaction: the bytes of an upload go soon after. */
export async function dropParts(vfs: Vfs, trx: Transaction<VfsTables>, id: string): Promise<void> {
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
