import { type Kysely, SqliteAdapter, sql } from 'kysely';
import type { VfsTables } from './tables.js';

/**
 * Lets chosen transactions survive a power cut from the moment that they are answered. SQLite in WAL mode otherwise
 * writes the last ones down a moment later: a crash of the process loses nothing, but after a power cut something
 * unpublished could be public again. PostgreSQL always waits.
 */
export class Durability {
  readonly #db: Kysely<VfsTables>;
  readonly #applies: boolean;
  #waiting = 0;

  constructor(db: Kysely<VfsTables>) {
    this.#db = db;
    this.#applies = db.getExecutor().adapter instanceof SqliteAdapter;
  }

  /** Runs a transaction that is on the disk when this resolves. */
  async durably<T>(transaction: () => Promise<T>): Promise<T> {
    if (!this.#applies) return transaction();
    this.#waiting += 1;
    try {
      await sql`pragma synchronous = full`.execute(this.#db);
      return await transaction();
    } finally {
      this.#waiting -= 1;
      if (this.#waiting === 0) await sql`pragma synchronous = normal`.execute(this.#db);
    }
  }
}
