import { exactName } from 'oracle-runtime/kit';
import { type AnyOperation, defineOperation, withWords } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { sees } from '../access/access.js';
import { copyItem } from '../drive/copy.js';
import { folderNode, hiddenWords, linkOf, publicUrlOf } from '../drive/describe.js';
import { notFound } from '../drive/faults.js';
import { fileHere } from '../drive/find.js';
import { makeFolder } from '../drive/make-folder.js';
import { moveFile, moveFolder } from '../drive/move.js';
import { type FlaggedFolder, flagFile, flagFolder, requireWholePublished } from '../drive/publish.js';
import { type NamespacePath, parseFilePath, parsePath } from '../paths/namespace-path.js';
import type { FileRow, FolderRow } from '../types.js';
import type { Looking, OperationDeps } from './deps.js';
import { pathField } from './fields.js';
import { asksToMove, foreseeMoved } from './foresee-moved.js';
import { foreseeStored, whySeenAt, withReasons } from './foresee-stored.js';
import { foreseeAt } from './inventory.js';
import { BY_THE_WAY, publishField, requireUnseen } from './publishing-guard.js';

/** By which words people ask for publishing beside those of the field. */
const PUBLISHING = {
  en: [
    ...[
      'share',
      'sharing',
      'link',
      'everybody',
      'everyone',
      'anybody',
      'anyone',
      'world',
      'internet',
      'online',
      'web',
    ],
    ...[
      'release',
      'download*',
      'available',
      'strangers',
      'visible',
      'open',
      'chmod',
      'unhide',
      'live',
      'expose',
      'people',
      'seen',
      'outside*',
    ],
  ],
  de: [
    'veröffentlich*',
    'veroffentlich*',
    'öffentlich*',
    'offentlich*',
    'freigeb*',
    'gib',
    'frei',
    'teil*',
    'jede*',
    'alle*',
    'netz',
    'sichtbar',
    'zugänglich',
    'zuganglich',
    'stell*',
    'raus',
  ],
  fr: [
    'publi*',
    'partag*',
    'lien',
    'tous',
    'toutes',
    'monde',
    'ligne',
    'accessible',
    'visible',
    'ouvre*',
    'ouvert*',
    'diffus*',
    'libre',
  ],
  es: [
    'public*',
    'compart*',
    'enlace',
    'todos',
    'todo',
    'mundo',
    'linea',
    'cualquiera',
    'visible',
    'abr*',
    'abiert*',
    'difund*',
    'descarg*',
    'gente',
  ],
  pt: [
    'public*',
    'partilh*',
    'compartilh*',
    'link',
    'todos',
    'todo',
    'mundo',
    'ar',
    'linha',
    'qualquer',
    'visivel',
    'abr*',
    'abert*',
    'divulg*',
    'baixar',
    'povo',
  ],
  sw: [
    'chapish*',
    'shirik*',
    'kiungo',
    'wote',
    'watu',
    'kila',
    'mtandaoni',
    'hadharani',
    'wazi',
    'umma',
    'fungua',
    'yeyote',
  ],
};

