import { z } from 'zod';
import type { FileRow, FolderRow, VersionRow } from '../types.js';
import type { FlaggedFolder, HiddenFiles } from './publish.js';

/** A file as authenticated surfaces show it. */
export const fileSchema = z.object({
  id: z.string(),
  path: z.string(),
  name: z.string(),
  size: z.number().int().describe('Bytes.'),
  mimeType: z.string(),
  version: z.number().int(),
  contentHash: z.string().describe('SHA-256 of the content, hex.'),
  cid: z.string().describe('CIDv1 (raw, sha2-256) of the content.'),
  hidden: z.boolean(),
  public: z
    .boolean()
    .describe('Whether anybody may download it: through its own flag or that of a folder above.'),
  publicUrl: z.string().optional().describe('Relative to the origin; only while it is public.'),
  createdAt: z.number().int().describe('Milliseconds since the epoch.'),
  updatedAt: z.number().int().describe('Milliseconds since the epoch.'),
  createdBy: z.string(),
  updatedBy: z.string(),
});

export type DescribedFile = z.output<typeof fileSchema>;

export function describeFile(file: FileRow): DescribedFile {
  return {
    id: file.id,
    path: file.path,
    name: file.name,
    size: file.size,
    mimeType: file.mimeType,
    version: file.version,
    contentHash: file.contentHash,
    cid: file.cid,
    hidden: file.hidden,
    public: file.public,
    ...publicUrlOf(file),
    createdAt: file.createdAt,
    updatedAt: file.updatedAt,
    createdBy: file.createdBy,
    updatedBy: file.updatedBy,
  };
}

/** The share link of a file, or of a folder that has an id, whether it works or not. */
export function linkOf(item: FileRow | FolderRow): string {
  return 'version' in item ? `/public/id/${item.id}` : `/public/folder/id/${item.id}`;
}

/** The share link of a file, while it works. */
export function publicUrlOf(file: FileRow): { readonly publicUrl?: string } {
  return file.public ? { publicUrl: linkOf(file) } : {};
}

/** The share link of a folder, while it works. */
function folderUrlOf(folder: FolderRow): { readonly publicUrl?: string } {
  return folder.public && folder.id !== undefined ? { publicUrl: linkOf(folder) } : {};
}

/** One entry of a tree. */
export const nodeSchema = z.object({
  type: z.enum(['file', 'folder']),
  path: z.string(),
  name: z.string(),
  id: z.string().optional().describe('Of a folder only once it is published or hidden.'),
  size: z.number().int().optional(),
  mimeType: z.string().optional(),
  cid: z.string().optional(),
  version: z.number().int().optional(),
  updatedAt: z.number().int().optional(),
  hidden: z.boolean(),
  public: z.boolean(),
  publicUrl: z.string().optional(),
});

export type DescribedNode = z.output<typeof nodeSchema>;

export function fileNode(file: FileRow): DescribedNode {
  const { id, path, name, size, mimeType, cid, version, updatedAt, hidden } = file;
  return {
    type: 'file',
    path,
    name,
    id,
    size,
    mimeType,
    cid,
    version,
    updatedAt,
    hidden,
    public: file.public,
    ...publicUrlOf(file),
  };
}

export function folderNode(folder: FolderRow): DescribedNode {
  const { id, path, name, hidden } = folder;
  return {
    type: 'folder',
    path,
    name,
    ...(id === undefined ? {} : { id }),
    hidden,
    public: folder.public,
    ...folderUrlOf(folder),
  };
}

export const versionSchema = fileSchema
  .pick({
    version: true,
    size: true,
    mimeType: true,
    contentHash: true,
    cid: true,
    createdAt: true,
    createdBy: true,
  })
  .extend({ current: z.boolean() });

export function describeVersion(version: VersionRow, current: number): z.output<typeof versionSchema> {
  const { size, mimeType, contentHash, cid, createdAt, createdBy } = version;
  return {
    version: version.version,
    current: version.version === current,
    size,
    mimeType,
    contentHash,
    cid,
    createdAt,
    createdBy,
  };
}

/** The answer to publishing or unpublishing something. */
export const publishedSchema = z.object({
  id: z.string().optional(),
  path: z.string(),
  public: z
    .boolean()
    .describe('The effective state: an unpublished file under a public folder stays public.'),
  ownPublic: z.boolean().describe('The flag that was set.'),
  hidden: z.boolean(),
  publicUrl: z.string().optional(),
  files: z.number().int().optional().describe('Of a folder: files in it that are public now.'),
  hiddenFiles: z
    .number()
    .int()
    .optional()
    .describe('Of a folder: hidden files in it, such as dotfiles, that are public with it.'),
  note: z.string().optional().describe('What may surprise.'),
});

/** What a publishing request led to for a file, and why it may differ from what was asked for. */
export function describePublished(file: FileRow): z.output<typeof publishedSchema> {
  return { ...published(file, publicUrlOf(file)), ...noteOf(surpriseOf(file)) };
}

/** As {@link describePublished}, for a folder. */
export function describePublishedFolder({
  folder,
  files,
  hidden,
}: FlaggedFolder): z.output<typeof publishedSchema> {
  const left =
    !folder.public && files > 0
      ? `${files} of its files stay public, because they or folders in it are published themselves.`
      : undefined;
  const notes = [surpriseOf(folder) ?? left, hiddenWords(hidden)].filter((note) => note !== undefined);
  return {
    ...published(folder, folderUrlOf(folder)),
    files,
    ...(hidden.count === 0 ? {} : { hiddenFiles: hidden.count }),
    ...noteOf(notes.length === 0 ? undefined : notes.join(' ')),
  };
}

/** That hidden files went public with their folder, for who published it; undefined when there are none. */
export function hiddenWords({ count, some }: HiddenFiles): string | undefined {
  if (count === 0) return undefined;
  const more = count > some.length ? ` and ${count - some.length} more` : '';
  const [are, files] = count === 1 ? ['is', 'file'] : ['are', 'files'];
  return `${count} hidden ${files} in it ${are} public too: ${some.join(', ')}${more}.`;
}

function published(item: FileRow | FolderRow, link: { readonly publicUrl?: string }) {
  const { id, path, public: isPublic, ownPublic, hidden } = item;
  return { ...(id === undefined ? {} : { id }), path, public: isPublic, ownPublic, hidden, ...link };
}

const noteOf = (note: string | undefined) => (note === undefined ? {} : { note });

function surpriseOf(item: FileRow | FolderRow): string | undefined {
  if (item.public && !item.ownPublic) return `It stays public, because a folder above it is.`;
  if (item.public && item.hidden)
    return `It is hidden, and public all the same: whoever has the link can download it.`;
  return undefined;
}
