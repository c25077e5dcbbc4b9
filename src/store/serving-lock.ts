import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writePrivateFile } from '../kit/index.js';
import { OracleError } from '../plugin/index.js';
import { createDatabaseFile } from './database-file.js';
import { lockFile } from './lock-file.js';

const LOCK = 'serving.lock';
/** Who holds the lock, for people. What counts is the lock. */
const HOLDER = 'serving.json';

/** The process that serves a data directory. */
export interface Holder {
  readonly pid: number;
  /** Milliseconds since the epoch. */
  readonly since: number;
  /** Where it listens, once it does. */
  readonly url?: string;
}

/** That this process alone serves the data directory. */
export interface ServingLock {
  /** Says where this process listens, so that commands find it. */
  announce(url: string): Promise<void>;
  release(): Promise<void>;
}

/**
 * Takes the data directory for this process, which serves or runs agents on its SQLite. The lock is
 * freed when its process ends, however that ends.
 * @throws OracleError `already_serving` while another process has it, with who that is
 */
export async function lockDataDir(dataDir: string, since: number): Promise<ServingLock> {
  await createDatabaseFile(dataDir);
  const lock = await lockFile(join(dataDir, LOCK));
  if (lock === undefined) throw alreadyServing(await holderOf(dataDir));
  const holder = join(dataDir, HOLDER);
  // A full disk is no reason to stop: the words go, the lock holds.
  const say = (words: Holder) =>
    writePrivateFile(holder, `${JSON.stringify(words)}\n`, 'replace').catch(() =>
      rm(holder, { force: true }),
    );
  await say({ pid: process.pid, since });
  return {
    announce: (url) => say({ pid: process.pid, since, url }),
    async release() {
      await rm(holder, { force: true });
      lock.release();
    },
  };
}

/** Who said last that it serves the data directory; it may have been killed since. */
export async function holderOf(dataDir: string): Promise<Holder | undefined> {
  try {
    const { pid, since, url } = JSON.parse(await readFile(join(dataDir, HOLDER), 'utf8')) as Partial<Holder>;
    if (typeof pid !== 'number' || typeof since !== 'number') return undefined;
    return { pid, since, ...(typeof url === 'string' && { url }) };
  } catch {
    return undefined;
  }
}

function alreadyServing(holder: Holder | undefined): OracleError {
  const since = holder && new Date(holder.since).toISOString().slice(0, 19).replace('T', ' ');
  const where = holder?.url === undefined ? '' : ` at ${holder.url}`;
  return new OracleError('already_serving', {
    detail: holder
      ? `Process ${holder.pid} serves this DATA_DIR${where} since ${since} UTC.`
      : 'Another process serves this DATA_DIR.',
    hint: 'Stop it first, or set another DATA_DIR. Several processes serve one oracle when DATABASE_URL names a PostgreSQL.',
  });
}
