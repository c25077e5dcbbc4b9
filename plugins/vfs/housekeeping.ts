import { setTimeout as sleep } from 'node:timers/promises';
import { dropExpiredUploads } from './uploads/upload-store.js';
import type { Vfs } from './vfs.js';

const INTERVAL_MS = 60_000;

/**
 * Until the process ends: lets folders follow that a process left, forgets uploads that were given up, deletes bytes that
 * nothing refers to.
 */
export async function housekeeping(
  vfs: Vfs & { sweep(): Promise<number> },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const folders = await vfs.pending.settleAll();
      if (folders > 0) vfs.logger.info({ folders }, 'finished changes of folders that were begun before');
      await dropExpiredUploads(vfs);
      const blobs = await vfs.sweep();
      if (blobs > 0) vfs.logger.info({ blobs }, 'deleted bytes that nothing refers to');
    } catch (error) {
      vfs.logger.error({ err: error }, 'housekeeping of the file system failed; trying again');
    }
    await sleep(INTERVAL_MS, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
