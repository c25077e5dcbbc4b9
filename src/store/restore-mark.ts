import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writePrivateFile } from '../kit/index.js';
import { OracleError } from '../plugin/index.js';

const NAME = 'restore-unfinished';

/** Marks a data directory as one whose restore is under way. */
export function markRestoring(dataDir: string): Promise<void> {
  return writePrivateFile(join(dataDir, NAME), 'Gone when the restore is done.\n', 'replace');
}

export function markRestored(dataDir: string): Promise<void> {
  return rm(join(dataDir, NAME));
}

/** @throws OracleError `config_invalid` for a data directory whose restore broke off: half an oracle is none */
export function requireRestored(dataDir: string): void {
  if (!existsSync(join(dataDir, NAME))) return;
  throw new OracleError('config_invalid', {
    detail: 'A restore into DATA_DIR did not come to its end.',
    hint: 'Empty DATA_DIR and run oracle restore again.',
  });
}
