import type { SqliteDatabase, SqliteStatement } from 'kysely';
import type Libsql from 'libsql';
import { nulInText } from './database-errors.js';

/** Statements kept prepared; preparing costs three times what a keyed read does. */
const STATEMENT_CACHE = 256;
/** After these the columns of a kept statement may have other names. */
const CHANGES_SCHEMA = /^\s*(?:alter|create|drop)\b/i;

interface Prepared {
  readonly statement: Libsql.Statement;
  readonly reader: boolean;
  /** Names of what it returns. */
  readonly columns: readonly string[];
}

/**
 * libsql as Kysely's SQLite dialect wants a database, with what libsql 0.5 lacks: prepared statements are kept,
 * values that would end the process (a boolean) or change silently (NUL in text, NaN, large bigints) are converted
 * or refused, bytes come back as `Buffer`, and errors pass through `explain`.
 */
export function libsqlConnection(
  database: Libsql.Database,
  explain: (error: unknown) => unknown,
  onWrite: () => void = () => {},
): SqliteDatabase {
  const cache = new Map<string, Prepared>();

  const attempt = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw explain(error);
    }
  };

  function prepared(sql: string): Prepared {
    const known = cache.get(sql);
    if (known !== undefined) {
      cache.delete(sql);
      cache.set(sql, known);
      return known;
    }
    const fresh = attempt(() => prepareRaw(database, sql));
    cache.set(sql, fresh);
    if (cache.size > STATEMENT_CACHE) {
      for (const oldest of cache.keys()) {
        cache.delete(oldest);
        break;
      }
    }
    return fresh;
  }

  return {
    close: () => {
      cache.clear();
      database.close();
    },
    prepare(sql: string): SqliteStatement {
      const { statement, reader, columns } = prepared(sql);
      return {
        reader,
        all: (parameters) =>
          attempt(() => statement.all(bindable(parameters)).map((values) => namedRow(columns, values))),
        run: (parameters) =>
          attempt(() => {
            if (CHANGES_SCHEMA.test(sql)) cache.clear();
            onWrite();
            return statement.run(bindable(parameters));
          }),
        // Its own statement: a cached one could be run again while this reads on.
        iterate: (parameters) => attempt(() => rows(database.prepare(sql), parameters)),
      };
    },
  };
}

/** Rows as arrays: naming their values here takes a third of the time that libsql takes for it. */
function prepareRaw(database: Libsql.Database, sql: string): Prepared {
  const statement = database.prepare(sql);
  const { reader } = statement;
  if (!reader) return { statement, reader, columns: [] };
  return { statement: statement.raw(), reader, columns: statement.columns().map(({ name }) => name) };
}

function namedRow(columns: readonly string[], values: unknown): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  let index = 0;
  for (const value of values as readonly unknown[]) row[columns[index++] ?? ''] = plainValue(value);
  return row;
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
  for (const key in record) record[key] = plainValue(record[key]);
  return row;
}

function plainValue(value: unknown): unknown {
  return value instanceof ArrayBuffer ? Buffer.from(value) : value;
}
