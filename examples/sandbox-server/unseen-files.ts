import { readdir, stat, statfs } from 'node:fs/promises';

/** The memory of a run that looks like a disk. */
const IN_MEMORY = ['tmp', 'dev/shm'];

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

/**
 * How many files lie in the memory of a run that looks like a disk: its size limits what is in them, and each costs a
 * kilobyte of the kernel's beside it. 0 before the run has begun, and where this server may not look.
 * @param workspace the folder that the run knows as `/work`, by which its root is known from that of this machine
 */
export async function filesInMemory(
  processes: readonly number[],
  workspace: { readonly dev: number; readonly ino: number },
): Promise<number> {
  for (const pid of processes.toReversed()) {
    const root = `/proc/${pid}/root`;
    const found = await stat(`${root}/work`).catch(() => undefined);
    if (found?.dev !== workspace.dev || found.ino !== workspace.ino) continue;
    const used = await Promise.all(
      IN_MEMORY.map((place) =>
        statfs(`${root}/${place}`).then(
          ({ files, ffree }) => files - ffree,
          () => 0,
        ),
      ),
    );
    return used.reduce((sum, files) => sum + files, 0);
  }
  return 0;
}
