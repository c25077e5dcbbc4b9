import type { Kysely } from 'kysely';
import type { Clock } from 'oracle-runtime/plugin';
import type { ChatTables } from './tables.js';

/** Who talks with the oracle in which thread, and since when: in a channel they need not mention it again there. */
export interface Threads {
  /** They say something there that is passed on. */
  join(key: string): Promise<void>;
  /** When they last did, in milliseconds since the epoch; undefined when they never did. */
  saidAt(key: string): Promise<number | undefined>;
  has(key: string): Promise<boolean>;
}

const table = 'chat_integration_threads';
/** A thread that nobody wrote in for so long is over. */
const KEPT_MS = 90 * 24 * 3_600_000;

export function createThreads(db: Kysely<ChatTables>, clock: Clock): Threads {
  return {
    async join(key) {
      const now = clock.now();
      await db
        .deleteFrom(table)
        .where('used_at', '<=', now - KEPT_MS)
        .execute();
      await db
        .insertInto(table)
        .values({ key, used_at: now })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ used_at: now }))
        .execute();
    },
    async saidAt(key) {
      const row = await db.selectFrom(table).select('used_at').where('key', '=', key).executeTakeFirst();
      return row === undefined ? undefined : Number(row.used_at);
    },
    async has(key) {
      const row = await db.selectFrom(table).select('key').where('key', '=', key).executeTakeFirst();
      return row !== undefined;
    },
  };
}
