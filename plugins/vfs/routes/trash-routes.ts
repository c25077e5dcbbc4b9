import { setTimeout as sleep } from 'node:timers/promises';
import { type AnyRoute, defineRoute, reply } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { describeFile, fileSchema } from '../drive/describe.js';
import { purgeAt, purgesUnderWay } from '../drive/purge.js';
import { findTrashed, restoreFile, restoreFolder } from '../drive/restore.js';
import { listTrash } from '../drive/trash.js';
import { parsePath } from '../paths/namespace-path.js';
import type { Vfs } from '../vfs.js';
import { accessFor, ERRORS, ITEM_ERRORS, placeQuery, WRITE_ERRORS } from './common.js';
import { trashCursor, trashPlace } from './trash-cursor.js';

/** Milliseconds that a purge is waited for: clients and proxies in front give up after a minute or five. */
const ANSWER_WITHIN_MS = 20_000;

const purgedSchema = z.object({ files: z.number().int() });

/** Whether it ends within so many milliseconds; what goes wrong with it later is tried again by the housekeeping. */
export function isThroughWithin(work: Promise<void>, ms: number): Promise<boolean> {
  return Promise.race([work.then(() => true), sleep(ms, false, { ref: false })]);
}

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
            purging: z
              .array(z.object({ path: z.string(), files: z.number().int() }))
              .optional()
              .describe('What is being deleted for good: nobody finds it, keys of some are still there.'),
          }),
        },
        ...ERRORS,
      },
      handler: async (ctx) => {
        const { limit, cursor } = ctx.query;
        const access = await accessFor(vfs, ctx, ctx.query);
        const after = cursor === undefined ? undefined : trashPlace(cursor);
        const { files, next } = await listTrash(vfs, access, limit, after);
        const purging = await purgesUnderWay(vfs, access);
        return {
          files: files.map((file) => ({
            ...describeFile({ ...file, public: false }),
            trashedAt: file.trashedAt,
          })),
          ...(next === undefined ? {} : { cursor: trashCursor(next) }),
          ...(purging.length > 0 ? { purging } : {}),
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
        'The file that was there and all that was below, whenever it went into the trash. Nobody finds any of it from the answer on; their keys are destroyed, and nothing opens their bytes any more. Of very many (202) that goes on after the answer, also after a restart, and GET /api/fs/trash names it until the last is gone.',

      request: { query: z.strictObject({ ...placeQuery, path: z.string() }) },
      responses: {
        200: { description: 'How many files there were, all gone', schema: purgedSchema },
        202: {
          description: 'How many files there were; keys of some are still being destroyed',
          schema: purgedSchema,
        },
        ...ITEM_ERRORS,
      },
      handler: async (ctx) => {
        const access = await accessFor(vfs, ctx, ctx.query);
        const { files, through } = await purgeAt(vfs, access, parsePath(ctx.query.path));
        const isThrough = await isThroughWithin(through, ANSWER_WITHIN_MS);
        return reply({ status: isThrough ? 200 : 202, body: { files } });
      },
    }),
  ];
}
