import { sql } from 'kysely';
import type { Clock } from '../plugin/index.js';
import { databaseNow } from './database-now.js';
import type { Database } from './dialect.js';

/** What was counted by a key in its running window. */
export interface WindowCount {
  readonly key: string;
  readonly count: number;
  /** How long the window lasts from now on. */
  readonly endsInMs: number;
}

/** Counts in windows that all processes on this database share. */
export interface SharedCounts {
  /**
   * Adds what this process has counted, each key once, and gives back what all have counted together. A key without a
   * running window begins the one that is given.
   */
  add(counts: readonly WindowCount[]): Promise<WindowCount[]>;
}

const FORGET_EVERY_MS = 60_000;

export function createSharedCounts(
  { db, dialect }: Pick<Database, 'db' | 'dialect'>,
  clock: Clock,
): SharedCounts {
  const now = databaseNow(dialect, clock);
  let forgotten = 0;

  return {
    async add(counts) {
      if (counts.length === 0) return [];
      const before = sql.table('core_shared_counts');
      const over = sql<boolean>`${before}.ends_at <= ${now()}`;
      const rows = await db
        .insertInto('core_shared_counts')
        // In one order, so that two processes which count the same keys do not wait for each other.
        .values(
          counts
            .toSorted((a, b) => (a.key < b.key ? -1 : 1))
            .map(({ key, count, endsInMs }) => ({
              key,
              count,
              ends_at: sql<number>`${now()} + ${sql.lit(Math.max(1, Math.round(endsInMs)))}`,
            })),
        )
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet({
            count: sql<number>`case when ${over} then excluded.count else ${before}.count + excluded.count end`,
            ends_at: sql<number>`case when ${over} then excluded.ends_at else ${before}.ends_at end`,
          }),
        )
        .returning(['key', 'count', sql<number>`ends_at - ${now()}`.as('ends_in')])
        .execute();
      if (clock.now() - forgotten > FORGET_EVERY_MS) {
        forgotten = clock.now();
        await db.deleteFrom('core_shared_counts').where('ends_at', '<', now()).execute();
      }
      return rows.map(({ key, count, ends_in }) => ({ key, count, endsInMs: ends_in }));
    },
  };
}
