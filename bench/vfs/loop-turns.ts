/**
 * How long the process answers nobody while something is done to a large folder: the worst turn of its event loop, as
 * whoever else waits for it would feel it.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Access } from '../../plugins/vfs/access/access.js';
import { inBatch } from '../../plugins/vfs/drive/batch.js';
import { copyItem } from '../../plugins/vfs/drive/copy.js';
import { listFiles, listTree } from '../../plugins/vfs/drive/list.js';
import { moveFolder } from '../../plugins/vfs/drive/move.js';
import { flagFolder } from '../../plugins/vfs/drive/publish.js';
import { findTrashed, restoreFolder } from '../../plugins/vfs/drive/restore.js';
import { listTrash, purgeFile, trashFolder } from '../../plugins/vfs/drive/trash.js';
import { parsePath } from '../../plugins/vfs/paths/namespace-path.js';
import type { Vfs } from '../../plugins/vfs/vfs.js';
import { takeSnapshot } from '../../plugins/vfs/zip/folder-snapshot.js';

/** What was done, the longest that the loop was held meanwhile, and how long it took; milliseconds. */
export interface Turns {
  readonly done: string;
  readonly worst: number;
  /** CPU of the worst turn: what it would have been on a machine that does nothing else. */
  readonly worstCpu: number;
  readonly ms: number;
}

const PAGE = 500;
/** Files that are purged: each waits for the disk. */
const PURGED = 1_000;

/**
 * Publishes, lists, packs, moves, trashes, restores and purges a folder, and copies another.
 * @param files how many there are in `folder`
 */
export async function measureTurns(
  vfs: Vfs,
  access: Access,
  { folder, copied, files }: { readonly folder: string; readonly copied: string; readonly files: number },
): Promise<Turns[]> {
  const [from, to] = [parsePath(folder), parsePath(`${folder}-moved`)];
  const steps: Readonly<Record<string, () => Promise<unknown>>> = {
    published: () => flagFolder(vfs, access, from, 'public', true),
    unpublished: () => flagFolder(vfs, access, from, 'public', false),
    'listed, page by page': () => listAll(vfs, access, folder),
    'laid out as a ZIP': async () =>
      (
        await takeSnapshot(vfs.files, { namespace: access.namespace, path: from, name: 'x' }, files + 1)
      ).release(),
    moved: () => moveFolder(vfs, access, from, to),
    trashed: () => trashFolder(vfs, access, to),
    restored: async () => {
      const trashed = await findTrashed(vfs, access, to, undefined);
      if (trashed.type === 'folder') await restoreFolder(vfs, access, trashed);
    },
    [`trashed again, ${PURGED} of it purged`]: async () => {
      await trashFolder(vfs, access, to);
      const ids = (await listTrash(vfs, access, PURGED)).map(({ id }) => ({ id }));
      await inBatch(ids, AbortSignal.timeout(600_000), ({ id }) => purgeFile(vfs, access, id));
    },
    'another copied': () =>
      copyItem(vfs, access, { from: parsePath(copied), to: parsePath(`${copied}-copy`) }),
  };
  const turns: Turns[] = [];
  for (const [done, step] of Object.entries(steps)) turns.push({ done, ...(await watched(step)) });
  return turns;
}

async function watched(work: () => Promise<unknown>): Promise<Omit<Turns, 'done'>> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const start = performance.now();
  let isOver = false;
  const working = work().finally(() => {
    isOver = true;
  });
  let worstCpu = 0;
  for (let before = cpuMs(); !isOver; ) {
    await setImmediate();
    const now = cpuMs();
    worstCpu = Math.max(worstCpu, now - before);
    before = now;
  }
  await working;
  const ms = performance.now() - start;
  // The turn that ended it is seen by the next one.
  await setTimeout(10);
  delay.disable();
  return { worst: delay.max / 1e6, worstCpu, ms };
}

/** Milliseconds of CPU that this process has had. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function listAll(vfs: Vfs, access: Access, folder: string): Promise<void> {
  const path = parsePath(folder);
  await listTree(vfs, access, { path, limit: PAGE });
  for (let cursor: string | undefined; ; ) {
    const page = await listFiles(vfs, access, { path, limit: PAGE, cursor });
    cursor = page.cursor;
    if (cursor === undefined) return;
    await setImmediate();
  }
}
