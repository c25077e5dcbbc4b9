import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresDialect,
  type PostgresPoolClient,
  SqliteDialect,
  SqliteDriver,
  sql,
  type Transaction,
} from 'kysely';
import type { PoolClient } from 'pg';
import { OracleError } from '../plugin/index.js';
import {
  explainPostgresConnectError,
  explainPostgresQueryError,
  explainSqliteError,
} from './database-errors.js';
import { createDatabaseFile } from './database-file.js';
import { Fifo } from './fifo.js';
import { libsqlConnection } from './libsql-connection.js';
import { CHECKPOINT_ON_COMMIT_PAGES, createLogKeeper } from './log-keeper.js';
import { connectPatiently } from './pool-patience.js';
import { postgresChannel } from './postgres-channel.js';
import type { Tables } from './tables.js';

/** What differs between the two databases; everything else goes through the query builder. */
export interface Database {
  readonly dialect: 'sqlite' | 'postgres';
  readonly db: Kysely<Tables>;
  /** Within a transaction: no other process migrates this database until it ends. */
  lockMigrations(trx: Transaction<Tables>): Promise<void>;
  /** How processes on this database reach each other; absent where there is one process. */
  readonly channel?: DatabaseChannel;
  /** Its connections at the moment, where there is more than one. */
  pool?(): { readonly total: number; readonly idle: number; readonly waiting: number };
  close(): Promise<void>;
}

/** Short words between the processes on one database. */
export interface DatabaseChannel {
  send(payload: string): Promise<void>;
  /**
   * Hears what all send, itself included.
   * @param warn gets words when nothing will be heard
   */
  listen(onPayload: (payload: string) => void, warn: (words: string) => void): Promise<void>;
  close(): Promise<void>;
}

/** Milliseconds that a statement waits for another process's write. The wait blocks this process, so it is short. */
const BUSY_TIMEOUT_MS = 3_000;
/** Any number that nothing else on a shared PostgreSQL is likely to lock ("orac"). */
const MIGRATION_LOCK = 0x6f726163;

/** Opens PostgreSQL when `databaseUrl` is given, else `oracle.db` in the data directory. */
export async function openDatabase(dataDir: string, databaseUrl: string | undefined): Promise<Database> {
  if (databaseUrl === undefined) return openSqlite(dataDir);
  if (!/^postgres(ql)?:\/\//.test(databaseUrl)) {
    throw new OracleError('config_invalid', {
      detail: 'DATABASE_URL is not a PostgreSQL URL.',
      hint: 'Set it to postgres://user:password@host:5432/database, or leave it blank to use SQLite in DATA_DIR.',
    });
  }
  return openPostgres(databaseUrl);
}

async function openSqlite(dataDir: string): Promise<Database> {
  const path = await createDatabaseFile(dataDir);
  // Whoever boots it is told the path; what a statement fails with later may reach a client.
  let named = path;
  const explain = (error: unknown) => explainSqliteError(error, named);
  const { default: Libsql } = await import('libsql');
  let db: Kysely<Tables> | undefined;
  const keeper = createLogKeeper(path, async (work) => db?.connection().execute(work));
  try {
    const connection = libsqlConnection(new Libsql(path), explain, keeper.noteWrite);
    db = new Kysely<Tables>({ dialect: new ImmediateSqliteDialect({ database: connection }) });
    await sql`pragma busy_timeout = ${sql.lit(BUSY_TIMEOUT_MS)}`.execute(db);
    await sql`pragma journal_mode = wal`.execute(db);
    await sql`pragma synchronous = normal`.execute(db);
    await sql`pragma wal_autocheckpoint = ${sql.lit(CHECKPOINT_ON_COMMIT_PAGES)}`.execute(db);
    await sql`pragma foreign_keys = on`.execute(db);
  } catch (error) {
    await db?.destroy();
    throw explain(error);
  }
  const opened = db;
  named = 'oracle.db in DATA_DIR';
  return {
    dialect: 'sqlite',
    db: opened,
    lockMigrations: async () => undefined, // `begin immediate` is the lock
    close: async () => {
      await keeper.stop();
      // libsql leaves the log behind on close; fold it in, so that the file alone is the database. Where that fails, on
      // a full disk, the log stays, and counts when the database is opened again.
      await sql`pragma wal_checkpoint(truncate)`.execute(opened).catch(() => undefined);
      await opened.destroy();
    },
  };
}

