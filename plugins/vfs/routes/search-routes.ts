import { type AnyRoute, defineRoute } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { describeFile, fileSchema } from '../drive/describe.js';
import { globFiles, grepFiles } from '../search/find-text.js';
import { searchFiles } from '../search/search-files.js';
import type { Vfs } from '../vfs.js';
import { accessFor, ERRORS, ITEM_ERRORS, pathOr, placeQuery } from './common.js';

/** Finding files by name and by content. */
export function searchRoutes(vfs: Vfs): AnyRoute[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/fs/glob',
      auth: { ucan: 'fs/list' },
      summary: 'Files whose path matches a pattern',
      description:
        '`*` and `?` within a segment, `**` over segments, `[a-z]`, `{a,b}`. It only finds: nothing else takes patterns.',
      request: {
        query: z.object({
          ...placeQuery,
          pattern: z.string().min(1).max(512),
          limit: z.coerce.number().int().min(1).max(1_000).default(200),
          cursor: z.string().max(1024).optional(),
        }),
      },
      responses: {
        200: {
          description: 'A page of files',
          schema: z.object({ files: z.array(fileSchema), cursor: z.string().optional() }),
        },
        ...ERRORS,
      },
      handler: async (ctx) => {
        const { pattern, limit, cursor } = ctx.query;
        const access = await accessFor(vfs, ctx, ctx.query);
        const { items, next } = await globFiles(vfs, access, { pattern, limit, after: cursor });
        return { files: items.map(describeFile), ...(next === undefined ? {} : { cursor: next }) };
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/fs/grep',
      auth: { ucan: 'fs/read' },
      summary: 'Lines of text files that hold a text',
      request: {
        query: z.object({
          ...placeQuery,
          q: z.string().min(1).max(512).describe('Literal text.'),
          path: z.string().optional(),
          ignoreCase: z.enum(['true', 'false']).default('false'),
          limit: z.coerce.number().int().min(1).max(1_000).default(200),
        }),
      },
      responses: {
        200: {
          description: 'The lines',
          schema: z.object({
            matches: z.array(fileSchema.extend({ line: z.number().int(), snippet: z.string() })),
            truncated: z.boolean().describe('There may be more: narrow the path or the text.'),
          }),
        },
        ...ITEM_ERRORS,
      },
      handler: async (ctx) => {
        const { q, limit } = ctx.query;
        const access = await accessFor(vfs, ctx, ctx.query);
        const { matches, truncated } = await grepFiles(vfs, access, {
          q,
          limit,
          path: pathOr(access, ctx.query.path),
          ignoreCase: ctx.query.ignoreCase === 'true',
          signal: ctx.signal,
        });
        return {
          matches: matches.map(({ file, line, snippet }) => ({ ...describeFile(file), line, snippet })),
          truncated,
        };
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/fs/search',
      auth: { ucan: 'fs/read' },
      summary: 'Files by the words in them, best first',
      description: 'By words, not by meaning: `semantic` is always false.',
      request: {
        query: z.object({
          ...placeQuery,
          q: z.string().min(1).max(512),
          path: z.string().optional(),
          limit: z.coerce.number().int().min(1).max(100).default(20),
        }),
      },
      responses: {
        200: {
          description: 'The best hits',
          schema: z.object({
            hits: z.array(
              z.object({
                path: z.string(),
                fileId: z.string(),
                lineStart: z.number().int(),
                lineEnd: z.number().int(),
                preview: z.string(),
                score: z.number(),
              }),
            ),
            truncated: z.boolean().describe('There are more: narrow the path or the words.'),
            semantic: z.boolean(),
          }),
        },
        ...ITEM_ERRORS,
      },
      handler: async (ctx) => {
        const { q, limit } = ctx.query;
        const access = await accessFor(vfs, ctx, ctx.query);
        const path = pathOr(access, ctx.query.path);
        const hits = await searchFiles(vfs, access, { q, limit: limit + 1, path });
        return { hits: hits.slice(0, limit), truncated: hits.length > limit, semantic: false };
      },
    }),
  ];
}
