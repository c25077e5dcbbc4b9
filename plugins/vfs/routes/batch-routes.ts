import { type AnyRoute, defineRoute } from 'oracle-runtime/plugin';
import { z } from 'zod';
import type { Ability } from '../access/abilities.js';
import type { Access } from '../access/access.js';
import { batchResultSchema, inBatch } from '../drive/batch.js';
import { describeFile, fileSchema } from '../drive/describe.js';
import { moveFile } from '../drive/move.js';
import { quotaOf, usedBytes } from '../drive/quota.js';
import { restoreFile } from '../drive/restore.js';
import { listTrash, purgeFile, trashFile } from '../drive/trash.js';
import { parseFilePath } from '../paths/namespace-path.js';
import type { Vfs } from '../vfs.js';
import { accessFor, ERRORS, placeQuery } from './common.js';
import { trashCursor, trashPlace } from './trash-cursor.js';

const MOST_ITEMS = 1_000;
const id = z.string().min(1).max(64);
const ids = z.object({ ids: z.array(id).min(1).max(MOST_ITEMS) });
const RESPONSES = {
  200: { description: 'How each item ended', schema: batchResultSchema },
  ...ERRORS,
} as const;

/** What is done to each of many files that are named by their ids alone. */
interface ChangeById {
  readonly name: string;
  readonly ability: Ability;
  readonly summary: string;
  readonly description?: string;
  readonly change: (vfs: Vfs, access: Access, id: string) => Promise<{ readonly path: string }>;
}

const BY_ID: readonly ChangeById[] = [
  { name: 'delete', ability: 'fs/delete', summary: 'Put many files into the trash', change: trashFile },
  { name: 'restore', ability: 'fs/write', summary: 'Take many files out of the trash', change: restoreFile },
  {
    name: 'purge',
    ability: 'fs/delete',
    summary: 'Delete trashed files for good',
    description: 'Their keys are destroyed at once: nothing opens their bytes any more.',
    change: purgeFile,
  },
];

/** Many files at once, the trash, and what it all takes up. */
export function batchRoutes(vfs: Vfs): AnyRoute[] {
  return [
    defineRoute({
      method: 'post',
      path: '/api/fs/batch/move',
      auth: { ucan: 'fs/write' },
      summary: 'Move many files',
      request: {
        query: z.strictObject(placeQuery),
        body: z.object({
          items: z
            .array(z.object({ id, destinationPath: z.string() }))
            .min(1)
            .max(MOST_ITEMS),
        }),
      },
      responses: RESPONSES,
      handler: async (ctx) => {
        const access = await accessFor(vfs, ctx, ctx.query);
        return inBatch(ctx.body.items, ctx.signal, (item) =>
          moveFile(vfs, access, item.id, { to: parseFilePath(item.destinationPath, 'destinationPath') }),
        );
      },
    }),
    ...BY_ID.map((change) => byIdRoute(vfs, change)),
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
      method: 'get',
      path: '/api/fs/usage',
      auth: { ucan: 'fs/list' },
      summary: 'Bytes that the namespace takes up, and its quota',
      request: { query: z.object(placeQuery) },
      responses: {
        200: {
          description: 'All versions of all files, trashed ones included',
          schema: z.object({
            namespace: z.string(),
            usedBytes: z.number().int(),
            quotaBytes: z.number().int().nullable(),
          }),
        },
        ...ERRORS,
      },
      handler: async (ctx) => {
        const { namespace } = await accessFor(vfs, ctx, ctx.query);
        return {
          namespace,
          usedBytes: await usedBytes(vfs.db, namespace),
          quotaBytes: quotaOf(vfs, namespace),
        };
      },
    }),
  ];
}

function byIdRoute(vfs: Vfs, { name, ability, summary, description, change }: ChangeById): AnyRoute {
  return defineRoute({
    method: 'post',
    path: `/api/fs/batch/${name}`,
    auth: { ucan: ability },
    summary,
    ...(description === undefined ? {} : { description }),
    whenDiskFull: ability === 'fs/delete',
    request: { query: z.strictObject(placeQuery), body: ids },
    responses: RESPONSES,
    handler: async (ctx) => {
      const access = await accessFor(vfs, ctx, ctx.query);
      const items = ctx.body.ids.map((each) => ({ id: each }));
      return inBatch(items, ctx.signal, (item) => change(vfs, access, item.id));
    },
  });
}
