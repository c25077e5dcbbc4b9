import { open } from 'node:fs/promises';

/** What was made, renamed or removed in a directory is on the disk when this resolves. */
export async function syncDirectory(path: string): Promise<void> {
  // Windows opens no directories; its file systems journal such changes themselves.
  if (process.platform === 'win32') return;
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
