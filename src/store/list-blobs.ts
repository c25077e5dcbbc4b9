import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../kit/index.js';
import type { ListedBlob } from '../plugin/index.js';

/**
 * Every file below a directory, its key by its place there. What starts with a dot at the top is the store's own. A
 * directory that is not there holds nothing.
 */
export async function* listBlobs(base: string, prefix = ''): AsyncGenerator<ListedBlob> {
  const directory = await opendir(join(base, prefix)).catch(unlessGone);
  if (directory === undefined) return;
  for await (const entry of directory) {
    const key = prefix === '' ? entry.name : `${prefix}/${entry.name}`;
    if (prefix === '' && entry.name.startsWith('.')) continue;
    if (entry.isDirectory()) yield* listBlobs(base, key);
    if (!entry.isFile()) continue;
    // Deleted since the directory was read: not there any more.
    const info = await stat(join(base, key)).catch(unlessGone);
    if (info !== undefined) yield { key, size: info.size, storedAt: info.mtimeMs };
  }
}

function unlessGone(error: unknown): undefined {
  if (errorCode(error) !== 'ENOENT') throw error;
}