/** Moving, copying and publishing. */
export function changeOperations(deps: OperationDeps): AnyOperation[] {
  const { vfs, access } = deps;
  return [
    defineOperation({
      name: 'vfs_move',
      ability: 'fs/write',
      title: 'Move or rename',
      description:
        'Moves or renames one file or folder. Fails where something is already. Links by id go on working.',
      input: z.object({
        from: pathField,
        to: pathField.describe('The new exact path, name included.'),
        publish: publishField,
      }),
      effect: 'write',
      answer: { description: 'From where to where, and what it is' },
      audit: 'own',
      approval: {
        look: (args, asker) => asksToMove(deps, asker, args),
      },
      describe: ({ from, to, publish }) =>
        `Move ${exactName(from)} to ${exactName(to)}${publish ? BY_THE_WAY : ''}`,
      foresee: (args, asker) => foreseeMoved(deps, asker, args),
      run: async (args, caller) => {
        const [from, to] = [parsePath(args.from, 'from'), parsePath(args.to, 'to')];
        const granted = await access(caller, 'fs/write', from);
        const file = await fileHere(vfs, granted, from);
        const moved = file ?? (await vfs.files.findFolderAt(granted.namespace, from));
        await requireUnseen(vfs, granted, caller, { path: to, publish: args.publish, from: moved });
        if (file === undefined) await moveFolder(vfs, granted, from, to);
        else await moveFile(vfs, granted, file.id, { to });
        const type = file === undefined ? 'folder' : 'file';
        return { from, to, type, wasSeen: args.publish || moved?.public === true };
      },
      forModel: ({ from, to, type }) => ({
        summary: `Moved the ${type} ${from} to ${to}.`,
        from,
        to,
        type,
      }),
      undo: ({ from, to }, { wasSeen }) => ({
        operation: 'vfs_move',
        input: { from: to, to: from, publish: wasSeen },
      }),
    }),
    defineOperation({
      name: 'vfs_copy',
      ability: 'fs/write',
      title: 'Copy',
      description: 'Copies one file, or a folder with all that is in it. Fails where something is already.',
      input: z.object({
        from: pathField,
        to: pathField.describe('The exact path of the copy, name included.'),
        publish: publishField,
      }),
      effect: 'write',
      answer: { description: 'From where to where, and how many files' },
      audit: 'own',
      approval: ({ publish }) => publish,
      describe: ({ from, to, publish }) =>
        `Copy ${exactName(from)} to ${exactName(to)}${publish ? BY_THE_WAY : ''}`,
      foresee: async ({ from, to, publish }, asker) => {
        const why = await whySeenAt(deps, asker, parseFilePath(to, 'to'));
        return foreseeAt(deps, asker, { ability: 'fs/read', paths: [from] }, (what) =>
          withReasons(`Copy ${what} to ${exactName(to)}${publish ? BY_THE_WAY : ''}`, why),
        );
      },
      run: async (args, caller) => {
        const [from, to] = [parsePath(args.from, 'from'), parseFilePath(args.to, 'to')];
        const granted = await access(caller, 'fs/write', from);
        await requireUnseen(vfs, granted, caller, { path: to, publish: args.publish });
        const { type, files } = await copyItem(vfs, granted, { from, to, signal: caller.signal });
        return { from, to, type, files };
      },
      undo: (_, { to }) => ({ operation: 'vfs_delete', input: { paths: [to] } }),
    }),
    defineOperation({
      name: 'vfs_create_folder',
      ability: 'fs/write',
      title: 'Create an empty folder',
      description: 'Creates an empty folder. Files need none: writing one creates the folders above it.',
      input: z.object({ path: pathField.describe('The exact path of the folder.'), publish: publishField }),
      effect: 'write',
      answer: { description: 'The folder' },
      audit: 'own',
      approval: ({ publish }) => publish,
      describe: (args) => wordCreating({ ...args, path: exactName(args.path) }),
      foresee: (args, asker) =>
        foreseeStored(deps, asker, parsePath(args.path), (path) => wordCreating({ ...args, path })),
      run: async (args, caller) => {
        const path = parsePath(args.path);
        const granted = await access(caller, 'fs/write', path);
        await requireUnseen(vfs, granted, caller, { path, publish: args.publish });
        const made = await makeFolder(vfs, granted, path);
        return { path: made.path, public: made.public };
      },
      undo: (_, { path }) => ({ operation: 'vfs_delete', input: { paths: [path] } }),
    }),
    defineOperation({
      name: 'vfs_set_public',
      ability: 'fs/write',
      title: 'Publish or unpublish',
      description:
        'Publishes a file or folder, so that anybody with the link can download it, or takes that back. A folder publishes all that is in it. Returns the link. The path is exact, never a pattern.',
      input: z.object({
        path: pathField,
        public: withWords(z.boolean().meta({ description: 'true publishes, false unpublishes.' }), {
          aliases: ['public', 'publish', 'shared'],
          opposites: ['private', 'unpublish', 'unshare', 'hidden', 'secret', 'confidential'],
          values: { true: PUBLISHING },
        }),
      }),
      effect: 'write',
      answer: { description: 'The link, and whether it works' },
      audit: 'own',
      approval: (args) => args.public,
      describe: (args) =>
        args.public
          ? `Publish ${exactName(args.path)}: anybody with the link can download it`
          : `Unpublish ${exactName(args.path)}`,
      foresee: async ({ path, public: publish }, asker) => {
        if (publish) await requirePublishable(deps, asker, parsePath(path));
        return foreseeAt(deps, asker, { ability: 'fs/write', paths: [path] }, (what) =>
          publish ? `Publish ${what}: anybody with the link can download it` : `Unpublish ${what}`,
        );
      },
      run: async (args, caller) => {
        const path = parsePath(args.path);
        const granted = await access(caller, 'fs/write', path);
        const file = await fileHere(vfs, granted, path);
        if (file !== undefined) {
          const flagged = await flagFile(vfs, granted, file.id, 'public', args.public);
          return { before: file.ownPublic, link: describeFileLink(flagged) };
        }
        const present = await vfs.files.findFolderAt(granted.namespace, path);
        if (present === undefined || !sees(granted, present)) throw notFound();
        const flagged = await flagFolder(vfs, granted, path, 'public', args.public);
        return { before: present.ownPublic, link: describeFolderLink(flagged) };
      },
      forModel: ({ link }) => ({
        summary: `${link.path} is ${link.public ? 'public' : 'private'} now.`,
        ...link,
        ...wholeLink(vfs.oracle, link),
      }),
      undo: ({ path, public: now }, { before }) =>
        before === now
          ? { unchanged: true }
          : { operation: 'vfs_set_public', input: { path, public: before } },
    }),
  ];
}

