import { z } from 'zod';
import { asPath } from './paths/namespace-path.js';

const GIB = 1024 ** 3;

/** Section `plugins.vfs` of oracle.config.json. */
export const vfsConfig = z
  .strictObject({
    /** Bytes that all versions of all files of one namespace may have together; null for no limit. */
    quotaBytes: z.int().min(0).nullable().default(null),
    /** The same, for the namespace of each user: anybody but the oracle's owner and entity. */
    userQuotaBytes: z.int().min(0).nullable().default(GIB),
    /** Bytes of all users together. */
    usersQuotaBytes: z
      .int()
      .min(0)
      .nullable()
      .default(10 * GIB),
    /** Bytes of one file. */
    maxFileBytes: z
      .int()
      .min(1)
      .max(2 ** 52)
      .default(5 * GIB),
    /** Versions of one file that are kept; a further one is refused. */
    maxVersions: z.int().min(1).max(10_000).default(50),
    /** A folder ZIP with more files or bytes is refused before its first byte. */
    zipMaxFiles: z.int().min(1).default(20_000),
    zipMaxBytes: z
      .int()
      .min(1)
      .default(50 * GIB),
    /** Where uploads in parts go that have a name and no path, as browsers send them. */
    uploadFolder: z
      .string()
      .refine((text) => asPath(text) !== undefined, 'must be a path such as /uploads')
      .default('/uploads'),
    /** A resumable upload that is not continued for so long is forgotten. */
    uploadHours: z.number().min(0.01).max(720).default(24),
  })
  .prefault({});

export type VfsConfig = z.output<typeof vfsConfig>;
