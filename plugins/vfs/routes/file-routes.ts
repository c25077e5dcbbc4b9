import { type AnyRoute, defineRoute, HANDLED, reply } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { describeFile, describePublished, fileSchema, publishedSchema } from '../drive/describe.js';
import { editFile } from '../drive/edit.js';
import { fileAt, fileById } from '../drive/find.js';
import { moveFile } from '../drive/move.js';
import { etagOf } from '../drive/preconditions.js';
import { flagFile } from '../drive/publish.js';
import { linesOf, readText } from '../drive/read.js';
import { restoreFile } from '../drive/restore.js';
import { trashFile } from '../drive/trash.js';
import { createFile, replaceFile } from '../drive/write.js';
import { isAskedInline } from '../http/inline.js';
import { sendFile } from '../http/send-file.js';
import { parseFilePath } from '../paths/namespace-path.js';
import type { Vfs } from '../vfs.js';
import {
  accessFor,
  announcedSize,
  explicitFlag,
  flagText,
  header,
  ITEM_ERRORS,
  idParam,
  PRIVATE,
  placeQuery,
  preconditionsOf,
  requirePlainBody,
  UPLOAD_ERRORS,
  WRITE_ERRORS,
} from './common.js';

const DOWNLOAD = {
  200: { description: 'The content', contentType: 'application/octet-stream' },
  206: { description: 'The range that was asked for', contentType: 'application/octet-stream' },
  304: { description: 'Unchanged' },
  416: { description: 'The range lies outside of the content' },
} as const;

const inlineQuery = {
  inline: z.string().optional().describe('Show it in place, where the type is one that runs nothing.'),
};

const MOST_LINES = 5_000;

