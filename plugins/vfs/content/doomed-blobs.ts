import type { Kysely } from 'kysely';
import { nextTurn } from 'oracle-runtime/kit';
import type { Blobs, Clock } from 'oracle-runtime/plugin';
import type { VfsTables } from '../store/tables.js';
import { blobKey } from './blob-key.js';
import { deleteParts, isJoined } from './joined-blobs.js';

/** A process that died in the middle of an upload leaves its bytes for this long. */
const INCOMING_MS = 24 * 60 * 60 * 1_000;
/** A download that began before its file was purged has this long in another process; here it is pinned. */
const GRACE_MS = 5 * 60 * 1_000;
const BATCH = 200;
/** Blobs that are swept together: as rows of the database they may have many pages. */
const SWEPT_TOGETHER = 25;

/** Notes a blob before its bytes are written, so that a crash leaves nothing that is never found again. */
export async function doomIncoming(db: Kysely<VfsTables>, clock: Clock, blob: string): Promise<void> {
  await db
    .insertInto('vfs_doomed_blobs')
    .values({ blob, due_at: clock.now() + INCOMING_MS })
    .execute();
}

/** Within the transaction that drops the last reference: the bytes go when nobody can be reading them any more. */
export async function doomBlobs(
  db: Kysely<VfsTables>,
  clock: Clock,
  blobs: readonly string[],
): Promise<void> {
  for (let at = 0; at < blobs.length; at += BATCH) {
    const rows = blobs.slice(at, at + BATCH).map((blob) => ({ blob, due_at: clock.now() + GRACE_MS }));
    await db
      .insertInto('vfs_doomed_blobs')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('blob').doUpdateSet({ due_at: (eb) => eb.ref('excluded.due_at') }),
      )
      .execute();
  }
}

/** Deletes the bytes of blobs that are due, except those in use. Returns how many went. */
export async function sweepBlobs(
  db: Kysely<VfsTables>,
  blobs: Blobs,
  clock: Clock,
  inUse: (blob: string) => boolean,
): Promise<number> {
  let swept = 0;
  for (let after = ''; ; ) {
    const due = await db
      .selectFrom('vfs_doomed_blobs')
      .select('blob')
      .where('due_at', '<=', clock.now())
      .where('blob', '>', after)
      .orderBy('blob')
      .limit(SWEPT_TOGETHER)
      .execute();
    const free = due.map(({ blob }) => blob).filter((blob) => !inUse(blob));
    for (const blob of free) {
      if (isJoined(blob)) await deleteParts(db, blobs, blob);
      else await blobs.delete(blobKey(blob));
    }
    if (free.length > 0) {
      await db.deleteFrom('vfs_small_blobs').where('blob', 'in', free).execute();
      await db.deleteFrom('vfs_doomed_blobs').where('blob', 'in', free).execute();
    }
    swept += free.length;
    const last = due.at(-1);
    if (last === undefined || due.length < SWEPT_TOGETHER) return swept;
    after = last.blob;
    await nextTurn();
  }
}
