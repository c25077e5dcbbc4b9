import { type AnyRoute, defineRoute, HANDLED, OracleError } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { type Access, requireAbility, requireScope } from '../access/access.js';
import {
  describeFile,
  describePublishedFolder,
  fileSchema,
  folderNode,
  nodeSchema,
  publishedSchema,
} from '../drive/describe.js';
import { notFound } from '../drive/faults.js';
import { folderAt, folderById } from '../drive/find.js';
import { listFiles, listTree } from '../drive/list.js';
import { moveFolder } from '../drive/move.js';
import { flagFolder } from '../drive/publish.js';
import { trashFolder } from '../drive/trash.js';
import { type NamespacePath, nameOf, parsePath, ROOT } from '../paths/namespace-path.js';
import type { Vfs } from '../vfs.js';
import { sendFolderZip } from '../zip/send-folder-zip.js';
import { accessFor, explicitFlag, ITEM_ERRORS, PRIVATE, pathOr, placeQuery, WRITE_ERRORS } from './common.js';

const cursor = z.string().max(1024).optional().describe('`cursor` of the page before.');

/** Folders: listings, archives, flags. */
export function folderRoutes(vfs: Vfs): AnyRoute[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/fs/files',
      auth: { ucan: 'fs/list' },
      summary: 'All files below a folder',
      description:
        'In the order of their paths. Go on with `cursor`; `offset` counts, for clients that cannot.',
      request: {
        query: z.object({
          ...placeQuery,
          path: z.string().optional().describe('The folder; all that is granted by default.'),
          limit: z.coerce.number().int().min(1).max(1_000).default(100),
          offset: z.coerce.number().int().min(0).max(10_000_000).optional(),
          cursor,
        }),
      },
      responses: {
        200: {
          description: 'A page of files',
          schema: z.object({ files: z.array(fileSchema), cursor: z.string().optional() }),
        },
        ...ITEM_ERRORS,
      },
      handler: async (ctx) => {
        const access = await accessFor(vfs, ctx, ctx.query);
        const page = await listFiles(vfs, access, { ...ctx.query, path: pathOr(access, ctx.query.path) });
        return { ...page, files: page.files.map(describeFile) };
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/fs/tree',
      auth: { ucan: 'fs/list' },
      summary: 'Immediate children of a folder',
      description: 'Folders on the first page, then files, each in the order of their paths.',
      request: {
        query: z.object({
          ...placeQuery,
          path: z.string().optional().describe('The folder; what is granted by default.'),
          limit: z.coerce.number().int().min(1).max(5_000).default(1_000),
          cursor,
        }),
      },
      responses: {
        200: {
          description: 'Folders and files',
          schema: z.object({ nodes: z.array(nodeSchema), cursor: z.string().optional() }),
        },
        ...ITEM_ERRORS,
      },
      handler: async (ctx) => {
        const access = await accessFor(vfs, ctx, ctx.query);
        return listTree(vfs, access, { ...ctx.query, path: pathOr(access, ctx.query.path) });
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/fs/folder/download',
      auth: { ucan: 'fs/read' },
      summary: 'Download a folder as a ZIP archive',
      description:
        'Stored, of known length, resumable with Range and If-Range. Hidden files are in it when they are revealed. With `id` the archive says nothing of the folders above.',
      request: {
        query: z.object({ ...placeQuery, path: z.string().optional(), id: z.string().max(64).optional() }),
      },
      responses: {
        200: { description: 'The archive', contentType: 'application/zip' },
        206: { description: 'The range that was asked for', contentType: 'application/zip' },
        ...ITEM_ERRORS,
        413: { description: 'More files or bytes than one archive may have' },
      },
      handler: async (ctx) => {
        const access = await accessFor(vfs, ctx, ctx.query);
        const path = await archivedFolder(vfs, access, ctx.query);
        const sent = await sendFolderZip(
          ctx.raw,
          vfs.files,
          { namespace: access.namespace, path, name: nameOf(path), revealed: access.revealed },
          { cacheControl: PRIVATE, maxFiles: vfs.config.zipMaxFiles, maxBytes: vfs.config.zipMaxBytes },
        );
        if (sent === undefined) throw notFound('folder');
        return HANDLED;
      },
    }),
    defineRoute({
      method: 'put',
      path: '/api/fs/folders/public',
      auth: { ucan: 'fs/write' },
      summary: 'Publish or unpublish a folder',
      whenDiskFull: true,
      description:
        'For all that is in it and all that comes into it. Unpublishing leaves files public that are published themselves.',
      request: {
        query: z.strictObject({ ...placeQuery, path: z.string(), public: z.unknown().optional() }),
        body: z.unknown().optional(),
      },
      responses: { 200: { description: 'The state now', schema: publishedSchema }, ...WRITE_ERRORS },
      handler: async (ctx) => {
        const value = explicitFlag('public', ctx.query.public, ctx.body);
        const access = await accessFor(vfs, ctx, ctx.query);
        return describePublishedFolder(
          await flagFolder(vfs, access, parsePath(ctx.query.path), 'public', value),
        );
      },
    }),
    defineRoute({
      method: 'put',
      path: '/api/fs/folders/hidden',
      auth: { ucan: 'fs/write' },
      summary: 'Hide or show a folder with all that is in it',
      whenDiskFull: true,
      request: {
        query: z.strictObject({
          namespace: placeQuery.namespace,
          path: z.string(),
          hidden: z.unknown().optional(),
        }),
        body: z.unknown().optional(),
      },
      responses: { 200: { description: 'The folder', schema: nodeSchema }, ...WRITE_ERRORS },
      handler: async (ctx) => {
        const value = explicitFlag('hidden', ctx.query.hidden, ctx.body);
        const access = await accessFor(vfs, ctx, { namespace: ctx.query.namespace, hidden: 'true' });
        return folderNode((await flagFolder(vfs, access, parsePath(ctx.query.path), 'hidden', value)).folder);
      },
    }),
    defineRoute({
      method: 'put',
      path: '/api/fs/folders/path',
      auth: { ucan: 'fs/write' },
      summary: 'Rename or move a folder',
      request: {
        query: z.strictObject(placeQuery),
        body: z.strictObject({ from: z.string(), to: z.string() }),
      },
      responses: { 200: { description: 'The folder', schema: nodeSchema }, ...WRITE_ERRORS },
      handler: async (ctx) => {
        const access = await accessFor(vfs, ctx, ctx.query);
        const [from, to] = [parsePath(ctx.body.from, 'from'), parsePath(ctx.body.to, 'to')];
        return folderNode(await moveFolder(vfs, access, from, to));
      },
    }),
    defineRoute({
      method: 'delete',
      path: '/api/fs/folders',
      auth: { ucan: 'fs/delete' },
      summary: 'Put a folder with all that is in it into the trash',
      request: { query: z.strictObject({ ...placeQuery, path: z.string() }) },
      responses: {
        200: { description: 'How many files', schema: z.object({ files: z.number().int() }) },
        ...ITEM_ERRORS,
      },
      handler: async (ctx) =>
        trashFolder(vfs, await accessFor(vfs, ctx, ctx.query), parsePath(ctx.query.path)),
    }),
  ];
}

/** The folder that `path` or `id` names; exactly one of the two is given. @throws OracleError `invalid_request`, `not_found` */
async function archivedFolder(
  vfs: Vfs,
  access: Access,
  query: { readonly path?: string | undefined; readonly id?: string | undefined },
): Promise<NamespacePath> {
  if ((query.path === undefined) === (query.id === undefined)) {
    throw new OracleError('invalid_request', {
      detail: 'Exactly one of path and id names the folder.',
      errors: [{ field: 'path', message: 'give path or id' }],
    });
  }
  if (query.id !== undefined) return (await folderById(vfs, access, 'fs/read', query.id)).path;
  const path = parsePath(query.path ?? '');
  if (path !== ROOT) return (await folderAt(vfs, access, 'fs/read', path)).path;
  requireAbility(access, 'fs/read');
  requireScope(access, path);
  return path;
}
