import { z } from 'zod';

/** Files that an operation left in the file system, as OpenAPI shows them. */
export const keptFiles = z
  .object({
    folder: z.string().describe('Folder in the file system of whoever asked'),
    written: z.array(z.object({ path: z.string(), bytes: z.int(), cid: z.string() })),
    notWritten: z.string().optional().describe('Why there are fewer files than there should be'),
  })
  .describe('Files in the file system; absent when the oracle has none');