/** Nobody is asked to publish what would be refused all the same. @throws OracleError `conflict` */
async function requirePublishable(
  { vfs, access }: OperationDeps,
  asker: Looking,
  path: NamespacePath,
): Promise<void> {
  const granted = await access({ ...asker, via: 'agent' }, 'fs/write', path);
  const present = await vfs.files.findFolderAt(granted.namespace, path);
  if (present !== undefined && sees(granted, present)) await requireWholePublished(vfs, granted, path);
}

function wordCreating({ path, publish }: { readonly path: string; readonly publish: boolean }): string {
  return `Create the folder ${path}${publish ? BY_THE_WAY : ''}`;
}

/** The link as anybody can open it, where this oracle knows its address. */
function wholeLink(
  { origin }: OperationDeps['vfs']['oracle'],
  { publicUrl }: { readonly publicUrl?: string },
): { readonly url?: string; readonly note?: string } {
  if (publicUrl === undefined) return {};
  return origin === undefined
    ? {
        note: 'The link is a path of this oracle: PUBLIC_URL is not set, so it does not know its own address.',
      }
    : { url: new URL(publicUrl, origin).href };
}

function describeFileLink(file: FileRow) {
  return {
    path: file.path,
    id: file.id,
    public: file.public,
    link: linkOf(file),
    ...publicUrlOf(file),
    ...warningOn(file, 'file'),
  };
}

function describeFolderLink({ folder, files, hidden }: FlaggedFolder) {
  const { publicUrl } = folderNode(folder);
  const { warning } = warningOn(folder, 'folder');
  const warnings = [warning, hiddenWords(hidden)].filter((each) => each !== undefined);
  return {
    path: folder.path,
    public: folder.public,
    ...(folder.id === undefined ? {} : { id: folder.id, link: linkOf(folder) }),
    ...(publicUrl === undefined ? {} : { publicUrl }),
    ...(warnings.length === 0 ? {} : { warning: warnings.join(' ') }),
    files,
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
