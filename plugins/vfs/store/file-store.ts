import { type ExpressionBuilder, type Kysely, type Selectable, sql } from 'kysely';
import { prepareQuery } from 'oracle-runtime/kit';
import { type ContentStore, SMALL_BYTES } from '../content/content-store.js';
import type { Pins } from '../content/pins.js';
import type { NamespacePath } from '../paths/namespace-path.js';
import type { FileStore, PageRequest } from '../types.js';
import { isBelow, isChild, isVisible } from './conditions.js';
import { entryOf, fileOf, folderOf } from './rows.js';
import type { FileTable, VfsTables } from './tables.js';
import { FILE_COLUMNS, fileRecords } from './whole-rows.js';

const fileById = prepareQuery<{ id: string }, Selectable<FileTable>, Kysely<VfsTables>>((param, db) =>
  db.selectFrom('vfs_files').selectAll().where('id', '=', param('id')).where('trashed_at', 'is', null),
);

const fileByPath = prepareQuery<
  { namespace: string; path: string },
  Selectable<FileTable>,
  Kysely<VfsTables>
>((param, db) =>
  db
    .selectFrom('vfs_files')
    .selectAll()
    .where('namespace', '=', param('namespace'))
    .where('path', '=', param('path'))
    .where('trashed_at', 'is', null),
);

const publicFileByCid = prepareQuery<{ cid: string }, Selectable<FileTable>, Kysely<VfsTables>>((param, db) =>
  db
    .selectFrom('vfs_files')
    .selectAll()
    .where('cid', '=', param('cid'))
    // A literal, so that the planner finds the index on what is public.
    .where('public', '=', sql.lit(1))
    .where('trashed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1),
);

const ENTRY_COLUMNS = ['id', 'path', 'size', 'mime_type', 'cid', 'updated_at'] as const;
const ARCHIVED_COLUMNS = [
  'id',
  'path',
  'size',
  'crc32',
  'content_hash',
  'blob',
  'wrapped_key',
  'updated_at',
] as const;

/** The reading side of the file system: active files and folders only. */
export function createFileStore(db: Kysely<VfsTables>, content: ContentStore, pins: Pins): FileStore {
  return {
    smallBytes: SMALL_BYTES,

    async findFile(id) {
      const [row] = (await fileById(db, { id })).rows;
      return row && fileOf(row);
    },

    async findFileAt(namespace, path) {
      const [row] = (await fileByPath(db, { namespace, path })).rows;
      return row && fileOf(row);
    },

    async findPublicByCid(cid) {
      const [row] = (await publicFileByCid(db, { cid })).rows;
      return row && fileOf(row);
    },

    async findReplacedByCid(cid) {
      const row = await db
        .selectFrom('vfs_versions')
        .innerJoin('vfs_files', 'vfs_files.id', 'vfs_versions.file_id')
        .selectAll('vfs_files')
        .where('vfs_versions.cid', '=', cid)
        .where('vfs_versions.was_public', '=', 1)
        .where('vfs_files.public', '=', 1)
        .where('vfs_files.trashed_at', 'is', null)
        .orderBy('vfs_files.created_at')
        .orderBy('vfs_files.id')
        .limit(1)
        .executeTakeFirst();
      return row && fileOf(row);
    },

    async findFolder(id) {
      const row = await db.selectFrom('vfs_folders').selectAll().where('id', '=', id).executeTakeFirst();
      return row && folderOf(row);
    },

    async findFolderAt(namespace, path) {
      const row = await db
        .selectFrom('vfs_folders')
        .selectAll()
        .where('namespace', '=', namespace)
        .where('path', '=', path)
        .executeTakeFirst();
      return row && folderOf(row);
    },

    async listFiles(page) {
      return (await fileRecords(db, listed(db, page), FILE_COLUMNS)).map(fileOf);
    },

    async listEntries(page) {
      return (await fileRecords(db, listed(db, page), ENTRY_COLUMNS)).map(entryOf);
    },

    async listArchived(page) {
      const rows = await fileRecords(db, listed(db, page), ARCHIVED_COLUMNS);
      return rows.map((row) => ({
        namespace: page.namespace,
        fileId: row.id,
        path: row.path as NamespacePath,
        size: row.size,
        crc32: row.crc32,
        contentHash: row.content_hash,
        blob: row.blob,
        wrappedKey: row.wrapped_key,
        updatedAt: row.updated_at,
      }));
    },

    async listFolders(page) {
      const rows = db
        .selectFrom('vfs_folders')
        .selectAll()
        .where('namespace', '=', page.namespace)
        .where((eb) => isListed(eb as never, page));
      return (await rows.orderBy('path').limit(page.limit).execute()).map(folderOf);
    },

    async measure(folder, maxFiles) {
      const { files, bytes } = await db
        .selectFrom((eb) =>
          eb
            .selectFrom('vfs_files')
            .select('size')
            .where('namespace', '=', folder.namespace)
            .where('trashed_at', 'is', null)
            .where((inner) => isListed(inner as never, { ...folder, view: 'flat', limit: maxFiles }))
            .limit(maxFiles)
            .as('listed'),
        )
        .select((eb) => [eb.fn.countAll<number>().as('files'), eb.fn.sum<number | null>('size').as('bytes')])
        .executeTakeFirstOrThrow();
      // PostgreSQL sums bigints to numeric, which arrives as text.
      return { files: Number(files), bytes: Number(bytes ?? 0) };
    },

    open: (version) => content.open(version),
    read: (blob, range) => content.read(blob, range),
    bytesOf: (blobs) => content.bytesOf(blobs),
    pin: (versions) => pins.pin(versions),
  };
}

function listed(db: Kysely<VfsTables>, page: PageRequest) {
  const rows = db
    .selectFrom('vfs_files')
    .where('namespace', '=', page.namespace)
    .where('trashed_at', 'is', null)
    .where((eb) => isListed(eb as never, page))
    .orderBy('path')
    .limit(page.limit);
  return page.offset === undefined ? rows : rows.offset(page.offset);
}

function isListed(eb: ExpressionBuilder<VfsTables, 'vfs_files' | 'vfs_folders'>, page: PageRequest) {
  const { path, after, view } = page;
  const visible = isVisible(eb, page);
  if (view === 'flat') return eb.and([isBelow(eb, path, after), visible]);
  return eb.and([isChild(eb, path), ...(after === undefined ? [] : [eb('path', '>', after)]), visible]);
}