/** One file: upload, download, metadata, flags. */
export function fileRoutes(vfs: Vfs): AnyRoute[] {
  return [
    defineRoute({
      method: 'post',
      path: '/api/fs/files',
      auth: { ucan: 'fs/write' },
      summary: 'Upload a file',
      description:
        'The body is the content, stored as it comes with its Content-Type. It is visible, and public, only once all of it is stored. With If-Match, the file that is there is replaced.',
      request: {
        query: z.strictObject({ ...placeQuery, path: z.string(), public: flagText.optional() }),
        body: 'raw',
      },
      responses: { 201: { description: 'Stored', schema: fileSchema }, ...UPLOAD_ERRORS },
      handler: async (ctx) => {
        requirePlainBody(ctx);
        const access = await accessFor(vfs, ctx, ctx.query);
        const file = await createFile(vfs, access, {
          path: parseFilePath(ctx.query.path),
          source: ctx.body,
          size: announcedSize(ctx.headers),
          mimeType: header(ctx.headers, 'content-type'),
          public: ctx.query.public === undefined ? undefined : ctx.query.public === 'true',
          ...preconditionsOf(ctx.headers),
        });
        return reply({
          status: 201,
          headers: { Location: `/api/fs/files/${file.id}`, ETag: etagOf(file) },
          body: describeFile(file),
        });
      },
    }),
    defineRoute({
      method: 'put',
      path: '/api/fs/files/:id',
      auth: { ucan: 'fs/write' },
      summary: 'Replace the content of a file',
      description:
        'A new version under the same id, put in place at once; with If-Match only over what was seen.',
      request: { params: idParam, query: z.strictObject(placeQuery), body: 'raw' },
      responses: { 200: { description: 'Replaced', schema: fileSchema }, ...UPLOAD_ERRORS },
      handler: async (ctx) => {
        requirePlainBody(ctx);
        const file = await replaceFile(vfs, await accessFor(vfs, ctx, ctx.query), ctx.params.id, {
          source: ctx.body,
          size: announcedSize(ctx.headers),
          mimeType: header(ctx.headers, 'content-type'),
          ...preconditionsOf(ctx.headers),
        });
        return reply({ headers: { ETag: etagOf(file) }, body: describeFile(file) });
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/fs/files/:id',
      auth: { ucan: 'fs/read' },
      summary: 'Metadata of a file',
      request: { params: idParam, query: z.object(placeQuery) },
      responses: { 200: { description: 'The file', schema: fileSchema }, ...ITEM_ERRORS },
      handler: async (ctx) =>
        describeFile(await fileById(vfs, await accessFor(vfs, ctx, ctx.query), 'fs/read', ctx.params.id)),
    }),
    defineRoute({
      method: 'get',
      path: '/api/fs/files/:id/content',
      auth: { ucan: 'fs/read' },
      summary: 'Download a file',
      description:
        'Range, If-Range and If-None-Match are honoured; x-vfs-cid and x-vfs-content-hash verify the bytes.',
      request: { params: idParam, query: z.object({ ...placeQuery, ...inlineQuery }) },
      responses: { ...DOWNLOAD, ...ITEM_ERRORS },
      handler: async (ctx) => {
        const file = await fileById(vfs, await accessFor(vfs, ctx, ctx.query), 'fs/read', ctx.params.id);
        const inline = isAskedInline(ctx.raw.request.url);
        await sendFile(ctx.raw, vfs.files, file, { cacheControl: PRIVATE, inline });
        return HANDLED;
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/fs/content',
      auth: { ucan: 'fs/read' },
      summary: 'Download a file by its path',
      description: 'The path is exact, never a pattern.',
      request: { query: z.object({ ...placeQuery, ...inlineQuery, path: z.string() }) },
      responses: { ...DOWNLOAD, ...ITEM_ERRORS },
      handler: async (ctx) => {
        const path = parseFilePath(ctx.query.path);
        const file = await fileAt(vfs, await accessFor(vfs, ctx, ctx.query), 'fs/read', path);
        const inline = isAskedInline(ctx.raw.request.url);
        await sendFile(ctx.raw, vfs.files, file, { cacheControl: PRIVATE, inline });
        return HANDLED;
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/fs/files/:id/read',
      auth: { ucan: 'fs/read' },
      summary: 'Lines of a text file',
      request: {
        params: idParam,
        query: z.object({
          ...placeQuery,
          offset: z.coerce.number().int().min(1).default(1).describe('First line, from 1.'),
          limit: z.coerce.number().int().min(1).max(MOST_LINES).default(2_000),
        }),
      },
      responses: {
        200: {
          description: 'The lines, each after its number',
          schema: z.object({
            text: z.string(),
            offset: z.number().int(),
            count: z.number().int(),
            hasMore: z.boolean(),
            totalLines: z.number().int(),
          }),
        },
        ...ITEM_ERRORS,
        415: { description: 'The file is no text' },
      },
      handler: async (ctx) => {
        const file = await fileById(vfs, await accessFor(vfs, ctx, ctx.query), 'fs/read', ctx.params.id);
        return linesOf(await readText(vfs, file), ctx.query.offset, ctx.query.limit);
      },
    }),
    defineRoute({
      method: 'patch',
      path: '/api/fs/files/:id/edit',
      auth: { ucan: 'fs/write' },
      summary: 'Replace a piece of a text file',
      request: {
        params: idParam,
        query: z.strictObject(placeQuery),
        body: z.strictObject({
          oldString: z.string().min(1),
          newString: z.string(),
          replaceAll: z.boolean().default(false),
        }),
      },
      bodyLimit: 4 * 1024 * 1024,
      responses: {
        200: {
          description: 'Edited',
          schema: z.object({ replacements: z.number().int(), file: fileSchema }),
        },
        ...WRITE_ERRORS,
        415: { description: 'The file is no text' },
      },
      handler: async (ctx) => {
        const access = await accessFor(vfs, ctx, ctx.query);
        const edit = { ...ctx.body, ...preconditionsOf(ctx.headers) };
        const { file, replacements } = await editFile(vfs, access, ctx.params.id, edit);
        return reply({ headers: { ETag: etagOf(file) }, body: { replacements, file: describeFile(file) } });
      },
    }),
    defineRoute({
      method: 'patch',
      path: '/api/fs/files/:id/public',
      auth: { ucan: 'fs/write' },
      summary: 'Publish or unpublish a file',
      whenDiskFull: true,
      description:
        'Sets the file’s own flag, from the query or the body. Under a public folder it stays public.',
      request: {
        params: idParam,
        query: z.strictObject({ ...placeQuery, public: z.unknown().optional() }),
        body: z.unknown().optional(),
      },
      responses: { 200: { description: 'The state now', schema: publishedSchema }, ...ITEM_ERRORS },
      handler: async (ctx) => {
        const value = explicitFlag('public', ctx.query.public, ctx.body);
        const access = await accessFor(vfs, ctx, ctx.query);
        return describePublished(await flagFile(vfs, access, ctx.params.id, 'public', value));
      },
    }),
    defineRoute({
      method: 'patch',
      path: '/api/fs/files/:id/hidden',
      auth: { ucan: 'fs/write' },
      summary: 'Hide or show a file',
      whenDiskFull: true,
      request: {
        params: idParam,
        query: z.strictObject({ namespace: placeQuery.namespace, hidden: z.unknown().optional() }),
        body: z.unknown().optional(),
      },
      responses: { 200: { description: 'The file', schema: fileSchema }, ...ITEM_ERRORS },
      handler: async (ctx) => {
        const value = explicitFlag('hidden', ctx.query.hidden, ctx.body);
        // Whoever may show a hidden file again must be able to reach it.
        const access = await accessFor(vfs, ctx, { namespace: ctx.query.namespace, hidden: 'true' });
        return describeFile(await flagFile(vfs, access, ctx.params.id, 'hidden', value));
      },
    }),
    defineRoute({
      method: 'patch',
      path: '/api/fs/files/:id/path',
      auth: { ucan: 'fs/write' },
      summary: 'Rename or move a file',
      description:
        'Links by id and CID go on working. With `overwrite` (fs/delete) what is there goes into the trash.',
      request: {
        params: idParam,
        query: z.strictObject(placeQuery),
        body: z.strictObject({ path: z.string(), overwrite: z.boolean().default(false) }),
      },
      responses: { 200: { description: 'Moved', schema: fileSchema }, ...WRITE_ERRORS },
      handler: async (ctx) => {
        const move = { to: parseFilePath(ctx.body.path), overwrite: ctx.body.overwrite };
        const access = await accessFor(vfs, ctx, ctx.query);
        const conditions = preconditionsOf(ctx.headers);
        return describeFile(await moveFile(vfs, access, ctx.params.id, { ...move, ...conditions }));
      },
    }),
    defineRoute({
      method: 'delete',
      path: '/api/fs/files/:id',
      auth: { ucan: 'fs/delete' },
      summary: 'Put a file into the trash',
      request: { params: idParam, query: z.strictObject(placeQuery) },
      responses: { 204: { description: 'In the trash' }, ...ITEM_ERRORS },
      handler: async (ctx) => {
        await trashFile(vfs, await accessFor(vfs, ctx, ctx.query), ctx.params.id);
        return reply({ status: 204 });
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/fs/files/:id/restore',
      auth: { ucan: 'fs/write' },
      summary: 'Take a file out of the trash',
      request: {
        params: idParam,
        query: z.strictObject({
          ...placeQuery,
          path: z.string().optional().describe('Where to, if not where it was.'),
        }),
      },
      responses: { 200: { description: 'The file', schema: fileSchema }, ...WRITE_ERRORS },
      handler: async (ctx) => {
        const to = ctx.query.path === undefined ? undefined : parseFilePath(ctx.query.path);
        return describeFile(await restoreFile(vfs, await accessFor(vfs, ctx, ctx.query), ctx.params.id, to));
      },
    }),
  ];
}
