import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Access } from '../access/access.js';
import type { NamespacePath } from '../paths/namespace-path.js';
import type { VfsTables } from '../store/tables.js';
import type { Vfs } from '../vfs.js';

export type AuditedAction =
  | 'create'
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

/** Records a change with the change itself, in its transaction, and in the log. */
export async function audit(
  vfs: Vfs,
  trx: Kysely<VfsTables>,
  access: Access,
  action: AuditedAction,
  path: NamespacePath,
  itemId: string | undefined,
): Promise<void> {
  const { namespace, actor, invoker, requestId } = access;
  await trx
    .insertInto('vfs_audit')
    .values({
      id: randomUUID(),
      at: vfs.clock.now(),
      namespace,
      action,
      path,
      item_id: itemId ?? null,
      actor,
      invoker,
      request_id: requestId ?? null,
    })
    .execute();
  vfs.logger.info({ audit: action, namespace, path, id: itemId, actor, invoker, requestId }, 'files changed');
}
