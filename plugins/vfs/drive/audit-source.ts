import type { Kysely } from 'kysely';
import type { AuditSource } from 'oracle-runtime/plugin';
import type { VfsTables } from '../store/tables.js';

/** Changes of files, for the operator to read. */
export function auditSource(db: Kysely<VfsTables>): AuditSource {
  return {
    async entries({ limit, before, actor }) {
      let query = db.selectFrom('vfs_audit').selectAll();
      if (actor !== undefined) query = query.where('actor', '=', actor);
      if (before !== undefined) {
        query = query.where(({ eb, or, and }) =>
          or([eb('at', '<', before.at), and([eb('at', '=', before.at), eb('id', '<', before.id)])]),
        );
      }
      const rows = await query.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute();
      return rows.map((row) => ({
        id: row.id,
        at: row.at,
        action: row.action,
        subject: row.namespace + row.path,
        actor: row.actor,
        invoker: row.invoker,
        ...(row.request_id === null ? {} : { requestId: row.request_id }),
        ...(row.item_id === null ? {} : { details: { id: row.item_id } }),
      }));
    },
  };
}
