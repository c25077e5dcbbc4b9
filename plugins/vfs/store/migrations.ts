import { type ColumnDefinitionBuilder, type Kysely, PostgresAdapter, sql } from 'kysely';
import type { Migration } from 'oracle-runtime/plugin';

/** The plugin's schema steps. A step that shipped never changes. */
export const migrations: Readonly<Record<string, Migration>> = {
  '001-files': { up: createFiles },
  '002-uploads': { up: createUploads },
  '003-search-and-audit': { up: createSearchAndAudit },
  '004-versions-by-cid': { up: indexVersionsByCid },
  '005-owners': { up: addOwners },
  '006-finished-uploads': { up: keepFinishedUploads },
  '007-joined-blobs': { up: joinBlobs },
  '008-published-versions': { up: addPublishedVersions },
  '009-folder-changes': { up: addFolderChanges },
  '010-adoptions': { up: addAdoptions },
  '011-homes': { up: addHomes },
  '012-trash-by-path': { up: indexTrashByPath },
};

const required = (column: ColumnDefinitionBuilder) => column.notNull();

/** Text in the order of its UTF-8 bytes, and bytes: the two types that the databases name differently. */
function typesOf(db: Kysely<unknown>) {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  return {
    // SQLite compares so by default.
    ordered: postgres ? sql`text collate "C"` : sql`text`,
    bytes: postgres ? sql`bytea` : sql`blob`,
  };
}

