import { setTimeout as sleep } from 'node:timers/promises';
import { OracleError } from '../plugin/index.js';
import { type OpenStoreOptions, openStore } from './index.js';
import type { Store } from './types.js';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 10_000;

/**
 * Opens the store, again and again while its PostgreSQL is not there.
 * @param onAway gets the reason at each try that fails
 * @throws OracleError as `openStore` does for all that time does not mend
 */
export async function openStorePatiently(
  options: OpenStoreOptions,
  onAway: (reason: OracleError) => Promise<void>,
): Promise<Store> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      return await openStore(options);
    } catch (error) {
      const away = OracleError.isInstance(error) && error.code === 'unavailable';
      if (!away || options.databaseUrl === undefined) throw error;
      await onAway(error);
      await sleep(pause);
    }
  }
}
