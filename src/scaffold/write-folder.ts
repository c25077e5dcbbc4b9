import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { OracleError } from '../plugin/index.js';
import type { FileToWrite } from './templates.js';

/**
 * Writes a folder whole or not at all: aside first, renamed at the end.
 * @throws OracleError `conflict` when there is something under that name
 */
export function writeFolder(folder: string, files: readonly FileToWrite[]): void {
  putInPlace(writeAside(folder, files), folder);
}

/**
 * The folder beside its place, under a name of its own.
 * @throws OracleError `conflict` when there is something under the name that it will have
 */
export function writeAside(folder: string, files: readonly FileToWrite[]): string {
  refuseTaken(folder);
  const aside = `${folder}${PARTIAL}${randomBytes(4).toString('hex')}`;
  try {
    for (const { path, content, mode = 0o644 } of files) {
      mkdirSync(dirname(join(aside, path)), { recursive: true });
      writeFileSync(join(aside, path), content, { mode });
    }
    return aside;
  } catch (error) {
    rmSync(aside, { recursive: true, force: true });
    throw error;
  }
}

/** Between the name of a folder and the letters of the one that is not finished. */
export const PARTIAL = '.partial-';

/** @throws OracleError `conflict` when there is something under that name */
export function putInPlace(aside: string, folder: string): void {
  refuseTaken(folder);
  if (existsSync(folder)) rmdirSync(folder);
  renameSync(aside, folder);
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
