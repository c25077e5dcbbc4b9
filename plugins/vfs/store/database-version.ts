import { type CompiledQuery, type Kysely, SqliteAdapter, sql } from 'kysely';
import type { VfsTables } from './tables.js';

/**
 * A word for the state of the whole database: equal words, equal content. SQLite knows how many rows this process's
 * connection changed, and whether any other connection, of whatever process, committed. PostgreSQL has no such word.
 */
export class DatabaseVersion {
  readonly #db: Kysely<VfsTables>;
  /** Whether there is such a word. */
  readonly known: boolean;
  #query: CompiledQuery<{ version: string }> | undefined;
  #current: string | undefined;
  #asked: Promise<string> | undefined;

  constructor(db: Kysely<VfsTables>) {
    this.#db = db;
    this.known = db.getExecutor().adapter instanceof SqliteAdapter;
  }

  /**
   * The word as of this turn of the event loop, when somebody asked in it already. Requests of one turn arrived together:
   * none of them can know of a change that the others do not.
   */
  get ofThisTurn(): string | undefined {
    return this.#current;
  }

  /** The word now. A transaction of this process that is open is waited for. */
  ask(): Promise<string> {
    this.#asked ??= this.#read();
    return this.#asked;
  }

  async #read(): Promise<string> {
    let over = false;
    setImmediate(() => {
      over = true;
      this.#asked = undefined;
      this.#current = undefined;
    });
    this.#query ??= VERSION.compile(this.#db);
    const { rows } = await this.#db.executeQuery(this.#query);
    const version = rows[0]?.version ?? '';
    if (!over) this.#current = version;
    return version;
  }
}

const VERSION = sql<{ version: string }>`
  select total_changes() || ':' || data_version as version from pragma_data_version`;
