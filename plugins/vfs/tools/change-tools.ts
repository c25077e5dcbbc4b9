import { OracleError } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { type Access, sees } from '../access/access.js';
import { folderNode, publicUrlOf } from '../drive/describe.js';
import { notFound } from '../drive/faults.js';
import { moveFile, moveFolder } from '../drive/move.js';
import { flagFile, flagFolder } from '../drive/publish.js';
import { trashFile, trashFolder } from '../drive/trash.js';
import { type NamespacePath, parsePath } from '../paths/namespace-path.js';
import type { FileRow, FolderRow } from '../types.js';
import type { Vfs } from '../vfs.js';
import { pathField } from './fields.js';
import { type AnyFileTool, defineFileTool } from './file-tool.js';
import { publishField, requireUnpublished } from './publishing-guard.js';

const MOST_PATHS = 1_000;

/** Moving, deleting and publishing. */
export function changeTools(vfs: Vfs): AnyFileTool[] {
  return [
    defineFileTool({
      name: 'vfs_move',
      title: 'Move or rename',
      description:
        'Moves or renames one file or folder. Fails where something is already. Links by id go on working.',
      input: z.object({
        from: pathField,
        to: pathField.describe('The new exact path, name included.'),
        publish: publishField,
      }),
      kind: 'write',
      asks: (args) => args.publish,
      run: async (args, call) => {
        const [from, to] = [parsePath(args.from, 'from'), parsePath(args.to, 'to')];
        const granted = await call.access('fs/write', from);
        const file = await fileHere(vfs, granted, from);
        const moved = file ?? (await vfs.files.findFolderAt(granted.namespace, from));
        if (moved?.public === false)
          await requireUnpublished(vfs, granted, call, { path: to, publish: args.publish });
        if (file === undefined) await moveFolder(vfs, granted, from, to);
        else await moveFile(vfs, granted, file.id, { to });
        return { from, to, type: file === undefined ? 'folder' : 'file' };
      },
    }),
    defineFileTool({
      name: 'vfs_delete',
      title: 'Put into the trash',
      description:
        'Puts files or folders into the trash, from where they can be restored. Ask before you use it.',
      input: z.object({
        paths: z
          .array(pathField)
          .min(1)
          .max(MOST_PATHS)
          .meta({ description: 'Exact paths, never patterns.', aliases: ['paths', 'path', 'file', 'files'] }),
      }),
      kind: 'destructive',
      run: async (args, { access, signal }) => {
        const results: object[] = [];
        for (const text of args.paths) {
          signal.throwIfAborted();
          results.push(await trashAt(vfs, text, (path) => access('fs/delete', path)));
        }
        return { results };
      },
    }),
    defineFileTool({
      name: 'vfs_set_public',
      title: 'Publish or unpublish',
      description:
        'Publishes a file or folder, so that anybody with the link can download it, or takes that back. A folder publishes all that is in it. Returns the link. The path is exact, never a pattern.',
      input: z.object({
        path: pathField,
        public: z.boolean().meta({
          description: 'true publishes, false unpublishes.',
          aliases: ['public', 'publish', 'shared'],
          opposites: ['unpublish', 'private', 'unshare'],
        }),
      }),
      kind: 'write',
      asks: (args) => args.public,
      run: async (args, { access }) => {
        const path = parsePath(args.path);
        const granted = await access('fs/write', path);
        const file = await fileHere(vfs, granted, path);
        if (file !== undefined)
          return describeFileLink(await flagFile(vfs, granted, file.id, 'public', args.public));
        const present = await vfs.files.findFolderAt(granted.namespace, path);
        if (present === undefined || !sees(granted, present)) throw notFound();
        const { folder, files } = await flagFolder(vfs, granted, path, 'public', args.public);
        return { ...describeFolderLink(folder), files };
      },
    }),
  ];
}

async function fileHere(vfs: Vfs, access: Access, path: NamespacePath): Promise<FileRow | undefined> {
  const file = await vfs.files.findFileAt(access.namespace, path);
  return file !== undefined && sees(access, file) ? file : undefined;
}

async function trashAt(
  vfs: Vfs,
  text: string,
  access: (path: NamespacePath) => Promise<Access>,
): Promise<object> {
  try {
    const path = parsePath(text);
    const granted = await access(path);
    const file = await fileHere(vfs, granted, path);
    if (file === undefined) return { path, ok: true, ...(await trashFolder(vfs, granted, path)) };
    await trashFile(vfs, granted, file.id);
    return { path, ok: true };
  } catch (error) {
    if (!OracleError.isInstance(error) || error.status >= 500) throw error;
    return { path: text, ok: false, error: error.detail };
  }
}

function describeFileLink(file: FileRow) {
  return {
    path: file.path,
    id: file.id,
    public: file.public,
    link: `/public/id/${file.id}`,
    ...publicUrlOf(file),
    ...warningOn(file, 'file'),
  };
}

function describeFolderLink(folder: FolderRow) {
  const { publicUrl } = folderNode(folder);
  return {
    path: folder.path,
    public: folder.public,
    ...(folder.id === undefined ? {} : { id: folder.id, link: `/public/folder/id/${folder.id}` }),
    ...(publicUrl === undefined ? {} : { publicUrl }),
    ...warningOn(folder, 'folder'),
  };
}

/** What the person should be told besides the link. */
function warningOn(item: FileRow | FolderRow, kind: 'file' | 'folder'): { readonly warning?: string } {
  if (item.public && !item.ownPublic)
    return { warning: `The ${kind} stays public, because a folder above it is.` };
  if (item.public) return item.hidden ? { warning: `The ${kind} is hidden, and public all the same.` } : {};
  if (item.hidden) return { warning: `The ${kind} is hidden and not public: the link does not work yet.` };
  return { warning: `The ${kind} is not public: the link does not work.` };
}
