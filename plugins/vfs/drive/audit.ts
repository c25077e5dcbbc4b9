import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { ChangedBy } from '../folders/folder-change.js';
import type { NamespacePath } from '../paths/namespace-path.js';
import type { FileChange } from '../service.js';
import type { VfsTables } from '../store/tables.js';
import type { FileRow, FolderRow } from '../types.js';
import type { Vfs } from '../vfs.js';
import type { Changed } from './changes.js';

/** Rows of one statement. */
const BATCH = 200;

export type AuditedAction =
  | 'create'
  | 'make-folder'
  | 'replace'
  | 'edit'
  | 'move'
  | 'trash'
  | 'restore'
  | 'purge'
  | 'publish'
  | 'unpublish'
  | 'hide'
  | 'unhide'
  | 'restore-version'
  | 'delete-version'
  | 'adopt'
  | 'release';

/** What those who watch are told. What is purged was removed before; hiding and old versions are not told. */
const KINDS: Readonly<Partial<Record<AuditedAction, FileChange['kind']>>> = {
  create: 'created',
  'make-folder': 'created',
  restore: 'created',
  replace: 'changed',
  edit: 'changed',
  'restore-version': 'changed',
  move: 'moved',
  trash: 'removed',
  publish: 'published',
  unpublish: 'unpublished',
};

/**
 * Records a change with the change itself, in its transaction, and in the log; once that is committed, those who watch
 * are told. `item` is what the change left, `from` what a move found.
 */
export async function audit(
  vfs: Vfs,
  trx: Transaction<VfsTables>,
  by: ChangedBy,
  action: AuditedAction,
  item: FileRow | FolderRow,
  from?: FileRow | FolderRow,
): Promise<void> {
  await record(vfs, trx, by, action, [{ item, from }]);
}

/** As {@link audit}, of many items alike. */
export async function auditEach(
  vfs: Vfs,
  trx: Transaction<VfsTables>,
  by: ChangedBy,
  action: AuditedAction,
  items: readonly FileRow[],
): Promise<void> {
  for (let at = 0; at < items.length; at += BATCH)
    await record(
      vfs,
      trx,
      by,
      action,
      items.slice(at, at + BATCH).map((item) => ({ item, from: undefined })),
    );
}

async function record(
  vfs: Vfs,
  trx: Transaction<VfsTables>,
  by: ChangedBy,
  action: AuditedAction,
  changed: readonly Pick<Changed, 'item' | 'from'>[],
): Promise<void> {
  const log = await auditPlaces(
    vfs,
    trx,
    by,
    action,
    changed.map(({ item }) => item),
  );
  vfs.changes.whenCommitted(trx, log);
  const kind = KINDS[action];
  if (kind !== undefined) for (const { item, from } of changed) vfs.changes.note(trx, { kind, item, from });
}

/** The rows alone, of what nobody who watches files is told. Gives what says so in the log: for after the commit. */
export async function auditPlaces(
  vfs: Pick<Vfs, 'clock' | 'logger'>,
  trx: Transaction<VfsTables>,
  { namespace, actor, invoker, requestId }: ChangedBy,
  action: AuditedAction,
  places: readonly { readonly path: NamespacePath; readonly id?: string | undefined }[],
): Promise<() => void> {
  const at = vfs.clock.now();
  const rows = places.map(({ path, id }) => ({
    id: randomUUID(),
    at,
    namespace,
    action,
    path,
    item_id: id ?? null,
    actor,
    invoker,
    request_id: requestId ?? null,
  }));
  await trx.insertInto('vfs_audit').values(rows).execute();
  return () => {
    for (const { path, id } of places)
      vfs.logger.info({ audit: action, namespace, path, id, actor, invoker, requestId }, 'files changed');
  };
}
