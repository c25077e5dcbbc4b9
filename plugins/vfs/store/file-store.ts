import { type ExpressionBuilder, type Kysely, type Selectable, sql } from 'kysely';
import { nextTurn, prepareQuery } from 'oracle-runtime/kit';
import { type ContentStore, SMALL_BYTES } from '../content/content-store.js';
import type { Pins } from '../content/pins.js';
import type { PendingChanges } from '../folders/pending-changes.js';
import type { NamespacePath } from '../paths/namespace-path.js';
import type { FileStore, PageRequest } from '../types.js';
import { isBelow, isChild, isVisible } from './conditions.js';
import { entryOf, fileOf, folderOf } from './rows.js';
import type { FileTable, FolderTable, VfsTables } from './tables.js';
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
/** Files that one statement counts. */
const COUNTED_AT_ONCE = 2_000;

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
export function createFileStore(
  db: Kysely<VfsTables>,
  content: ContentStore,
  pins: Pins,
  pending: PendingChanges,
): FileStore {
  const listedWhole = <Row>(page: PageRequest, work: () => Promise<Row[]>): Promise<Row[]> =>
    pending.readAll(page.namespace, { path: page.path, deep: page.view === 'flat' }, work);
  return {
    smallBytes: SMALL_BYTES,

    findFile: (id) => pending.readRow(async () => activeFile((await fileById(db, { id })).rows)),

    findFileAt: (namespace, path) =>
      pending.readRow(async () => activeFile((await fileByPath(db, { namespace, path })).rows), {
        namespace,
        path,
      }),

    findPublicByCid: (cid) =>
      pending.readRow(async () => activeFile((await publicFileByCid(db, { cid })).rows)),

    findReplacedByCid: (cid) => {
      const replaced = db
        .selectFrom('vfs_versions')
        .innerJoin('vfs_files', 'vfs_files.id', 'vfs_versions.file_id')
        .selectAll('vfs_files')
        .where('vfs_versions.cid', '=', cid)
        .where('vfs_versions.was_public', '=', 1)
        .where('vfs_files.public', '=', 1)
        .where('vfs_files.trashed_at', 'is', null)
        .orderBy('vfs_files.created_at')
        .orderBy('vfs_files.id')
        .limit(1);
      return pending.readRow(async () => activeFile(await replaced.execute()));
    },

    findFolder(id) {
      const folder = db.selectFrom('vfs_folders').selectAll().where('id', '=', id);
      return pending.readRow(async () => activeFolder(await folder.execute()));
    },

    findFolderAt(namespace, path) {
      const folder = db
        .selectFrom('vfs_folders')
        .selectAll()
        .where('namespace', '=', namespace)
        .where('path', '=', path);
      return pending.readRow(async () => activeFolder(await folder.execute()), { namespace, path });
    },

    listFiles: (page) =>
      listedWhole(page, async () => (await fileRecords(db, listed(db, page), FILE_COLUMNS)).map(fileOf)),

    listEntries: (page) =>
      listedWhole(page, async () => (await fileRecords(db, listed(db, page), ENTRY_COLUMNS)).map(entryOf)),

    listArchived: (page) =>
      listedWhole(page, async () => {
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
      }),

    listFolders(page) {
      const rows = db
        .selectFrom('vfs_folders')
        .selectAll()
        .where('namespace', '=', page.namespace)
        .where((eb) => isListed(eb as never, page))
        .orderBy('path')
        .limit(page.limit);
      return listedWhole(page, async () => (await rows.execute()).map(folderOf));
    },

    measure: (folder, maxFiles) =>
      pending.readAll(folder.namespace, { path: folder.path, deep: true }, () =>
        measure(db, folder, maxFiles),
      ),

    readWhole: ({ namespace, path }, work, discard) =>
      pending.readAll(namespace, { path, deep: true }, work, discard),

    open: (version) => content.open(version),
    read: (blob, range) => content.read(blob, range),
    bytesOf: (blobs) => content.bytesOf(blobs),
    pin: (versions) => pins.pin(versions),
  };
}

const activeFile = ([row]: readonly Selectable<FileTable>[]) => row && fileOf(row);
const activeFolder = ([row]: readonly Selectable<FolderTable>[]) => row && folderOf(row);

/** Counts page by page, others having their turns between. */
async function measure(
  db: Kysely<VfsTables>,
  folder: Omit<PageRequest, 'view' | 'limit'>,
  maxFiles: number,
): Promise<{ readonly files: number; readonly bytes: number }> {
  const counted = { files: 0, bytes: 0 };
  for (let after: string | undefined; counted.files < maxFiles; await nextTurn()) {
    const limit = Math.min(COUNTED_AT_ONCE, maxFiles - counted.files);
    const page = { ...folder, view: 'flat', limit, ...(after === undefined ? {} : { after }) } as const;
    const { files, bytes, last } = await db
      .selectFrom(listed(db, page).select(['path', 'size']).as('listed'))
      .select((eb) => [
        eb.fn.countAll<number>().as('files'),
        eb.fn.sum<number | null>('size').as('bytes'),
        eb.fn.max<string | null>('path').as('last'),
      ])
      .executeTakeFirstOrThrow();
    // PostgreSQL sums bigints to numeric, which arrives as text.
    counted.files += Number(files);
    counted.bytes += Number(bytes ?? 0);
    if (last === null || Number(files) < limit) break;
    after = last;
  }
  return counted;
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
