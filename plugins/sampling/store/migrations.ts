import type { Migration } from 'oracle-runtime/plugin';

/** Schema of the plugin's tables, for SQLite and PostgreSQL. */
export const migrations: Readonly<Record<string, Migration>> = {
  '001-designs': {
    async up(db) {
      await db.schema
        .createTable('sampling_designs')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('owner', 'text', (c) => c.notNull())
        .addColumn('project_id', 'text')
        .addColumn('status', 'text', (c) => c.notNull())
        .addColumn('version', 'integer', (c) => c.notNull())
        .addColumn('supersedes', 'text')
        .addColumn('created_at', 'text', (c) => c.notNull())
        .addColumn('updated_at', 'text', (c) => c.notNull())
        .addColumn('document', 'text', (c) => c.notNull())
        .execute();
      await db.schema
        .createIndex('sampling_designs_by_owner')
        .on('sampling_designs')
        .columns(['owner', 'created_at', 'id'])
        .execute();
      await db.schema
        .createTable('sampling_events')
        .addColumn('design_id', 'text', (c) => c.notNull())
        .addColumn('seq', 'integer', (c) => c.notNull())
        .addColumn('action', 'text', (c) => c.notNull())
        .addColumn('status', 'text', (c) => c.notNull())
        .addColumn('actor', 'text', (c) => c.notNull())
        .addColumn('verifier', 'text')
        .addColumn('independent', 'integer')
        .addColumn('reason', 'text')
        .addColumn('at', 'text', (c) => c.notNull())
        .addColumn('design_hash', 'text', (c) => c.notNull())
        .addColumn('previous', 'text', (c) => c.notNull())
        .addColumn('hash', 'text', (c) => c.notNull())
        .addPrimaryKeyConstraint('sampling_events_key', ['design_id', 'seq'])
        .execute();
    },
  },
};
