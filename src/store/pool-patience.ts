import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';

/** A client of a server without a free connection waits so long for one that this process has, or that another gives back. */
const PATIENCE_MS = 10_000;
const PAUSE_MS = 200;
/** The pool asks for no more connections than it had for so long. */
const CONTENT_MS = 5_000;

/**
 * Connections of a pool on a server that may have no more to give (`max_connections`, or the limit of a role or database,
 * which others use up): who gets no new one waits for one of those that the pool has.
 * @returns what connects; throws as `Pool.connect`
 */
export function connectPatiently(pool: Pool): () => Promise<PoolClient> {
  const most = pool.options.max;
  let isContent = false;

  /** Who asks from here on queues for the connections that there are; one asks the server where there is none. */
  function content(): void {
    pool.options.max = Math.max(1, pool.totalCount);
    if (isContent) return;
    isContent = true;
    setTimeout(() => {
      isContent = false;
      pool.options.max = most;
    }, CONTENT_MS).unref();
  }

  return async () => {
    const until = performance.now() + PATIENCE_MS;
    while (true) {
      try {
        return await pool.connect();
      } catch (error) {
        if (!isServerFull(error) || performance.now() > until) throw error;
        content();
        if (pool.totalCount === 0) await sleep(PAUSE_MS);
      }
    }
  };
}

/** `too_many_connections` (PostgreSQL, appendix A). */
function isServerFull(error: unknown): boolean {
  return (error as { code?: unknown }).code === '53300';
}
