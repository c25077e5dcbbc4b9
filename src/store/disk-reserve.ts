import { randomBytes } from 'node:crypto';
import { open, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from '../kit/index.js';
import { type Logger, OracleError } from '../plugin/index.js';

const NAME = 'disk-reserve';
const PIECE = 1024 * 1024;
/** What deleting and purging need of log and rows, many times over. */
const RESERVE_BYTES = 8 * PIECE;
/** With less free than this the disk counts as full. */
const LEAST_FREE_BYTES = 4 * PIECE;
/** With so much free the reserve is put back: twice what it takes, so that it is not given up again at once. */
const ROOMY_BYTES = 2 * RESERVE_BYTES;
const LOOK_EVERY_MS = 1_000;
const REFILL_AGAIN_MS = 30_000;
/** How a file system says that no more may be written. */
const NO_ROOM: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/**
 * A few megabytes of the disk that are held while there is room. What makes room when the disk is full has them to work
 * with, and so has the next start; nobody else gets them before.
 */
export interface DiskReserve {
  readonly full: boolean;
  /** @throws OracleError `insufficient_storage` while the disk is full */
  requireRoom(): void;
  /** For what makes room: gives the reserve up while the disk is full. */
  giveUp(): Promise<void>;
  close(): Promise<void>;
}

/** Of a process that does not serve: it ends soon, and what it fails with is seen. */
export const NO_RESERVE: DiskReserve = {
  full: false,
  requireRoom() {},
  giveUp: async () => undefined,
  close: async () => undefined,
};

/**
 * Looks at the disk of a data directory now and each second. When it is full already, the start needs the reserve: it is
 * given up.
 */
export async function holdDiskReserve(dataDir: string, logger: Logger): Promise<DiskReserve> {
  const path = join(dataDir, NAME);
  let full = false;
  /** By `performance.now`: until then nobody tries again to make a reserve that a quota refused. */
  let refusedUntil = 0;

  const giveUp = async () => {
    if (full) await rm(path, { force: true });
  };
  const noteFull = (fields: Readonly<Record<string, unknown>>) => {
    if (!full) logger.error(fields, 'the disk that holds DATA_DIR is full: only what makes room is done');
    full = true;
  };
  async function look(refill: boolean): Promise<void> {
    const { bavail, bsize } = await statfs(dataDir);
    const free = bavail * bsize;
    if (free < LEAST_FREE_BYTES) noteFull({ free });
    else if (free >= ROOMY_BYTES) {
      if (refill && !(await isWhole(path))) {
        if (performance.now() < refusedUntil) return;
        try {
          await fill(path);
        } catch (err) {
          if (!NO_ROOM.has(errorCode(err) ?? '')) throw err;
          // A quota, or a limit on the size of files, of which the disk's figures say nothing.
          await rm(path, { force: true });
          refusedUntil = performance.now() + REFILL_AGAIN_MS;
          noteFull({ err });
          return;
        }
      }
      if (full) logger.info({ free }, 'the disk has room again');
      full = false;
    }
  }

  const lookSafely = (refill: boolean) =>
    look(refill).catch((error: unknown) => {
      // Not made yet.
      if (errorCode(error) === 'ENOENT') return;
      logger.warn({ err: error }, 'the room on the disk that holds DATA_DIR could not be looked at');
    });

  const ending = new AbortController();
  const lookAgain = async () => {
    while (!ending.signal.aborted) {
      await sleep(LOOK_EVERY_MS, undefined, { signal: ending.signal, ref: false }).catch(() => undefined);
      if (!ending.signal.aborted) await lookSafely(true);
    }
  };
  // The boot does not wait for megabytes to be written.
  await lookSafely(false);
  await giveUp();
  const looking = lookAgain();
  return {
    get full() {
      return full;
    },
    requireRoom() {
      if (!full) return;
      throw new OracleError('insufficient_storage', {
        detail: 'The disk of this oracle is full: it reads and deletes, and stores nothing new.',
        hint: 'Delete files and purge the trash, which makes room after some five minutes, or free space on the disk that holds DATA_DIR.',
      });
    },
    giveUp,
    async close() {
      ending.abort();
      await looking;
    },
  };
}

async function isWhole(path: string): Promise<boolean> {
  const info = await stat(path).catch(() => undefined);
  return info?.size === RESERVE_BYTES;
}

/** Bytes that no file system can store in less. */
async function fill(path: string): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    for (let at = 0; at < RESERVE_BYTES; at += PIECE) await file.write(randomBytes(PIECE), 0, PIECE, at);
    await file.sync();
  } finally {
    await file.close();
  }
}
