import type { SqliteDatabase, SqliteStatement } from 'kysely';
import type Libsql from 'libsql';
import { nulInText } from './database-errors.js';

/** Statements kept prepared; preparing costs three times what a keyed read does. */
const STATEMENT_CACHE = 256;

/**
 * libsql as Kysely's SQLite dialect wants a database, with what libsql 0.5 lacks: prepared statements are kept,
 * values that would end the process (a boolean) or change silently (NUL in text, NaN, large bigints) are converted
 * or refused, bytes come back as `Buffer`, and errors pass through `explain`.
 */
export function libsqlConnection(
  database: Libsql.Database,
  explain: (error: unknown) => unknown,
): SqliteDatabase {
  const cache = new Map<string, Libsql.Statement>();

  const attempt = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw explain(error);
    }
  };

  function prepared(sql: string): Libsql.Statement {
    const known = cache.get(sql);
    if (known !== undefined) {
      cache.delete(sql);
      cache.set(sql, known);
      return known;
    }
    const statement = attempt(() => database.prepare(sql));
    cache.set(sql, statement);
    if (cache.size > STATEMENT_CACHE) {
      for (const oldest of cache.keys()) {
        cache.delete(oldest);
        break;
      }
    }
    return statement;
  }

  return {
    close: () => {
      cache.clear();
      database.close();
    },
    prepare(sql: string): SqliteStatement {
      const statement = prepared(sql);
      return {
        reader: statement.reader,
        all: (parameters) => attempt(() => statement.all(bindable(parameters)).map(plainRow)),
        run: (parameters) => attempt(() => statement.run(bindable(parameters))),
        // Its own statement: a cached one could be run again while this reads on.
        iterate: (parameters) => attempt(() => rows(database.prepare(sql), parameters)),
      };
    },
  };
}

function* rows(statement: Libsql.Statement, parameters: readonly unknown[]): IterableIterator<unknown> {
  for (const row of statement.iterate(bindable(parameters))) yield plainRow(row);
}

function bindable(parameters: readonly unknown[]): unknown[] {
  return parameters.map(bindableValue);
}

function bindableValue(value: unknown): unknown {
  switch (typeof value) {
    case 'string':
      if (value.includes('\0')) throw nulInText();
      return value;
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError(`${value} cannot be stored in the database`);
      return value;
    case 'bigint':
      if (value > BigInt(Number.MAX_SAFE_INTEGER) || value < BigInt(Number.MIN_SAFE_INTEGER)) {
        throw new RangeError(`${value} is beyond the integers that a number holds exactly`);
      }
      return value;
    case 'boolean':
      return value ? 1 : 0;
    case 'undefined':
      return null;
    default:
      if (value === null || value instanceof Uint8Array) return value;
      throw new TypeError('The database stores text, numbers, booleans, bytes and null only');
  }
}

function plainRow(row: unknown): unknown {
  const record = row as Record<string, unknown>;
  for (const key in record) {
    const value = record[key];
    if (value instanceof ArrayBuffer) record[key] = Buffer.from(value);
  }
  return row;
}
