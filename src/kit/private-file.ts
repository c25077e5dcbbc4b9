import { randomUUID } from 'node:crypto';
import { link, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from './error-words.js';
import { syncDirectory } from './sync-directory.js';

/**
 * Writes a file whole or not at all, for its owner alone (0600, its folder 0700), and on the disk when it resolves.
 * @param whenPresent `keep`: the file of a process that was first stays; `replace`: the new one takes its place
 * @throws what the file system says
 */
export async function writePrivateFile(
  path: string,
  text: string,
  whenPresent: 'keep' | 'replace',
): Promise<void> {
  const temporary = `${path}.${randomUUID()}`;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    if (whenPresent === 'keep') await linkOrRename(temporary, path);
    else await rename(temporary, path);
    await syncDirectory(dirname(path));
  } finally {
    await rm(temporary, { force: true }).catch(() => undefined);
  }
}

/** A link fails where a rename would overwrite; file systems without links get the rename. */
async function linkOrRename(temporary: string, path: string): Promise<void> {
  try {
    await link(temporary, path);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return;
    await rename(temporary, path);
  }
}
