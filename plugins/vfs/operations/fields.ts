import { withWords } from 'oracle-runtime/plugin';
import { z } from 'zod';

/** The exact path of a file or folder. */
export const pathField = withWords(
  z
    .string()
    .regex(/^\//, 'must begin with /')
    .max(1024)
    .meta({
      description: 'Exact absolute path, such as /reports/2024.md. Never a pattern.',
      examples: ['/reports/2024.md', '/registries/households.csv'],
    }),
  { aliases: ['path', 'file', 'folder', 'document'] },
);

/** A folder to look in. */
export const folderField = withWords(
  z
    .string()
    .regex(/^\//, 'must begin with /')
    .max(1024)
    .default('/')
    .meta({ description: 'Folder to look in; / for everything.', examples: ['/', '/reports'] }),
  { aliases: ['folder', 'directory', 'path'] },
);

export const queryField = withWords(
  z
    .string()
    .min(1)
    .max(512)
    .meta({ description: 'What to look for.', examples: ['dropout rate', 'invoice 2024'] }),
  { aliases: ['query', 'words', 'text', 'term', 'about'] },
);
