import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { OracleError } from '../plugin/index.js';
import type { FileToWrite } from './templates.js';

/**
 * Writes a folder whole or not at all: aside first, renamed at the end.
 * @param how what else belongs to it, such as its packages, done in the folder aside
 * @throws OracleError `conflict` when there is something under that name
 */
export async function writeFolder(
  folder: string,
  files: readonly FileToWrite[],
  how: (aside: string) => Promise<void> = async () => undefined,
): Promise<void> {
  refuseTaken(folder);
  const aside = `${folder}.partial-${randomBytes(4).toString('hex')}`;
  try {
    for (const { path, content, mode = 0o644 } of files) {
      mkdirSync(dirname(join(aside, path)), { recursive: true });
      writeFileSync(join(aside, path), content, { mode });
    }
    await how(aside);
    refuseTaken(folder);
    if (existsSync(folder)) rmdirSync(folder);
    renameSync(aside, folder);
  } catch (error) {
    rmSync(aside, { recursive: true, force: true });
    throw error;
  }
}

function refuseTaken(folder: string): void {
  if (!existsSync(folder) || isEmpty(folder)) return;
  throw new OracleError('conflict', {
    detail: `There is something at '${folder}' already.`,
    hint: 'Choose another name, or move it away.',
  });
}

function isEmpty(folder: string): boolean {
  try {
    return readdirSync(folder).length === 0;
  } catch {
    return false;
  }
}
