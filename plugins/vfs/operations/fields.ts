import { z } from 'zod';

/** The exact path of a file or folder. */
export const pathField = z
  .string()
  .regex(/^\//, 'must begin with /')
  .max(1024)
  .meta({
    description: 'Exact absolute path, such as /reports/2024.md. Never a pattern.',
    aliases: ['path', 'file', 'folder', 'document'],
    examples: ['/reports/2024.md', '/registries/households.csv'],
  });

/** A folder to look in. */
export const folderField = z
  .string()
  .regex(/^\//, 'must begin with /')
  .max(1024)
  .default('/')
  .meta({
    description: 'Folder to look in; / for everything.',
    aliases: ['folder', 'directory', 'path'],
    examples: ['/', '/reports'],
  });

export const queryField = z
  .string()
  .min(1)
  .max(512)
  .meta({
    description: 'What to look for.',
    aliases: ['query', 'words', 'text', 'term', 'about'],
    examples: ['dropout rate', 'invoice 2024'],
  });
