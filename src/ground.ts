import { setMaxListeners } from 'node:events';
import type { Config } from './config-types.js';
import type { ReadyCheck } from './http/readiness.js';
import { startWaitingServer, type WaitingServer } from './http/waiting-server.js';
import type { Clock, Logger } from './plugin/index.js';
import type { RunManager } from './runs/run-manager-types.js';
import { type DiskReserve, holdDiskReserve, NO_RESERVE } from './store/disk-reserve.js';
import { type OpenStoreOptions, openStore } from './store/index.js';
import { openStorePatiently } from './store/open-patiently.js';
import { lockDataDir, type ServingLock } from './store/serving-lock.js';
import type { Store } from './store/types.js';

/** What is there before the plugins are. */
export interface Ground {
  readonly store: Store;
  /** Of a process that serves on SQLite. */
  readonly lock: ServingLock | undefined;
  readonly reserve: DiskReserve;
  readonly clock: Clock;
  readonly shutdown: AbortController;
  readonly logger: Logger;
  close(): Promise<void>;
}

export interface GroundOptions {
  readonly config: Config;
  readonly logger: Logger;
  readonly clock: Clock;
  /** See `OracleAppOptions`. */
  readonly serves: boolean;
}

/** @throws OracleError as `lockDataDir` and `openStore` do */
export async function openGround({ config, logger, clock, serves }: GroundOptions): Promise<Ground> {
  const { dataDir, databaseUrl } = config;
  const reserve = serves ? await holdDiskReserve(dataDir, logger) : NO_RESERVE;
  const { requireRoom } = reserve;
  const options = { dataDir, clock, requireRoom, ...(databaseUrl === undefined ? {} : { databaseUrl }) };
  let lock: ServingLock | undefined;
  try {
    // Before the schema is brought up to date under a process that knows it as it was.
    if (serves && databaseUrl === undefined) lock = await lockDataDir(dataDir, clock.now());
    const store = serves ? await openWhenThere(options, config, logger) : await openStore(options);
    const shutdown = new AbortController();
    // All that lasts as long as the process listens to it, such as each connection to a server.
    setMaxListeners(0, shutdown.signal);
    const close = async () => {
      shutdown.abort(new Error('The oracle is shutting down'));
      await store.close();
      await reserve.close();
      await lock?.release();
    };
    return { store, lock, reserve, clock, shutdown, logger, close };
  } catch (error) {
    await reserve.close();
    await lock?.release();
    throw error;
  }
}

/** Waits for a PostgreSQL that is away, in words, and answers 503 meanwhile. */
async function openWhenThere(open: OpenStoreOptions, { host, port }: Config, logger: Logger): Promise<Store> {
  let waiting: WaitingServer | undefined;
  try {
    return await openStorePatiently(open, async ({ detail, hint }) => {
      logger.warn({ hint }, `${detail} Trying again.`);
      // Nobody asks at a port that is not chosen yet.
      if (port !== 0) waiting ??= await startWaitingServer(host, port);
    });
  } finally {
    await waiting?.close();
  }
}

/** What a process that serves needs to take requests. */
export function readyChecks(store: Store, runs: RunManager, reserve: DiskReserve): readonly ReadyCheck[] {
  return [
    {
      name: 'database',
      async fault() {
        await store.ping();
        return undefined;
      },
    },
    {
      name: 'lease',
      fault: async () => (runs.leased ? undefined : 'the lease on the runs of this process has lapsed'),
    },
    { name: 'disk', fault: async () => (reserve.full ? 'the disk is full' : undefined) },
  ];
}
