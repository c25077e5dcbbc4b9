import { type AnyRoute, defineRoute } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { describeFile, fileSchema } from '../drive/describe.js';
import { purgeAt } from '../drive/purge.js';
import { findTrashed, restoreFile, restoreFolder } from '../drive/restore.js';
import { listTrash } from '../drive/trash.js';
import { parsePath } from '../paths/namespace-path.js';
import type { Vfs } from '../vfs.js';
import { accessFor, ERRORS, ITEM_ERRORS, placeQuery, WRITE_ERRORS } from './common.js';
import { trashCursor, trashPlace } from './trash-cursor.js';

/** What is in the trash: listed, taken out by its path, deleted for good. */
export function trashRoutes(vfs: Vfs): AnyRoute[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/fs/trash',
      auth: { ucan: 'fs/list' },
      summary: 'What is in the trash, the last first',
      request: {
        query: z.object({
          ...placeQuery,
          limit: z.coerce.number().int().min(1).max(500).default(100),
          cursor: z.string().max(256).optional(),
        }),
      },
      responses: {
        200: {
          description: 'A page of files',
          schema: z.object({
            files: z.array(fileSchema.extend({ trashedAt: z.number().int() })),
            cursor: z.string().optional(),
          }),
        },
        ...ERRORS,
      },
      handler: async (ctx) => {
        const { limit, cursor } = ctx.query;
        const access = await accessFor(vfs, ctx, ctx.query);
        const after = cursor === undefined ? undefined : trashPlace(cursor);
        const rows = await listTrash(vfs, access, limit + 1, after);
        const files = rows.slice(0, limit);
        const last = files.at(-1);
        return {
          files: files.map((file) => ({
            ...describeFile({ ...file, public: false }),
            trashedAt: file.trashedAt,
          })),
          ...(rows.length > limit && last !== undefined ? { cursor: trashCursor(last) } : {}),
        };
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/fs/trash/restore',
      auth: { ucan: 'fs/write' },
      summary: 'Take out of the trash what was at a path',
      description:
        'The file that went there last, else all of the folder that went there last, as a whole or not at all.',
      request: {
        query: z.strictObject(placeQuery),
        body: z.strictObject({
          path: z.string(),
          trashedAt: z
            .number()
            .int()
            .optional()
            .describe('What went there at that time; the last by default.'),
        }),
      },
      responses: {
        200: {
          description: 'What is there again',
          schema: z.object({ type: z.enum(['file', 'folder']), path: z.string(), files: z.number().int() }),
        },
        ...WRITE_ERRORS,
      },
      handler: async (ctx) => {
        const access = await accessFor(vfs, ctx, ctx.query);
        const path = parsePath(ctx.body.path);
        const trashed = await findTrashed(vfs, access, path, ctx.body.trashedAt);
        if (trashed.type === 'folder')
          return { type: 'folder' as const, path, files: await restoreFolder(vfs, access, trashed) };
        await restoreFile(vfs, access, trashed.file.id);
        return { type: 'file' as const, path, files: 1 };
      },
    }),
    defineRoute({
      method: 'delete',
      path: '/api/fs/trash',
      auth: { ucan: 'fs/delete' },
      summary: 'Delete for good what is in the trash of a path',
      description:
        'The file that was there and all that was below, whenever it went into the trash. Their keys are destroyed at once: nothing opens their bytes any more.',
      request: { query: z.strictObject({ ...placeQuery, path: z.string() }) },
      responses: {
        200: { description: 'How many files', schema: z.object({ files: z.number().int() }) },
        ...ITEM_ERRORS,
      },
      handler: async (ctx) => {
        const access = await accessFor(vfs, ctx, ctx.query);
        return { files: await purgeAt(vfs, access, parsePath(ctx.query.path), ctx.signal) };
      },
    }),
  ];
}
