import type { Selectable } from 'kysely';
import type { Namespace } from '../paths/namespace.js';
import { type NamespacePath, nameOf } from '../paths/namespace-path.js';
import type { FileEntry, FileRow, FolderRow, VersionRow } from '../types.js';
import type { FileTable, FolderTable, VersionTable } from './tables.js';

/** A row of `vfs_files` as the rest of the plugin sees it. Paths were parsed when they were written. */
export function fileOf(row: Selectable<FileTable>): FileRow {
  const path = row.path as NamespacePath;
  return {
    id: row.id,
    fileId: row.id,
    namespace: row.namespace as Namespace,
    path,
    name: nameOf(path),
    ownPublic: row.own_public === 1,
    ownHidden: row.own_hidden === 1,
    public: row.public === 1,
    hidden: row.hidden === 1,
    version: row.version,
    size: row.size,
    mimeType: row.mime_type,
    contentHash: row.content_hash,
    cid: row.cid,
    crc32: row.crc32,
    blob: row.blob,
    wrappedKey: row.wrapped_key,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    createdBy: row.created_by,
    updatedBy: row.updated_by,
    trashedAt: row.trashed_at ?? undefined,
  };
}

export function entryOf(
  row: Pick<Selectable<FileTable>, 'id' | 'path' | 'size' | 'mime_type' | 'cid' | 'updated_at'>,
): FileEntry {
  const path = row.path as NamespacePath;
  return {
    id: row.id,
    path,
    name: nameOf(path),
    size: row.size,
    mimeType: row.mime_type,
    cid: row.cid,
    updatedAt: row.updated_at,
  };
}

export function folderOf(row: Selectable<FolderTable>): FolderRow {
  const path = row.path as NamespacePath;
  return {
    namespace: row.namespace as Namespace,
    path,
    name: nameOf(path),
    id: row.id ?? undefined,
    ownPublic: row.own_public === 1,
    ownHidden: row.own_hidden === 1,
    public: row.public === 1,
    hidden: row.hidden === 1,
    updatedAt: row.updated_at,
  };
}

/** A row of `vfs_versions`, whose key is its file's. */
export function versionOf(row: Selectable<VersionTable>, file: FileRow): VersionRow {
  return {
    namespace: file.namespace,
    fileId: file.id,
    wrappedKey: file.wrappedKey,
    version: row.version,
    size: row.size,
    mimeType: row.mime_type,
    contentHash: row.content_hash,
    cid: row.cid,
    crc32: row.crc32,
    blob: row.blob,
    createdAt: row.created_at,
    createdBy: row.created_by,
  };
}
