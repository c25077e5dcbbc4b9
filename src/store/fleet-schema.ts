import type { Kysely } from 'kysely';

/** Which process works on a run, and that somebody wants it cancelled. */
export async function leaseRuns(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('core_instances')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('since', 'bigint', (column) => column.notNull())
    .addColumn('lease_until', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.alterTable('core_runs').addColumn('instance', 'text').execute();
  await db.schema.alterTable('core_runs').addColumn('cancel_at', 'bigint').execute();
}

/** What the processes count together, for limits that hold for all of them. */
export async function createSharedCounts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('core_shared_counts')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('count', 'bigint', (column) => column.notNull())
    .addColumn('ends_at', 'bigint', (column) => column.notNull())
    .execute();
}

/** Who asked for a run, so that those of one principal are counted among all processes. */
export async function nameAskers(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('core_runs').addColumn('asker', 'text').execute();
}

/** What one process at a time may do, and which one does it. */
export async function createLeaseTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('core_leases')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('holder', 'text', (column) => column.notNull())
    .addColumn('held_until', 'bigint', (column) => column.notNull())
    .execute();
}

/** Who is told of a run over which connection, and which of these their clients left before its end. */
export async function createFollowers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('core_followers')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('run_id', 'text', (column) => column.notNull().references('core_runs.id').onDelete('cascade'))
    .addColumn('principal', 'text', (column) => column.notNull())
    .addColumn('instance', 'text', (column) => column.notNull())
    .addColumn('left_at', 'bigint')
    .execute();
  await db.schema
    .createIndex('core_followers_by_run')
    .on('core_followers')
    .columns(['run_id', 'principal'])
    .execute();
}
