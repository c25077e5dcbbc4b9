import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { writePrivateFile } from '../kit/index.js';
import { OracleError, type Restored } from '../plugin/index.js';

const NAME = 'restore-unfinished';
/** Says from what backup the directory was put back, and when. */
const DONE = 'restored.json';

const restoredSchema = z.object({ backupAt: z.iso.datetime(), restoredAt: z.iso.datetime() });

/** Marks a data directory as one whose restore is under way. */
export function markRestoring(dataDir: string): Promise<void> {
  return writePrivateFile(join(dataDir, NAME), 'Gone when the restore is done.\n', 'replace');
}

/** Ends a restore, and keeps what it was of: what happened after the backup is gone, and somebody may have wished that. */
export async function markRestored(dataDir: string, restored: Restored): Promise<void> {
  await writePrivateFile(join(dataDir, DONE), `${JSON.stringify(restored)}\n`, 'replace');
  await rm(join(dataDir, NAME));
}

/**
 * The last restore of a data directory; undefined for none.
 * @throws OracleError `config_invalid` for a file that does not say it
 */
export async function readRestored(dataDir: string): Promise<Restored | undefined> {
  const path = join(dataDir, DONE);
  if (!existsSync(path)) return undefined;
  try {
    return restoredSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    throw new OracleError('config_invalid', {
      detail: `${path} does not say what was restored.`,
      hint: 'Put it back as oracle restore wrote it: {"backupAt": <time>, "restoredAt": <time>}.',
    });
  }
}

/** @throws OracleError `config_invalid` for a data directory whose restore broke off: half an oracle is none */
export function requireRestored(dataDir: string): void {
  if (!existsSync(join(dataDir, NAME))) return;
  throw new OracleError('config_invalid', {
    detail: 'A restore into DATA_DIR did not come to its end.',
    hint: 'Empty DATA_DIR and run oracle restore again.',
  });
}