/**
 * Transactions take the write lock at once: a deferred one that turns from reading to writing fails instantly
 * when another process wrote in between, and no timeout helps.
 */
class ImmediateSqliteDriver extends SqliteDriver {
  readonly #turns = new Fifo();
  #connection: Promise<DatabaseConnection> | undefined;

  /** One at a time, as Kysely has it, whose own lock wakes all who wait for each who goes. */
  override async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#turns.isTaken) await this.#turns.wait();
    else this.#turns.take();
    this.#connection ??= super.acquireConnection();
    return this.#connection;
  }

  override async releaseConnection(): Promise<void> {
    this.#turns.next();
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /** SQLite has rolled back by itself after some failures, such as a full disk; the failure is what counts. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.rollbackTransaction(connection);
    } catch (error) {
      if (!(error instanceof Error) || !error.message.includes('no transaction is active')) throw error;
    }
  }
}

class ImmediateSqliteDialect extends SqliteDialect {
  readonly #config: ConstructorParameters<typeof SqliteDialect>[0];
  constructor(config: ConstructorParameters<typeof SqliteDialect>[0]) {
    super(config);
    this.#config = config;
  }
  override createDriver(): ImmediateSqliteDriver {
    return new ImmediateSqliteDriver(this.#config);
  }
}

async function openPostgres(connectionString: string): Promise<Database> {
  const { default: pg } = await import('pg');
  const INT8 = pg.types.builtins.INT8;
  const pool = new pg.Pool({
    connectionString,
    max: 10,
    // Kept also when nobody asks: others may take what is given back, up to the server's limit.
    min: 2,
    connectionTimeoutMillis: 10_000,
    // int8 as number: the columns hold times, positions and counts, all far below 2^53.
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === INT8 && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format),
    },
  });
  // An idle connection that breaks is dropped by the pool; without a listener it would end the process.
  pool.on('error', () => undefined);
  const connect = connectPatiently(pool);
  // The same wrapper for the same connection: the driver tells connections apart by it.
  const clients = new WeakMap<PoolClient, PostgresPoolClient>();
  const dialect = new PostgresDialect({
    pool: {
      connect: async () => {
        try {
          const client = await connect();
          const known = clients.get(client) ?? explainingClient(client);
          clients.set(client, known);
          return known;
        } catch (error) {
          throw explainPostgresConnectError(error);
        }
      },
      end: () => pool.end(),
    },
  });
  const db = new Kysely<Tables>({ dialect });
  return {
    dialect: 'postgres',
    db,
    channel: postgresChannel(
      () => new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 }),
      async (channel, payload) => void (await pool.query('select pg_notify($1, $2)', [channel, payload])),
    ),
    pool: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    lockMigrations: async (trx) => {
      await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(trx);
    },
    close: () => db.destroy(),
  };
}

/** A connection that explains its failures, and that the pool does not get back once it is lost. */
function explainingClient(client: PoolClient): PostgresPoolClient {
  let lost = false;
  // The pool listens only while a connection is idle; without this, one that breaks in use would end the process.
  client.on('error', () => {
    lost = true;
  });
  const query = async (text: string, values: unknown[]) => {
    try {
      return await client.query(text, values);
    } catch (error) {
      const explained = explainPostgresQueryError(error);
      lost ||= OracleError.isInstance(explained) && explained.code === 'unavailable';
      throw explained;
    }
  };
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy === true || lost),
  };
}
