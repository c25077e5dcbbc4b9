import { setTimeout as sleep } from 'node:timers/promises';
import { OracleError } from '../plugin/index.js';
import type { Store } from '../store/types.js';

/** A database that is started again, or another that takes its place, is back by then. */
const PATIENCE_MS = 60_000;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 2_000;

/** Does again what the database did not answer. For work that may be done twice. */
export type Patience = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * How runs outlast a PostgreSQL that is away for a while: what they store waits for it. SQLite is in this process, so
 * what fails there fails.
 */
export function patienceFor({ dialect }: Pick<Store, 'dialect'>): Patience {
  return dialect === 'sqlite' ? (work) => work() : outlast;
}

async function outlast<T>(work: () => Promise<T>): Promise<T> {
  const until = performance.now() + PATIENCE_MS;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      const away = OracleError.isInstance(error) && error.code === 'unavailable';
      if (!away || performance.now() + pause > until) throw error;
      await sleep(pause);
    }
  }
}
