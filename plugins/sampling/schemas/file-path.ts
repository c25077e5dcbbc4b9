import { withWords } from 'oracle-runtime/plugin';
import { z } from 'zod';

/** The exact path of a file that the caller keeps in the oracle's file system. */
export function filePath(what: string, example: string, aliases: readonly string[]) {
  return withWords(
    z
      .string()
      .max(1024)
      .regex(/^\/./, 'must be an absolute path such as /registers/village.csv')
      .describe(`File with ${what}, such as ${example}`),
    { aliases: [...aliases] },
  );
}