async function createFiles(db: Kysely<unknown>): Promise<void> {
  const { ordered, bytes } = typesOf(db);
  await db.schema
    .createTable('vfs_namespaces')
    .addColumn('namespace', 'text', (column) => column.primaryKey())
    .addColumn('used_bytes', 'bigint', required)
    .addColumn('created_at', 'bigint', required)
    .execute();
  await db.schema
    .createTable('vfs_files')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('namespace', 'text', required)
    .addColumn('path', ordered, required)
    .addColumn('parent', ordered, required)
    .addColumn('own_public', 'integer', required)
    .addColumn('own_hidden', 'integer', required)
    .addColumn('public', 'integer', required)
    .addColumn('hidden', 'integer', required)
    .addColumn('version', 'bigint', required)
    .addColumn('size', 'bigint', required)
    .addColumn('mime_type', 'text', required)
    .addColumn('content_hash', 'text', required)
    .addColumn('cid', 'text', required)
    .addColumn('crc32', 'bigint', required)
    .addColumn('blob', 'text', required)
    .addColumn('wrapped_key', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('updated_at', 'bigint', required)
    .addColumn('created_by', 'text', required)
    .addColumn('updated_by', 'text', required)
    .addColumn('trashed_at', 'bigint')
    .execute();
  const active = ['trashed_at', 'is', null] as const;
  // One active file a path, whatever number of writers there are.
  await db.schema
    .createIndex('vfs_files_by_path')
    .unique()
    .on('vfs_files')
    .columns(['namespace', 'path'])
    .where(sql.ref(active[0]), active[1], active[2])
    .execute();
  await db.schema
    .createIndex('vfs_files_by_parent')
    .on('vfs_files')
    .columns(['namespace', 'parent', 'path'])
    .where(sql.ref(active[0]), active[1], active[2])
    .execute();
  await db.schema
    .createIndex('vfs_files_public')
    .on('vfs_files')
    .columns(['namespace', 'path', 'size'])
    .where(sql<boolean>`public = 1 and trashed_at is null`)
    .execute();
  await db.schema
    .createIndex('vfs_files_public_cid')
    .on('vfs_files')
    .column('cid')
    .where(sql<boolean>`public = 1 and trashed_at is null`)
    .execute();
  await db.schema
    .createIndex('vfs_files_trashed')
    .on('vfs_files')
    .columns(['namespace', 'trashed_at', 'id'])
    .where(sql<boolean>`trashed_at is not null`)
    .execute();
  await db.schema
    .createTable('vfs_versions')
    .addColumn('file_id', 'text', (column) => column.notNull().references('vfs_files.id').onDelete('cascade'))
    .addColumn('version', 'bigint', required)
    .addColumn('size', 'bigint', required)
    .addColumn('mime_type', 'text', required)
    .addColumn('content_hash', 'text', required)
    .addColumn('cid', 'text', required)
    .addColumn('crc32', 'bigint', required)
    .addColumn('blob', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('created_by', 'text', required)
    .addPrimaryKeyConstraint('vfs_versions_pk', ['file_id', 'version'])
    .execute();
  await db.schema
    .createTable('vfs_folders')
    .addColumn('namespace', 'text', required)
    .addColumn('path', ordered, required)
    .addColumn('parent', ordered, required)
    .addColumn('id', 'text', (column) => column.unique())
    .addColumn('own_public', 'integer', required)
    .addColumn('own_hidden', 'integer', required)
    .addColumn('public', 'integer', required)
    .addColumn('hidden', 'integer', required)
    .addColumn('updated_at', 'bigint', required)
    .addPrimaryKeyConstraint('vfs_folders_pk', ['namespace', 'path'])
    .execute();
  await db.schema
    .createIndex('vfs_folders_by_parent')
    .on('vfs_folders')
    .columns(['namespace', 'parent', 'path'])
    .execute();
  await db.schema
    .createTable('vfs_small_blobs')
    .addColumn('blob', 'text', (column) => column.primaryKey())
    .addColumn('data', bytes, required)
    .execute();
  await db.schema
    .createTable('vfs_doomed_blobs')
    .addColumn('blob', 'text', (column) => column.primaryKey())
    .addColumn('due_at', 'bigint', required)
    .execute();
  await db.schema.createIndex('vfs_doomed_due').on('vfs_doomed_blobs').column('due_at').execute();
}

async function createUploads(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('vfs_uploads')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('namespace', 'text', required)
    .addColumn('path', 'text', required)
    .addColumn('public', 'integer')
    .addColumn('mime_type', 'text', required)
    .addColumn('size', 'bigint', required)
    .addColumn('received', 'bigint', required)
    .addColumn('wrapped_key', 'text', required)
    .addColumn('owner', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('expires_at', 'bigint', required)
    .execute();
  await db.schema.createIndex('vfs_uploads_expiry').on('vfs_uploads').column('expires_at').execute();
  await db.schema
    .createTable('vfs_upload_parts')
    .addColumn('upload_id', 'text', (column) =>
      column.notNull().references('vfs_uploads.id').onDelete('cascade'),
    )
    .addColumn('start', 'bigint', required)
    .addColumn('size', 'bigint', required)
    .addColumn('blob', 'text', required)
    .addPrimaryKeyConstraint('vfs_upload_parts_pk', ['upload_id', 'start'])
    .execute();
}

async function createSearchAndAudit(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('vfs_tokens')
    .addColumn('token', 'text', required)
    .addColumn('file_id', 'text', (column) => column.notNull().references('vfs_files.id').onDelete('cascade'))
    .addColumn('occurrences', 'integer', required)
    .addPrimaryKeyConstraint('vfs_tokens_pk', ['token', 'file_id'])
    .execute();
  await db.schema.createIndex('vfs_tokens_by_file').on('vfs_tokens').column('file_id').execute();
  await db.schema
    .createTable('vfs_audit')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('at', 'bigint', required)
    .addColumn('namespace', 'text', required)
    .addColumn('action', 'text', required)
    .addColumn('path', 'text', required)
    .addColumn('item_id', 'text')
    .addColumn('actor', 'text', required)
    .addColumn('invoker', 'text', required)
    .addColumn('request_id', 'text')
    .execute();
  await db.schema
    .createIndex('vfs_audit_by_namespace')
    .on('vfs_audit')
    .columns(['namespace', 'at', 'id'])
    .execute();
}

async function indexVersionsByCid(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('vfs_versions_by_cid').on('vfs_versions').column('cid').execute();
}

async function addOwners(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('vfs_namespaces').addColumn('owner', 'text').execute();
}

async function keepFinishedUploads(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('vfs_uploads').addColumn('metadata', 'text').execute();
  await db.schema.alterTable('vfs_uploads').addColumn('file_id', 'text').execute();
}

async function joinBlobs(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('vfs_blob_parts')
    .addColumn('blob', 'text', required)
    .addColumn('start', 'bigint', required)
    .addColumn('size', 'bigint', required)
    .addColumn('part', 'text', required)
    .addColumn('sealed_for', 'text', required)
    .addColumn('wrapped_key', 'text', required)
    .addPrimaryKeyConstraint('vfs_blob_parts_pk', ['blob', 'start'])
    .execute();
  const flag = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0);
  await db.schema.alterTable('vfs_uploads').addColumn('deferred', 'integer', flag).execute();
  await db.schema.alterTable('vfs_uploads').addColumn('overwrite', 'integer', flag).execute();
  await db.schema.alterTable('vfs_uploads').addColumn('concat', 'text').execute();
  await db.schema.alterTable('vfs_uploads').addColumn('if_match', 'text').execute();
}

async function addPublishedVersions(db: Kysely<unknown>): Promise<void> {
  const flag = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0);
  await db.schema.alterTable('vfs_versions').addColumn('was_public', 'integer', flag).execute();
  await db.schema.alterTable('vfs_folders').addColumn('made', 'integer', flag).execute();
}

async function addFolderChanges(db: Kysely<unknown>): Promise<void> {
  const { ordered } = typesOf(db);
  await db.schema
    .createTable('vfs_folder_changes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('namespace', 'text', required)
    .addColumn('kind', 'text', required)
    .addColumn('path', ordered, required)
    .addColumn('target', ordered)
    .addColumn('reached', ordered)
    .addColumn('details', 'text', required)
    .addColumn('decided_at', 'bigint', required)
    .execute();
  await db.schema
    .createIndex('vfs_folder_changes_by_namespace')
    .on('vfs_folder_changes')
    .column('namespace')
    .execute();
  await db.schema
    .alterTable('vfs_namespaces')
    .addColumn('folder_changes', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  // What is hidden below a folder, and what was put into the trash together, without a walk through all the rest.
  for (const table of ['vfs_files', 'vfs_folders'] as const)
    await db.schema
      .createIndex(`${table}_hidden`)
      .on(table)
      .columns(['namespace', 'path'])
      .where(
        table === 'vfs_files' ? sql<boolean>`hidden = 1 and trashed_at is null` : sql<boolean>`hidden = 1`,
      )
      .execute();
  await db.schema
    .createIndex('vfs_files_trashed_together')
    .on('vfs_files')
    .columns(['namespace', 'trashed_at', 'path'])
    .where(sql<boolean>`trashed_at is not null`)
    .execute();
}

async function addAdoptions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('vfs_adoptions')
    .addColumn('namespace', 'text', (column) => column.primaryKey())
    .addColumn('owner', 'text', required)
    .addColumn('former_owner', 'text')
    .addColumn('at', 'bigint', required)
    .addColumn('by', 'text', required)
    .execute();
}

async function addHomes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('vfs_adoptions')
    .addColumn('home', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}

/** What is in the trash of a path, without a walk through all that is in it. */
async function indexTrashByPath(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('vfs_files_trashed_by_path')
    .on('vfs_files')
    .columns(['namespace', 'path', 'trashed_at'])
    .where(sql<boolean>`trashed_at is not null`)
    .execute();
}
