import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Blobs } from 'oracle-runtime/plugin';
import type { VfsTables } from '../store/tables.js';
import type { ByteRange } from '../types.js';
import { blobKey } from './blob-key.js';

const PREFIX = 'joined-';
const BATCH = 200;

/** One piece of content that came in parts. */
export interface BlobPart {
  /** Offset of its first byte in the whole. */
  readonly start: number;
  readonly size: number;
  readonly blob: string;
  /** The id that the bytes are bound to: the upload's. */
  readonly sealedFor: string;
  /** The part's key, wrapped by the key of the file that holds it. */
  readonly wrappedKey: string;
}

/** The id of content that is the bytes of other blobs, one after the other: what came in parts is not written twice. */
export function newJoinedBlob(): string {
  return `${PREFIX}${randomUUID()}`;
}

export function isJoined(blob: string): boolean {
  return blob.startsWith(PREFIX);
}

/** Within the transaction whose rows refer to the joined blob. */
export async function keepParts(
  trx: Kysely<VfsTables>,
  blob: string,
  parts: readonly BlobPart[],
): Promise<void> {
  for (let at = 0; at < parts.length; at += BATCH) {
    const rows = parts.slice(at, at + BATCH).map((part) => ({
      blob,
      start: part.start,
      size: part.size,
      part: part.blob,
      sealed_for: part.sealedFor,
      wrapped_key: part.wrappedKey,
    }));
    await trx.insertInto('vfs_blob_parts').values(rows).execute();
  }
}

/** The parts that hold a range, in order. */
export async function* partsOf(
  db: Kysely<VfsTables>,
  blob: string,
  { start, end }: ByteRange,
): AsyncGenerator<BlobPart> {
  let after = -1;
  const first = await db
    .selectFrom('vfs_blob_parts')
    .select('start')
    .where('blob', '=', blob)
    .where('start', '<=', start)
    .orderBy('start', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (first !== undefined) after = first.start - 1;
  for (;;) {
    const rows = await db
      .selectFrom('vfs_blob_parts')
      .selectAll()
      .where('blob', '=', blob)
      .where('start', '>', after)
      .where('start', '<', end)
      .orderBy('start')
      .limit(BATCH)
      .execute();
    for (const row of rows)
      yield {
        start: row.start,
        size: row.size,
        blob: row.part,
        sealedFor: row.sealed_for,
        wrappedKey: row.wrapped_key,
      };
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) return;
    after = last.start;
  }
}

/** Deletes the bytes of a joined blob that nothing refers to any more. Goes on where it was when it breaks off. */
export async function deleteParts(db: Kysely<VfsTables>, blobs: Blobs, blob: string): Promise<void> {
  for (;;) {
    const rows = await db
      .selectFrom('vfs_blob_parts')
      .select('part')
      .where('blob', '=', blob)
      .limit(BATCH)
      .execute();
    if (rows.length === 0) return;
    const parts = rows.map(({ part }) => part);
    for (const part of parts) await blobs.delete(blobKey(part));
    await db.deleteFrom('vfs_small_blobs').where('blob', 'in', parts).execute();
    await db.deleteFrom('vfs_blob_parts').where('blob', '=', blob).where('part', 'in', parts).execute();
  }
}
