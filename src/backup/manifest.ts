import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { errorCode, writePrivateFile } from '../kit/index.js';
import { OracleError } from '../plugin/index.js';

const file = z.object({
  /** Relative to the backup. */
  path: z.string().regex(/^snapshots\/[A-Za-z0-9-]+\/[a-z.-]+$/),
  size: z.number().int().nonnegative(),
  /** Hex. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

const manifestSchema = z.object({
  format: z.literal('oracle-runtime/backup'),
  version: z.literal(1),
  /** The runtime that made it. */
  runtime: z.string(),
  createdAt: z.iso.datetime(),
  /** Whose it is; null for an oracle that had no identity yet. */
  did: z.string().nullable(),
  database: file.extend({ kind: z.enum(['sqlite', 'postgres']) }),
  keys: file,
  /** The list of all blobs, with how many there are and how many bytes they have. */
  blobs: file.extend({ count: z.number().int().nonnegative(), bytes: z.number().int().nonnegative() }),
});

/** What a backup consists of. It is written last and as a whole: a backup is what its manifest says. */
export type Manifest = z.output<typeof manifestSchema>;
export type ManifestFile = z.output<typeof file>;

const NAME = 'manifest.json';

/**
 * @returns undefined where no backup was finished
 * @throws OracleError `config_invalid` when it is damaged or of a newer version
 */
export async function readManifest(dir: string): Promise<Manifest | undefined> {
  let text: string;
  try {
    text = await readFile(join(dir, NAME), 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw unreadable(`cannot be read (${errorCode(error) ?? 'unknown error'})`);
  }
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch {
    throw unreadable('is not one that this version knows, or is damaged');
  }
}

/** @throws OracleError `not_found` where no backup was finished, `config_invalid` */
export async function requireManifest(dir: string): Promise<Manifest> {
  const manifest = await readManifest(dir);
  if (manifest !== undefined) return manifest;
  throw new OracleError('not_found', {
    detail: `There is no finished backup in ${dir}: it has no ${NAME}.`,
    hint: 'Name the directory that was given to oracle backup, or let that come to its end.',
  });
}

export function writeManifest(dir: string, manifest: Manifest): Promise<void> {
  return writePrivateFile(join(dir, NAME), `${JSON.stringify(manifest, null, 2)}\n`, 'replace');
}

function unreadable(what: string): OracleError {
  return new OracleError('config_invalid', {
    detail: `The ${NAME} of the backup ${what}.`,
    hint: 'Use the runtime that made the backup or a newer one, or another backup.',
  });
}
