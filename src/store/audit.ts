import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { AuditEntry, Clock } from '../plugin/index.js';
import type { Tables } from './tables.js';
import type { AuditLog } from './types.js';

/** What the core itself records of acts in somebody's name. Rows are only ever added. */
export function createAuditLog(db: Kysely<Tables>, clock: Clock): AuditLog {
  return {
    record: (entry) => addAudit(db, entry, clock.now()),

    async entries({ limit, before, actor }) {
      let query = db.selectFrom('core_audit').selectAll();
      if (actor !== undefined) query = query.where('actor', '=', actor);
      if (before !== undefined) {
        query = query.where(({ eb, or, and }) =>
          or([eb('at', '<', before.at), and([eb('at', '=', before.at), eb('id', '<', before.id)])]),
        );
      }
      const rows = await query.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute();
      return rows.map(
        ({ details, ...row }): AuditEntry => ({
          ...row,
          ...(details === null ? {} : { details: JSON.parse(details) as Record<string, string> }),
        }),
      );
    },
  };
}

let added = 0;

/** A UUID that begins with how many there were: of two in one millisecond the later one is the greater. */
function nextId(): string {
  const digits = (added++).toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-${randomUUID().slice(14)}`;
}

export async function addAudit(
  db: Kysely<Tables>,
  { action, subject, actor, invoker, details }: Parameters<AuditLog['record']>[0],
  at: number,
): Promise<void> {
  await db
    .insertInto('core_audit')
    .values({
      id: nextId(),
      at,
      action,
      subject,
      actor,
      invoker,
      details: details === undefined ? null : JSON.stringify(details),
    })
    .execute();
}
