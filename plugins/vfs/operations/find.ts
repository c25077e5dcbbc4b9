import { type AnyOperation, defineOperation } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { publicUrlOf } from '../drive/describe.js';
import { listTree } from '../drive/list.js';
import { parsePath } from '../paths/namespace-path.js';
import { globFiles, grepFiles } from '../search/find-text.js';
import { parseGlob } from '../search/glob.js';
import { searchFiles } from '../search/search-files.js';
import type { FileRow } from '../types.js';
import type { OperationDeps } from './deps.js';
import { folderField, queryField } from './fields.js';
import { wordFolder, wordFound } from './in-words.js';

const MOST_NODES = 200;
const MOST_FOUND = 50;
const MOST_HITS = 20;

/** Looking around and finding files. */
export function findOperations({ vfs, access }: OperationDeps): AnyOperation[] {
  return [
    defineOperation({
      name: 'vfs_list',
      ability: 'fs/list',
      title: 'List a folder',
      description:
        'Files and folders directly in a folder, with size in bytes, type, whether each is public, and its public link.',
      input: z.object({
        path: folderField,
        cursor: z.string().max(1024).optional().describe('`cursor` of the answer before, to go on.'),
      }),
      effect: 'read',
      answer: { description: 'What is directly in the folder' },
      run: async (args, caller) => {
        const path = parsePath(args.path);
        const granted = await access(caller, 'fs/list', path);
        const { nodes, cursor } = await listTree(vfs, granted, {
          path,
          limit: MOST_NODES,
          cursor: args.cursor,
        });
        return {
          path,
          entries: nodes.map(({ type, path: at, size, mimeType, public: isPublic, publicUrl }) => ({
            type,
            path: at,
            ...(size === undefined ? {} : { size }),
            ...(mimeType === undefined ? {} : { mimeType }),
            public: isPublic,
            ...(publicUrl === undefined ? {} : { publicUrl }),
          })),
          ...(cursor === undefined ? {} : { cursor }),
        };
      },
      summary: ({ path, entries, cursor }) => wordFolder(path, entries, cursor !== undefined),
    }),
    defineOperation({
      name: 'vfs_search',
      ability: 'fs/read',
      title: 'Search files by words',
      description:
        'Files that have the words in their text or name, best first, each with the lines around the best place.',
      input: z.object({ q: queryField, path: folderField }),
      effect: 'read',
      answer: { description: 'The best hits' },
      run: async (args, caller) => {
        const path = parsePath(args.path);
        const granted = await access(caller, 'fs/read', path);
        const hits = await searchFiles(vfs, granted, { q: args.q, path, limit: MOST_HITS + 1 });
        return { hits: hits.slice(0, MOST_HITS), truncated: hits.length > MOST_HITS, semantic: false };
      },
      summary: ({ hits }) =>
        wordFound(
          hits.map(({ path }) => path),
          'has these words',
        ),
    }),
    defineOperation({
      name: 'vfs_grep',
      ability: 'fs/read',
      title: 'Find an exact text in files',
      description: 'Lines of text files that hold exactly this text, with path and line number.',
      input: z.object({
        q: queryField.describe('Literal text within one line.'),
        path: folderField,
        ignoreCase: z.boolean().default(false),
      }),
      effect: 'read',
      answer: { description: 'The lines' },
      run: async (args, caller) => {
        const path = parsePath(args.path);
        const granted = await access(caller, 'fs/read', path);
        const { signal } = caller;
        const { matches, truncated } = await grepFiles(vfs, granted, {
          ...args,
          path,
          limit: MOST_FOUND,
          signal,
        });
        return {
          matches: matches.map(({ file, line, snippet }) => ({ path: file.path, line, snippet })),
          truncated,
        };
      },
      summary: ({ matches }) =>
        wordFound(
          matches.map(({ path }) => path),
          'has this text',
        ),
    }),
    defineOperation({
      name: 'vfs_glob',
      ability: 'fs/list',
      title: 'Find files by a pattern of their path',
      description:
        'Files whose path matches, such as /reports/**/*.csv. It only finds; all other tools take exact paths.',
      input: z.object({
        pattern: z
          .string()
          .min(1)
          .max(512)
          .meta({
            description: '* and ? within a name, ** over folders, [a-z], {a,b}.',
            examples: ['**/*.csv', '/reports/2024-??.md'],
          }),
        cursor: z.string().max(1024).optional().describe('`cursor` of the answer before, to go on.'),
      }),
      effect: 'read',
      answer: { description: 'The files' },
      run: async (args, caller) => {
        const { folder } = parseGlob(args.pattern);
        const granted = await access(caller, 'fs/list', folder);
        const request = { pattern: args.pattern, limit: MOST_NODES, after: args.cursor };
        const { items, next } = await globFiles(vfs, granted, request);
        return { files: items.map(briefly), ...(next === undefined ? {} : { cursor: next }) };
      },
      summary: ({ files }) =>
        wordFound(
          files.map(({ path }) => path),
          'matches',
        ),
    }),
  ];
}

function briefly(file: FileRow) {
  const { path, size, mimeType, updatedAt } = file;
  return { path, size, mimeType, updatedAt, public: file.public, ...publicUrlOf(file) };
}
