import { z } from 'zod';
import { checkCursor } from '../paths/list-cursor.js';
import type { Namespace } from '../paths/namespace.js';
import { parsePath } from '../paths/namespace-path.js';
import type { FileEntry, FileStore, FolderRow } from '../types.js';

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 500;
/** Folders that the first page shows at most. */
const MAX_FOLDERS = 1000;

export const listingQuery = z.object({
  path: z.string().default('/').describe('Folder to list; the whole namespace by default.'),
  limit: z.coerce.number().int().min(1).max(MAX_LIMIT).default(DEFAULT_LIMIT).describe('Files a page.'),
  cursor: z.string().optional().describe('`cursor` of the page before.'),
  view: z
    .enum(['flat', 'tree'])
    .default('flat')
    .describe('`flat`: all files below the folder; `tree`: its immediate children.'),
});

const publicFile = z.object({
  id: z.string(),
  path: z.string(),
  name: z.string(),
  size: z.number().int().describe('Bytes.'),
  mimeType: z.string(),
  cid: z.string().describe('CIDv1 of the content.'),
  updatedAt: z.number().int().describe('Milliseconds since the epoch.'),
  publicUrl: z.string().describe('Relative to the origin.'),
});

const publicFolder = publicFile.pick({ id: true, path: true, name: true, publicUrl: true });

export const listingPage = z.object({
  namespace: z.string(),
  path: z.string(),
  view: z.enum(['flat', 'tree']),
  folders: z.array(publicFolder).describe(`On the first page only, at most ${MAX_FOLDERS}.`),
  foldersTruncated: z.boolean().describe('There are more folders than were listed.'),
  files: z.array(publicFile).describe('By path, in the order of its UTF-8 bytes.'),
  cursor: z.string().optional().describe('Path of the last file; absent on the last page.'),
});

/**
 * A page of what a namespace has published. A namespace or folder without anything public, or that does not exist, has
 * an empty page. Pages go by path: whatever stays in place while they are walked is seen exactly once.
 * @throws OracleError `invalid_request` for a path in no canonical form, or a cursor that is not of this listing
 */
export async function listPublished(
  store: Pick<FileStore, 'listEntries' | 'listFolders'>,
  namespace: Namespace,
  query: z.output<typeof listingQuery>,
): Promise<z.output<typeof listingPage>> {
  const path = parsePath(query.path);
  const { limit, view, cursor } = query;
  checkCursor(cursor, path, view);
  const scope = { namespace, path, view, publicOnly: true } as const;
  const folders = cursor === undefined ? await store.listFolders({ ...scope, limit: MAX_FOLDERS + 1 }) : [];
  // One more than asked for says whether there is another page.
  const rows = await store.listEntries({
    ...scope,
    limit: limit + 1,
    ...(cursor === undefined ? {} : { after: cursor }),
  });
  const files = rows.slice(0, limit);
  const last = files.at(-1);
  return {
    namespace,
    path,
    view,
    folders: folders.slice(0, MAX_FOLDERS).flatMap(describeFolder),
    foldersTruncated: folders.length > MAX_FOLDERS,
    files: files.map(describeFile),
    ...(rows.length > limit && last !== undefined ? { cursor: last.path } : {}),
  };
}

function describeFile({
  id,
  path,
  name,
  size,
  mimeType,
  cid,
  updatedAt,
}: FileEntry): z.output<typeof publicFile> {
  return { id, path, name, size, mimeType, cid, updatedAt, publicUrl: `/public/id/${id}` };
}

function describeFolder({ id, path, name }: FolderRow): z.output<typeof publicFolder>[] {
  return id === undefined ? [] : [{ id, path, name, publicUrl: `/public/folder/id/${id}` }];
}
