import type { Migration } from 'oracle-runtime/plugin';

/** Schema of the plugin's tables, for SQLite and PostgreSQL. */
export const migrations: Readonly<Record<string, Migration>> = {
  '001-ledger': {
    async up(db) {
      await db.schema
        .createTable('credits_accounts')
        .addColumn('principal', 'text', (c) => c.primaryKey())
        .addColumn('day', 'text', (c) => c.notNull())
        .addColumn('month', 'text', (c) => c.notNull())
        .addColumn('day_spent', 'bigint', (c) => c.notNull())
        .addColumn('month_spent', 'bigint', (c) => c.notNull())
        .addColumn('spent', 'bigint', (c) => c.notNull())
        .addColumn('reserved', 'bigint', (c) => c.notNull())
        .addColumn('seq', 'bigint', (c) => c.notNull())
        .addColumn('hash', 'text', (c) => c.notNull())
        .execute();
      await db.schema
        .createTable('credits_holds')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('principal', 'text', (c) => c.notNull())
        .addColumn('run_id', 'text', (c) => c.notNull())
        .addColumn('session_id', 'text', (c) => c.notNull())
        .addColumn('amount', 'bigint', (c) => c.notNull())
        .addColumn('due_at', 'bigint', (c) => c.notNull())
        .execute();
      await db.schema
        .createTable('credits_entries')
        .addColumn('principal', 'text', (c) => c.notNull())
        .addColumn('seq', 'bigint', (c) => c.notNull())
        .addColumn('at', 'bigint', (c) => c.notNull())
        .addColumn('kind', 'text', (c) => c.notNull())
        .addColumn('debit', 'text', (c) => c.notNull())
        .addColumn('credit', 'text', (c) => c.notNull())
        .addColumn('amount', 'bigint', (c) => c.notNull())
        .addColumn('run_id', 'text', (c) => c.notNull())
        .addColumn('session_id', 'text', (c) => c.notNull())
        .addColumn('call_id', 'text', (c) => c.notNull())
        .addColumn('model', 'text')
        .addColumn('input_tokens', 'bigint')
        .addColumn('cached_tokens', 'bigint')
        .addColumn('output_tokens', 'bigint')
        .addColumn('estimated', 'integer')
        .addColumn('rate', 'text')
        .addColumn('previous', 'text', (c) => c.notNull())
        .addColumn('hash', 'text', (c) => c.notNull())
        .addPrimaryKeyConstraint('credits_entries_key', ['principal', 'seq'])
        .execute();
      await db.schema
        .createIndex('credits_entries_by_run')
        .on('credits_entries')
        .columns(['run_id', 'principal'])
        .execute();
      await db.schema
        .createIndex('credits_entries_by_time')
        .on('credits_entries')
        .columns(['principal', 'kind', 'at'])
        .execute();
    },
  },
  '002-uses': {
    async up(db) {
      await db.schema
        .createTable('credits_uses')
        .addColumn('month', 'text', (c) => c.notNull())
        .addColumn('principal', 'text', (c) => c.notNull())
        .addColumn('plugin', 'text', (c) => c.notNull())
        .addColumn('capability', 'text', (c) => c.notNull())
        .addColumn('calls', 'bigint', (c) => c.notNull())
        .addColumn('input_tokens', 'bigint', (c) => c.notNull())
        .addColumn('output_tokens', 'bigint', (c) => c.notNull())
        .addColumn('amount', 'bigint', (c) => c.notNull())
        .addPrimaryKeyConstraint('credits_uses_key', ['month', 'principal', 'plugin', 'capability'])
        .execute();
    },
  },
  '003-ends': {
    async up(db) {
      for (const column of ['day_until', 'month_until'])
        await db.schema
          .alterTable('credits_accounts')
          .addColumn(column, 'bigint', (c) => c.notNull().defaultTo(0))
          .execute();
      for (const column of ['day_after', 'month_after'])
        await db.schema
          .alterTable('credits_accounts')
          .addColumn(column, 'bigint', (c) => c.notNull().defaultTo(-1))
          .execute();
    },
  },
};
