import { type ColumnDefinitionBuilder, type Kysely, PostgresAdapter, sql } from 'kysely';
import type { Migration } from 'oracle-runtime/plugin';

/** The plugin's schema steps. A step that shipped never changes. */
export const migrations: Readonly<Record<string, Migration>> = {
  '001-index': { up: createIndex },
  '002-partly-read': { up: addPartly },
};

const required = (column: ColumnDefinitionBuilder) => column.notNull();

async function createIndex(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  await db.schema
    .createTable('knowledge_documents')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('owner', 'text', required)
    .addColumn('path', 'text', required)
    .addColumn('version', 'bigint', required)
    .addColumn('content_hash', 'text', required)
    .addColumn('format', 'integer', required)
    .addColumn('reason', 'text')
    .addColumn('blocks', 'integer', required)
    .addColumn('indexed_at', 'bigint', required)
    .execute();
  await db.schema
    .createIndex('knowledge_documents_by_path')
    .unique()
    .on('knowledge_documents')
    .columns(['owner', 'path'])
    .execute();
  const blocks = db.schema
    .createTable('knowledge_blocks')
    .addColumn('id', isPostgres ? 'bigserial' : 'integer', (column) =>
      isPostgres ? column.primaryKey() : column.primaryKey().autoIncrement(),
    )
    .addColumn('document_id', 'text', required)
    .addColumn('start_at', 'integer', required)
    .addColumn('end_at', 'integer', required);
  await (isPostgres
    ? blocks.addColumn('words', sql`tsvector`, required).addColumn('grams', sql`tsvector`, required)
    : blocks
  ).execute();
  await db.schema
    .createIndex('knowledge_blocks_by_document')
    .on('knowledge_blocks')
    .column('document_id')
    .execute();
  if (isPostgres) {
    for (const column of ['words', 'grams'])
      await db.schema
        .createIndex(`knowledge_blocks_${column}`)
        .on('knowledge_blocks')
        .using('gin')
        .column(column)
        .execute();
    return;
  }
  // Nothing but the postings: its rows are those of knowledge_blocks, by their ids.
  await sql`create virtual table knowledge_text using fts5(words, grams, content='', contentless_delete=1, tokenize='unicode61')`.execute(
    db,
  );
}

async function addPartly(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('knowledge_documents').addColumn('partly', 'text').execute();
}
