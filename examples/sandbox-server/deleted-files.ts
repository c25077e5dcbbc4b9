import { readdir, stat } from 'node:fs/promises';

/**
 * Bytes on the disk of files that a run has deleted and still holds open: no folder shows them. What this server may not look
 * into counts nothing, as that of a process that has ended meanwhile.
 * @param device the number of the file system that counts
 */
export async function deletedBytes(processes: readonly number[], device: number): Promise<number> {
  const held = new Map<number, number>();
  await Promise.all(
    processes.map(async (pid) => {
      const place = `/proc/${pid}/fd`;
      for (const fd of await readdir(place).catch(() => [])) {
        const found = await stat(`${place}/${fd}`).catch(() => undefined);
        if (found?.isFile() === true && found.nlink === 0 && found.dev === device)
          held.set(found.ino, found.blocks * 512);
      }
    }),
  );
  return [...held.values()].reduce((sum, bytes) => sum + bytes, 0);
}
