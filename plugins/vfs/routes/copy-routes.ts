import { type AnyRoute, defineRoute, reply } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { copyItem } from '../drive/copy.js';
import { fileNode, folderNode, nodeSchema } from '../drive/describe.js';
import { makeFolder } from '../drive/make-folder.js';
import { parseFilePath, parsePath } from '../paths/namespace-path.js';
import type { Vfs } from '../vfs.js';
import { accessFor, placeQuery, UPLOAD_ERRORS, WRITE_ERRORS } from './common.js';

/** Making folders and copying. */
export function copyRoutes(vfs: Vfs): AnyRoute[] {
  return [
    defineRoute({
      method: 'post',
      path: '/api/fs/folders',
      auth: { ucan: 'fs/write' },
      summary: 'Make an empty folder',
      description: 'It stays although it is empty. Folders above it that are missing are made too.',
      request: { query: z.strictObject({ ...placeQuery, path: z.string() }) },
      responses: { 201: { description: 'Made', schema: nodeSchema }, ...WRITE_ERRORS },
      handler: async (ctx) => {
        const access = await accessFor(vfs, ctx, ctx.query);
        return reply({
          status: 201,
          body: folderNode(await makeFolder(vfs, access, parsePath(ctx.query.path))),
        });
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/fs/copy',
      auth: { ucan: 'fs/write' },
      summary: 'Copy a file, or a folder with all that is in it',
      description:
        'The content as it is now, without its versions and flags. With `overwrite` a file takes the place of one that is there, as a new version of it.',
      request: {
        query: z.strictObject(placeQuery),
        body: z.strictObject({ from: z.string(), to: z.string(), overwrite: z.boolean().default(false) }),
      },
      responses: {
        201: { description: 'The copy', schema: nodeSchema.extend({ files: z.number().int() }) },
        ...UPLOAD_ERRORS,
      },
      handler: async (ctx) => {
        const access = await accessFor(vfs, ctx, ctx.query);
        const { from, to, overwrite } = ctx.body;
        const copied = await copyItem(vfs, access, {
          from: parsePath(from, 'from'),
          to: parseFilePath(to, 'to'),
          overwrite,
          signal: ctx.signal,
        });
        const node = copied.type === 'file' ? fileNode(copied.item) : folderNode(copied.item);
        return reply({ status: 201, body: { ...node, files: copied.files } });
      },
    }),
  ];
}
