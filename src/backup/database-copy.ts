import { execFile } from 'node:child_process';
import { copyFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode, messageOf } from '../kit/index.js';
import { OracleError } from '../plugin/index.js';
import { explainSqliteError } from '../store/database-errors.js';
import { hashFile } from './hash-file.js';

/** Where the database of an oracle is. */
export interface DatabasePlace {
  readonly dataDir: string;
  /** PostgreSQL; SQLite in `dataDir` without it. */
  readonly databaseUrl?: string;
}

/** The database as it is at one moment, while others read and write it. */
export async function copyDatabase({ dataDir, databaseUrl }: DatabasePlace, into: string): Promise<void> {
  // Both write into a file that is there and empty; by themselves they would make one that others may read.
  await writeFile(into, '', { flag: 'wx', mode: 0o600 });
  if (databaseUrl === undefined) await copySqlite(join(dataDir, 'oracle.db'), into);
  else await dump(databaseUrl, into);
}

/** @throws OracleError `conflict` when the PostgreSQL is not empty */
export async function restoreDatabase({ dataDir, databaseUrl }: DatabasePlace, from: string): Promise<void> {
  if (databaseUrl === undefined) {
    await copyFile(from, join(dataDir, 'oracle.db'));
    await hashFile(join(dataDir, 'oracle.db'));
  } else await load(databaseUrl, from);
}

async function copySqlite(path: string, into: string): Promise<void> {
  await stat(path).catch(() => {
    throw new OracleError('not_found', {
      detail: `There is no database ${path}, so there is nothing to back up.`,
      hint: 'Run this where the oracle runs, with the same DATA_DIR.',
    });
  });
  const { default: Libsql } = await import('libsql');
  const database = new Libsql(path);
  try {
    database.exec('pragma busy_timeout = 10000');
    database.prepare('vacuum into ?').run([into]);
  } catch (error) {
    throw explainSqliteError(error, errorCode(error)?.startsWith('SQLITE_FULL') === true ? into : path);
  } finally {
    database.close();
  }
}

const dump = (databaseUrl: string, into: string): Promise<void> =>
  run('pg_dump', databaseUrl, ['--format=custom', '--no-owner', '--no-privileges', '--file', into]);

/** All or nothing, into a database without tables: what is there already makes it fail. */
async function load(databaseUrl: string, from: string): Promise<void> {
  await run('pg_restore', databaseUrl, [
    '--single-transaction',
    '--exit-on-error',
    '--no-owner',
    '--no-privileges',
    from,
  ]);
}

/** The password travels in the environment of the program, where other users do not see it. */
function run(program: 'pg_dump' | 'pg_restore', databaseUrl: string, args: readonly string[]): Promise<void> {
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  url.password = '';
  const env = { ...process.env, ...(password !== '' && { PGPASSWORD: password }) };
  return new Promise((resolve, reject) => {
    execFile(program, ['--no-password', '--dbname', url.href, ...args], { env }, (error, _, words) => {
      if (error === null) resolve();
      else
        reject(failed(program, errorCode(error) === 'ENOENT' ? undefined : words.trim() || messageOf(error)));
    });
  });
}

function failed(program: string, words: string | undefined): OracleError {
  if (words === undefined)
    return new OracleError('config_invalid', {
      detail: `${program} is not there, which copies a PostgreSQL.`,
      hint: 'Install the client programs of PostgreSQL, of the version of the server or newer (postgresql-client).',
    });
  return new OracleError('unavailable', {
    detail: `${program} failed: ${words.split('\n')[0] ?? ''}`,
    hint:
      program === 'pg_restore'
        ? 'DATABASE_URL must name an empty database whose owner restores. Nothing was changed in it.'
        : 'Check DATABASE_URL, and that pg_dump is of the version of the server or newer.',
  });
}
