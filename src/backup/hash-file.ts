import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

/** Size and SHA-256 (hex) of a file, which is on the disk when this resolves. */
export async function hashFile(path: string): Promise<{ size: number; sha256: string }> {
  const file = await open(path, 'r');
  try {
    await file.sync();
    const hash = createHash('sha256');
    let size = 0;
    for await (const piece of file.createReadStream({ autoClose: false, highWaterMark: 512 * 1024 })) {
      hash.update(piece as Buffer);
      size += (piece as Buffer).length;
    }
    return { size, sha256: hash.digest('hex') };
  } finally {
    await file.close();
  }
}
