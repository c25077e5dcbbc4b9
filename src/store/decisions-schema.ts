import { type Kysely, sql } from 'kysely';

/** Who decided what about held calls, and what was decided for calls to come. */
export async function createDecisions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('core_decisions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('owner', 'text', (column) => column.notNull())
    .addColumn('principal', 'text', (column) => column.notNull())
    .addColumn('session_id', 'text', (column) => column.notNull())
    .addColumn('record', 'text', (column) => column.notNull())
    .addColumn('signature', 'text')
    .execute();
  for (const column of ['owner', 'principal'])
    await db.schema
      .createIndex(`core_decisions_by_${column}`)
      .on('core_decisions')
      .columns([column, 'at', 'id'])
      .execute();
  await db.schema
    .createTable('core_standing_approvals')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('principal', 'text', (column) => column.notNull())
    .addColumn('tool', 'text', (column) => column.notNull())
    .addColumn('until', 'bigint', (column) => column.notNull())
    .addColumn('ended_at', 'bigint')
    .addColumn('record', 'text', (column) => column.notNull())
    .addColumn('signature', 'text')
    .execute();
  await db.schema
    .createIndex('core_standing_approvals_open')
    .on('core_standing_approvals')
    .columns(['principal', 'tool'])
    .where(sql.ref('ended_at'), 'is', null)
    .execute();
}
