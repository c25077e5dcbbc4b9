import { type Kysely, type Selectable, type SelectQueryBuilder, SqliteAdapter, sql } from 'kysely';
import type { FileTable, VfsTables } from './tables.js';

export type FileColumn = keyof FileTable;

/** All columns of a file. */
export const FILE_COLUMNS = [
  'id',
  'namespace',
  'path',
  'parent',
  'own_public',
  'own_hidden',
  'public',
  'hidden',
  'version',
  'size',
  'mime_type',
  'content_hash',
  'cid',
  'crc32',
  'blob',
  'wrapped_key',
  'created_at',
  'updated_at',
  'created_by',
  'updated_by',
  'trashed_at',
] as const satisfies readonly FileColumn[];

/**
 * Some columns of all rows of a query, in its order. libsql takes half a microsecond to hand over one value, so that a
 * page of 500 files takes 10 ms; as one JSON text, which tells text and whole numbers exactly, it takes a fifth.
 */
export async function fileRecords<Column extends FileColumn>(
  db: Kysely<VfsTables>,
  query: SelectQueryBuilder<VfsTables, 'vfs_files', object>,
  columns: readonly Column[],
): Promise<Pick<Selectable<FileTable>, Column>[]> {
  const rows = query.select(columns as readonly FileColumn[]);
  if (!(db.getExecutor().adapter instanceof SqliteAdapter)) {
    return (await rows.execute()) as unknown as Pick<Selectable<FileTable>, Column>[];
  }
  const values = sql.join(columns.map((column) => sql.ref(`listed.${column}`)));
  const { text } = await db
    .selectFrom(rows.as('listed'))
    .select(sql<string>`json_group_array(json_array(${values}))`.as('text'))
    .executeTakeFirstOrThrow();
  return (JSON.parse(text) as unknown[][]).map((each) => recordOf(columns, each));
}

function recordOf<Column extends FileColumn>(columns: readonly Column[], values: readonly unknown[]) {
  const record: Partial<Record<Column, unknown>> = {};
  let index = 0;
  for (const column of columns) record[column] = values[index++];
  return record as unknown as Pick<Selectable<FileTable>, Column>;
}
