import type { ColumnDefinitionBuilder, Kysely } from 'kysely';
import type { Migration } from 'oracle-runtime/plugin';

/** The plugin's schema steps. A step that shipped never changes. */
export const migrations: Readonly<Record<string, Migration>> = {
  '001-index': { up: createIndex },
  '002-claims-of-a-state': { up: indexStates },
};

const key = (column: ColumnDefinitionBuilder) => column.primaryKey();
const required = (column: ColumnDefinitionBuilder) => column.notNull();

async function createIndex(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('entities_records')
    .addColumn('id', 'text', key)
    .addColumn('type', 'text', required)
    .addColumn('status', 'integer', required)
    .addColumn('verified', 'integer', required)
    .addColumn('text', 'text', required)
    .addColumn('seen_at', 'bigint', required)
    .execute();
  await db.schema
    .createTable('entities_documents')
    .addColumn('id', 'text', key)
    .addColumn('text', 'text', required)
    .addColumn('seen_at', 'bigint', required)
    .execute();
  await db.schema
    .createTable('entities_claims')
    .addColumn('id', 'text', key)
    .addColumn('collection_id', 'text', required)
    .addColumn('state', 'text', required)
    .addColumn('agent', 'text', required)
    .addColumn('address', 'text', required)
    .addColumn('submitted', 'text', required)
    .addColumn('evaluated', 'text', required)
    .addColumn('seen_at', 'bigint', required)
    .execute();
  await db.schema
    .createIndex('entities_claims_of_collection')
    .on('entities_claims')
    .columns(['collection_id', 'state', 'id'])
    .execute();
  await db.schema
    .createTable('entities_progress')
    .addColumn('list', 'text', key)
    .addColumn('cursor', 'text')
    .addColumn('started_at', 'bigint')
    .addColumn('completed_at', 'bigint')
    .addColumn('source', 'text', required)
    .execute();
}

/** For the claims of one state in whichever collection. */
async function indexStates(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('entities_claims_of_state')
    .on('entities_claims')
    .columns(['state', 'id'])
    .execute();
}
