import { type AnyRoute, defineRoute } from 'oracle-runtime/plugin';
import { z } from 'zod';
import type { Ability } from '../access/abilities.js';
import { type Access, requireScope } from '../access/access.js';
import { batchResultSchema, inBatch } from '../drive/batch.js';
import { notFound } from '../drive/faults.js';
import { moveFile } from '../drive/move.js';
import { purgeFiles } from '../drive/purge.js';
import { quotaOf, usedBytes } from '../drive/quota.js';
import { restoreFile } from '../drive/restore.js';
import { trashFile } from '../drive/trash.js';
import { parseFilePath, ROOT } from '../paths/namespace-path.js';
import type { Vfs } from '../vfs.js';
import { accessFor, ERRORS, placeQuery } from './common.js';

const MOST_ITEMS = 1_000;
const id = z.string().min(1).max(64);
const ids = z.strictObject({ ids: z.array(id).min(1).max(MOST_ITEMS) });
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
  readonly change: (vfs: Vfs, access: Access, ids: readonly string[], signal: AbortSignal) => Promise<ById>;
}

/** What becomes of one of them. */
type ById = (id: string) => Promise<{ readonly path: string }>;

/** One after the other, each as if it came alone. */
const oneByOne =
  (
    change: (vfs: Vfs, access: Access, id: string) => Promise<{ readonly path: string }>,
  ): ChangeById['change'] =>
  async (vfs, access) =>
  (id) =>
    change(vfs, access, id);

async function purgeTogether(
  vfs: Vfs,
  access: Access,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<ById> {
  const gone = await purgeFiles(vfs, access, ids, signal);
  return async (id) => gone.get(id) ?? absent();
}

function absent(): never {
  throw notFound();
}

const BY_ID: readonly ChangeById[] = [
  {
    name: 'delete',
    ability: 'fs/delete',
    summary: 'Put many files into the trash',
    change: oneByOne(trashFile),
  },
  {
    name: 'restore',
    ability: 'fs/write',
    summary: 'Take many files out of the trash',
    change: oneByOne(restoreFile),
  },
  {
    name: 'purge',
    ability: 'fs/delete',
    summary: 'Delete trashed files for good',
    description: 'Their keys are destroyed at once: nothing opens their bytes any more.',
    change: purgeTogether,
  },
];

/** Many files at once, and what it all takes up. */
export function batchRoutes(vfs: Vfs): AnyRoute[] {
  return [
    defineRoute({
      method: 'post',
      path: '/api/fs/batch/move',
      auth: { ucan: 'fs/write' },
      summary: 'Move many files',
      request: {
        query: z.strictObject(placeQuery),
        body: z.strictObject({
          items: z
            .array(z.strictObject({ id, destinationPath: z.string() }))
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
      path: '/api/fs/usage',
      auth: { ucan: 'fs/list' },
      summary: 'Bytes that the namespace takes up, and its quota',
      description: 'For whom all of it was granted.',
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
        const access = await accessFor(vfs, ctx, ctx.query);
        // The sum of all tells who asks again and again of each file that comes and goes.
        requireScope(access, ROOT);
        const { namespace } = access;
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
    effect: ability === 'fs/delete' ? 'destructive' : 'write',
    summary,
    ...(description === undefined ? {} : { description }),
    whenDiskFull: ability === 'fs/delete',
    request: { query: z.strictObject(placeQuery), body: ids },
    responses: RESPONSES,
    handler: async (ctx) => {
      const access = await accessFor(vfs, ctx, ctx.query);
      const items = ctx.body.ids.map((each) => ({ id: each }));
      const changed = await change(vfs, access, ctx.body.ids, ctx.signal);
      return inBatch(items, ctx.signal, (item) => changed(item.id));
    },
  });
}
