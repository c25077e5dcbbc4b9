import { stat } from 'node:fs/promises';

/** Milliseconds from a write to the look at the log that it causes. */
const LOOK_AFTER_MS = 500;
/** The same while the log grows fast, as when a large folder is changed (32 MiB in half a second), and for a while after. */
const LOOK_SOON_MS = 50;
const GROWS_FAST_PAGES = 1024;
const LOOKS_SOON = 40;
/** Bytes of log worth a checkpoint. */
const WORTH_A_CHECKPOINT = 1 << 20;

/**
 * Pages in SQLite's log at which a commit itself checkpoints what the keeper has not: the log starts over only when
 * a commit finds all of it copied. 64 MiB at pages of 4 KiB.
 */
export const CHECKPOINT_ON_COMMIT_PAGES = 16_384;

/**
 * Pages in the log from which on it is copied to its end while nobody writes: under steady writing no pass catches up with
 * those who write, and sooner or later a commit would have to copy and wait for the disk. 8 MiB.
 */
const LONG_LOG_PAGES = 2048;

/** What a checkpoint tells: pages of the log when it began. */
interface Pass {
  readonly log: number;
}

interface AsyncStatement {
  all(): Promise<readonly Pass[]>;
}

/** Runs the work while nobody else uses the database; they wait, the thread does not. */
export type Alone = (work: () => Promise<void>) => Promise<void>;

/** Keeps the write-ahead log of a SQLite database short. */
export interface LogKeeper {
  /** Something was written just now. Costs nothing. */
  noteWrite(): void;
  /** Resolves when no checkpoint runs, and none will. */
  stop(): Promise<void>;
}

/**
 * Copies the log into the database on a thread of libsql's own, by a connection of its own. SQLite would do it within
 * a commit, each 1,000 pages, and wait for the disk twice: one request in a hundred would stand for that long, and
 * with it all others of this process. A passive checkpoint takes no lock that a writer or reader waits for.
 *
 * @param path of the database file, in WAL mode.
 */
export function createLogKeeper(path: string, alone: Alone): LogKeeper {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let stopped = false;
  let looksSoon = 0;
  let checkpoint: (() => Promise<Pass | undefined>) | undefined;
  let close = () => {};

  async function open(): Promise<() => Promise<Pass | undefined>> {
    const { default: AsyncDatabase } = await import('libsql/promise');
    const connection = new AsyncDatabase(path, {});
    close = () => connection.close();
    const statement: AsyncStatement = await connection.prepare('pragma wal_checkpoint(passive)');
    return async () => (await statement.all())[0];
  }

  async function look(): Promise<void> {
    try {
      const { size } = await stat(`${path}-wal`);
      if (size < WORTH_A_CHECKPOINT) return;
      const copy = checkpoint ?? (await open());
      checkpoint = copy;
      const { log = 0 } = (await copy()) ?? {};
      looksSoon = log < GROWS_FAST_PAGES ? Math.max(0, looksSoon - 1) : LOOKS_SOON;
      // What was written meanwhile is little, and copied in no time; the next write then starts the log over.
      if (log >= LONG_LOG_PAGES) await alone(async () => void (await copy()));
    } catch {
      // A full disk or a busy log: nothing is lost, the next commit or the next look tries again.
    }
  }

  return {
    noteWrite() {
      if (timer !== undefined || running !== undefined || stopped) return;
      timer = setTimeout(
        () => {
          timer = undefined;
          running = look().finally(() => {
            running = undefined;
          });
        },
        looksSoon > 0 ? LOOK_SOON_MS : LOOK_AFTER_MS,
      );
      timer.unref();
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
      close();
    },
  };
}
