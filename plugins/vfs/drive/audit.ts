import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Access } from '../access/access.js';
import type { FileChange } from '../service.js';
import type { VfsTables } from '../store/tables.js';
import type { FileRow, FolderRow } from '../types.js';
import type { Vfs } from '../vfs.js';

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
  | 'delete-version';

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
  access: Access,
  action: AuditedAction,
  item: FileRow | FolderRow,
  from?: FileRow | FolderRow,
): Promise<void> {
  const { namespace, actor, invoker, requestId } = access;
  const { path, id } = item;
  await trx
    .insertInto('vfs_audit')
    .values({
      id: randomUUID(),
      at: vfs.clock.now(),
      namespace,
      action,
      path,
      item_id: id ?? null,
      actor,
      invoker,
      request_id: requestId ?? null,
    })
    .execute();
  const kind = KINDS[action];
  if (kind !== undefined) vfs.changes.note(trx, { kind, item, from });
  vfs.logger.info({ audit: action, namespace, path, id, actor, invoker, requestId }, 'files changed');
}
