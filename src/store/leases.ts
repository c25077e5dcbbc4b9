import { sql } from 'kysely';
import type { Clock } from '../plugin/index.js';
import { databaseNow } from './database-now.js';
import type { Database } from './dialect.js';

/** How long the holder of a lease keeps it without a word. */
const LEASE_MS = 30_000;

export interface LeaseOptions {
  readonly clock: Clock;
  /** This process. */
  readonly own: string;
  /** No other process runs agents on the database. */
  readonly alone: boolean;
  /** Default 30 s. */
  readonly leaseMs?: number;
}

/** What one process at a time may do, by name. */
export interface Leases {
  readonly leaseMs: number;
  /** Takes the lease or keeps it for another time; false when another process holds it. */
  take(name: string): Promise<boolean>;
  /** Gives it back, where this process holds it. */
  release(name: string): Promise<void>;
}

export function createLeases(
  { db, dialect }: Pick<Database, 'db' | 'dialect'>,
  { clock, own, alone, leaseMs = LEASE_MS }: LeaseOptions,
): Leases {
  const now = databaseNow(dialect, clock);

  return {
    leaseMs,

    async take(name) {
      const held = { holder: own, held_until: sql<number>`${now()} + ${sql.lit(leaseMs)}` };
      const taken = await db
        .insertInto('core_leases')
        .values({ name, ...held })
        .onConflict((conflict) =>
          conflict
            .column('name')
            .doUpdateSet(held)
            .where((row) =>
              row.or([
                row('core_leases.holder', '=', own),
                row('core_leases.held_until', '<=', now()),
                // Who else held it is gone.
                row.lit(alone),
              ]),
            ),
        )
        .returning('name')
        .executeTakeFirst();
      return taken !== undefined;
    },

    async release(name) {
      await db.deleteFrom('core_leases').where('name', '=', name).where('holder', '=', own).execute();
    },
  };
}
