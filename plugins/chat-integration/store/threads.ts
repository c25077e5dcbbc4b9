import type { Kysely } from 'kysely';
import type { Clock } from 'oracle-runtime/plugin';
import type { ChatTables } from './tables.js';

/** Who talks with the oracle in which thread, and since when: in a channel they need not mention it again there. */
export interface Threads {
  /** @returns when they last said something there before, in milliseconds since the epoch; undefined when they never did */
  join(key: string): Promise<number | undefined>;
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
      const before = await db.selectFrom(table).select('used_at').where('key', '=', key).executeTakeFirst();
      await db
        .insertInto(table)
        .values({ key, used_at: now })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ used_at: now }))
        .execute();
      return before === undefined ? undefined : Number(before.used_at);
    },
    async has(key) {
      const row = await db.selectFrom(table).select('key').where('key', '=', key).executeTakeFirst();
      return row !== undefined;
    },
  };
}
