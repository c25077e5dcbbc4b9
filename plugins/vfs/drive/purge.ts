import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { nextTurn } from 'oracle-runtime/kit';
import { type Access, requireAbility, requireScope, sees } from '../access/access.js';
import { isDoomed, pendingPurges } from '../folders/doomed.js';
import type { Purge } from '../folders/folder-change.js';
import { beginChange } from '../folders/follow.js';
import { requireAllSettled, requireSettled } from '../folders/pending-changes.js';
import { purgeRows, workOfPurge } from '../folders/purge-rows.js';
import { SLICE } from '../folders/slice.js';
import { trashedAt } from '../folders/trashed-at.js';
import { isWithin, type NamespacePath } from '../paths/namespace-path.js';
import { fileOf } from '../store/rows.js';
import type { VfsTables } from '../store/tables.js';
import type { FileRow } from '../types.js';
import type { Vfs } from '../vfs.js';
import { notFound } from './faults.js';
import { isId } from './find.js';
import { slicesOf } from './slices.js';
import { changeDurably, changeNamespace } from './transaction.js';

/**
 * Deletes a trashed file for good: its key and rows at once, so that nothing opens its bytes any more, and the bytes
 * soon after.
 * @throws OracleError `forbidden`; `not_found` also for a file that is not in the trash
 */
export async function purgeFile(vfs: Vfs, access: Access, id: string): Promise<FileRow> {
  const file = (await purgeFiles(vfs, access, [id])).get(id);
  if (file === undefined) throw notFound();
  return file;
}

/**
 * As {@link purgeFile}, some at a time. What is not in the trash, or not seen, is left out.
 * @returns what is gone, by its id
 * @throws OracleError `forbidden`
 */
export async function purgeFiles(
  vfs: Vfs,
  access: Access,
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<Map<string, FileRow>> {
  requireAbility(access, 'fs/delete');
  const gone = new Map<string, FileRow>();
  const known = [...new Set(ids)].filter(isId);
  for (let at = 0; at < known.length; at += SLICE) {
    const files = await trashedFiles(vfs.db, access, known.slice(at, at + SLICE));
    for (const slice of slicesOf(files, workOfPurge)) {
      await nextTurn();
      signal?.throwIfAborted();
      for (const file of await purgeSlice(vfs, access, slice)) gone.set(file.id, file);
    }
  }
  // One wait for the disk, which writes what came before it too.
  if (gone.size > 0) await changeDurably(vfs, access, async () => undefined);
  return gone;
}

/** A trash that is purged. */
export interface Purging {
  /** How many files it takes. */
  readonly files: number;
  /** Resolves when the last of them is gone for good; they go on whoever waits. */
  readonly through: Promise<void>;
}

/**
 * Deletes for good what is in the trash of a path: the file that was there, and all that was below, whenever it went there.
 * Decided in one short transaction, from which on nobody finds any of it; keys and rows follow in slices, also after a kill.
 * @throws OracleError `forbidden`
 */
export async function purgeAt(vfs: Vfs, access: Access, path: NamespacePath): Promise<Purging> {
  requireAbility(access, 'fs/delete');
  requireScope(access, path);
  const { namespace, root, revealed, actor, invoker, requestId } = access;
  const place = { namespace, path, root, revealed };
  const { files, left } = await changeDurably(vfs, access, async (trx) => {
    await requireSettled(trx, namespace, { path, deep: true });
    const { count, at } = await trashedAt(trx, place)
      .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.max<number | null>('trashed_at').as('at')])
      .executeTakeFirstOrThrow();
    if (at === null) return { files: 0, left: undefined };
    const counted = Number(count);
    const running = (await pendingPurges(trx, namespace)).find((purge) => isSame(purge, { ...place, at }));
    if (running !== undefined) return { files: counted, left: running };
    const by = { namespace, actor, invoker, requestId };
    const begun = { id: randomUUID(), reached: undefined, decidedAt: vfs.clock.now() };
    const purge: Purge = { ...begun, ...place, kind: 'purge', at: Number(at), by, files: counted };
    return { files: counted, left: (await beginChange(vfs, trx, purge)) ? purge : undefined };
  });
  return { files, through: left === undefined ? Promise.resolve() : followPurge(vfs, access, left) };
}

/** What is being deleted for good, as far as the request reaches it. */
export async function purgesUnderWay(
  vfs: Vfs,
  access: Access,
): Promise<readonly Pick<Purge, 'path' | 'files'>[]> {
  const purges = await pendingPurges(vfs.db, access.namespace);
  return purges.filter(({ path }) => isWithin(path, access.root)).map(({ path, files }) => ({ path, files }));
}

/** Whether a purge that is under way takes all of this already. */
function isSame(purge: Purge, wanted: Pick<Purge, 'path' | 'root' | 'revealed' | 'at'>): boolean {
  return (
    purge.path === wanted.path &&
    purge.root === wanted.root &&
    purge.revealed.join() === wanted.revealed.join() &&
    purge.at >= wanted.at
  );
}

async function followPurge(vfs: Vfs, access: Access, purge: Purge): Promise<void> {
  await vfs.pending.settle(purge);
  // One wait for the disk, which writes what came before it too.
  await changeDurably(vfs, access, async () => undefined);
}

function purgeSlice(vfs: Vfs, access: Access, slice: readonly FileRow[]): Promise<FileRow[]> {
  return changeNamespace(vfs, access, async (trx) => {
    const files = await trashedFiles(
      trx,
      access,
      slice.map(({ id }) => id),
    );
    await requireAllSettled(trx, access.namespace, files);
    await purgeRows(vfs, trx, access, files);
    return files;
  });
}

async function trashedFiles(
  db: Kysely<VfsTables>,
  access: Access,
  ids: readonly string[],
): Promise<FileRow[]> {
  const rows = await db
    .selectFrom('vfs_files')
    .selectAll()
    .where('id', 'in', ids)
    .where('trashed_at', 'is not', null)
    .execute();
  const purges = await pendingPurges(db, access.namespace);
  return rows.map(fileOf).filter((file) => sees(access, file) && !isDoomed(purges, file));
}
