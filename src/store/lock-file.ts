import { errorCode } from '../kit/index.js';
import { explainSqliteError } from './database-errors.js';

/** A lock that is held until it is released or its process ends, however that ends. */
export interface FileLock {
  release(): void;
}

/**
 * Takes a lock of SQLite's on an empty database at `path`, which is made when it is not there. Never open that file by
 * other means: a process that closes a file loses all its locks on it.
 * @returns undefined while another process has it
 */
export async function lockFile(path: string): Promise<FileLock | undefined> {
  const { default: Libsql } = await import('libsql');
  let database: InstanceType<typeof Libsql> | undefined;
  try {
    database = new Libsql(path);
    database.exec('begin exclusive');
  } catch (error) {
    database?.close();
    if (errorCode(error)?.startsWith('SQLITE_BUSY') === true) return undefined;
    throw explainSqliteError(error, path);
  }
  const held = database;
  return { release: () => held.close() };
}
