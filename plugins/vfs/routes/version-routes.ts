import { type AnyRoute, defineRoute, HANDLED, reply } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { describeFile, describeVersion, fileSchema, versionSchema } from '../drive/describe.js';
import { deleteVersion, findVersion, listVersions, restoreVersion } from '../drive/versions.js';
import { sendFile } from '../http/send-file.js';
import type { Vfs } from '../vfs.js';
import { accessFor, ITEM_ERRORS, idParam, PRIVATE, placeQuery, WRITE_ERRORS } from './common.js';

const versionParams = idParam.extend({ version: z.coerce.number().int().min(1) });

/** The history of a file. */
export function versionRoutes(vfs: Vfs): AnyRoute[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/fs/files/:id/versions',
      auth: { ucan: 'fs/read' },
      summary: 'Versions of a file, newest first',
      request: { params: idParam, query: z.object(placeQuery) },
      responses: {
        200: { description: 'The versions', schema: z.object({ versions: z.array(versionSchema) }) },
        ...ITEM_ERRORS,
      },
      handler: async (ctx) => {
        const versions = await listVersions(vfs, await accessFor(vfs, ctx, ctx.query), ctx.params.id);
        const current = versions[0]?.version ?? 0;
        return { versions: versions.map((version) => describeVersion(version, current)) };
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/fs/files/:id/versions/:version/content',
      auth: { ucan: 'fs/read' },
      summary: 'Download an old version',
      request: { params: versionParams, query: z.object(placeQuery) },
      responses: {
        200: { description: 'The content', contentType: 'application/octet-stream' },
        206: { description: 'The range that was asked for', contentType: 'application/octet-stream' },
        ...ITEM_ERRORS,
      },
      handler: async (ctx) => {
        const access = await accessFor(vfs, ctx, ctx.query);
        const { file, version } = await findVersion(vfs, access, ctx.params.id, ctx.params.version);
        const download = { ...version, name: file.name, path: file.path, updatedAt: version.createdAt };
        await sendFile(ctx.raw, vfs.files, download, { cacheControl: PRIVATE });
        return HANDLED;
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/fs/files/:id/versions/:version/restore',
      auth: { ucan: 'fs/write' },
      summary: 'Make an old version current again, as a new one',
      request: { params: versionParams, query: z.strictObject(placeQuery) },
      responses: { 200: { description: 'The file', schema: fileSchema }, ...WRITE_ERRORS },
      handler: async (ctx) => {
        const access = await accessFor(vfs, ctx, ctx.query);
        return describeFile(await restoreVersion(vfs, access, ctx.params.id, ctx.params.version));
      },
    }),
    defineRoute({
      method: 'delete',
      path: '/api/fs/files/:id/versions/:version',
      auth: { ucan: 'fs/delete' },
      summary: 'Delete an old version for good',
      request: { params: versionParams, query: z.strictObject(placeQuery) },
      responses: { 204: { description: 'Deleted' }, ...WRITE_ERRORS },
      handler: async (ctx) => {
        const access = await accessFor(vfs, ctx, ctx.query);
        await deleteVersion(vfs, access, ctx.params.id, ctx.params.version);
        return reply({ status: 204 });
      },
    }),
  ];
}
