import { Turns } from 'oracle-runtime/kit';
import { type Access, requireAbility, requireScope, sees } from '../access/access.js';
import { checkCursor } from '../paths/list-cursor.js';
import { type NamespacePath, ROOT } from '../paths/namespace-path.js';
import type { FileRow, PageRequest } from '../types.js';
import type { Vfs } from '../vfs.js';
import { type DescribedNode, fileNode, folderNode } from './describe.js';
import { notFound } from './faults.js';

export interface ListRequest {
  readonly path: NamespacePath;
  readonly limit: number;
  /** Path of the last file of the page before. */
  readonly cursor?: string | undefined;
  readonly offset?: number | undefined;
}

/** All files at or under a path, in path order. @throws OracleError `forbidden`, `not_found`, `invalid_request` */
export async function listFiles(
  vfs: Vfs,
  access: Access,
  request: ListRequest,
): Promise<{ readonly files: readonly FileRow[]; readonly cursor?: string }> {
  const { path, limit, cursor, offset } = request;
  checkCursor(cursor, path, 'flat');
  const file = await findListed(vfs, access, path);
  if (file !== undefined) return { files: [file] };
  const { namespace, revealed } = access;
  const page = { namespace, path, view: 'flat', revealed } as const;
  const rows = await inSlices(vfs, page, { limit: limit + 1, after: cursor, offset }, vfs.files.listFiles);
  return cutPage(rows, limit);
}

/** Rows of one look into the database: some milliseconds. */
const SLICE_ROWS = 250;
/** Most folders that a page of a tree shows. */
const MOST_FOLDERS = 10_000;
/** Begins a cursor after which there are more folders; no path begins so. */
const FOLDERS_AFTER = 'folders:';

/**
 * Immediate children of a folder: folders first, then files. Where there are more folders than a page shows, the cursor
 * says so with the last of them, and the files come once all folders were shown.
 * @throws OracleError `forbidden`, `not_found`, `invalid_request`
 */
export async function listTree(
  vfs: Vfs,
  access: Access,
  request: ListRequest,
): Promise<{ readonly nodes: readonly DescribedNode[]; readonly cursor?: string }> {
  const { path, limit, cursor } = request;
  const lastFolder =
    cursor?.startsWith(FOLDERS_AFTER) === true ? cursor.slice(FOLDERS_AFTER.length) : undefined;
  checkCursor(lastFolder ?? cursor, path, 'tree');
  const file = await findListed(vfs, access, path);
  if (file !== undefined) throw notFound('folder');
  const page = { namespace: access.namespace, path, view: 'tree', revealed: access.revealed } as const;
  const after = lastFolder ?? cursor;
  const isPastFolders = cursor !== undefined && lastFolder === undefined;
  const folders = isPastFolders
    ? []
    : await inSlices(vfs, page, { limit: MOST_FOLDERS + 1, after }, vfs.files.listFolders);
  const shown = folders.slice(0, MOST_FOLDERS);
  const last = shown.at(-1);
  if (folders.length > MOST_FOLDERS && last !== undefined)
    return { nodes: shown.map(folderNode), cursor: FOLDERS_AFTER + last.path };
  const filesAfter = isPastFolders ? after : undefined;
  const rows = await inSlices(vfs, page, { limit: limit + 1, after: filesAfter }, vfs.files.listFiles);
  const { files, cursor: next } = cutPage(rows, limit);
  const nodes = [...shown.map(folderNode), ...files.map(fileNode)];
  return { nodes, ...(next === undefined ? {} : { cursor: next }) };
}

/** The file at the path, or undefined for a folder that may be listed. */
async function findListed(vfs: Vfs, access: Access, path: NamespacePath): Promise<FileRow | undefined> {
  requireAbility(access, 'fs/list');
  requireScope(access, path);
  if (path === ROOT) return undefined;
  const file = await vfs.files.findFileAt(access.namespace, path);
  if (file !== undefined && sees(access, file)) return file;
  const folder = await vfs.files.findFolderAt(access.namespace, path);
  if (folder !== undefined && sees(access, folder)) return undefined;
  // What was granted may be empty, and still is a place.
  if (path === access.root && file === undefined && folder === undefined) return undefined;
  throw notFound('folder');
}

interface Wanted {
  readonly limit: number;
  readonly after: string | undefined;
  readonly offset?: number | undefined;
}

/** A long page as it was at one moment, read in slices, others having their turns between. */
function inSlices<Row extends { readonly path: NamespacePath }>(
  vfs: Vfs,
  page: Omit<PageRequest, 'limit' | 'after' | 'offset'>,
  { limit, after, offset }: Wanted,
  read: (page: PageRequest) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  return vfs.files.readWhole(page, async () => {
    const turns = new Turns();
    const rows: Row[] = [];
    for (;;) {
      const wanted = Math.min(SLICE_ROWS, limit - rows.length);
      const last = rows.at(-1)?.path;
      const from = last ?? after;
      const slice = await read({
        ...page,
        limit: wanted,
        ...(from === undefined ? {} : { after: from }),
        ...(offset === undefined || last !== undefined ? {} : { offset }),
      });
      rows.push(...slice);
      if (slice.length < wanted || rows.length === limit) return rows;
      await turns.others();
    }
  });
}

function cutPage(
  rows: readonly FileRow[],
  limit: number,
): { readonly files: readonly FileRow[]; readonly cursor?: string } {
  const files = rows.slice(0, limit);
  const last = files.at(-1);
  return rows.length > limit && last !== undefined ? { files, cursor: last.path } : { files };
}
