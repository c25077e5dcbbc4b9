import { messageOf } from '../kit/index.js';
import { OracleError } from '../plugin/index.js';

/** The driver's own code of an error, such as `SQLITE_BUSY`, `23505` or `ECONNREFUSED`. */
function driverCode(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' ? code : '';
}

const words = (error: unknown): string => messageOf(error);

/** Whether the row names a parent row that is not there (SQLite, PostgreSQL). */
export function isForeignKeyViolation(error: unknown): boolean {
  const code = driverCode(error);
  return code === 'SQLITE_CONSTRAINT_FOREIGNKEY' || code === '23503';
}

/** Whether PostgreSQL refused a row for that constraint, which a row of another process had just satisfied. */
export function lostRace(error: unknown, constraint: string): boolean {
  return driverCode(error) === '23505' && (error as { constraint?: unknown }).constraint === constraint;
}

/**
 * The failures of SQLite that an operator can mend, in words that say how. Anything else comes back as it is.
 * `path` is the database file.
 */
export function explainSqliteError(error: unknown, path: string): unknown {
  if (OracleError.isInstance(error)) return error;
  const code = driverCode(error);
  const explain = (
    kind: 'config_invalid' | 'unavailable' | 'insufficient_storage',
    detail: string,
    hint: string,
  ) => new OracleError(kind, { detail, hint, cause: error });
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) {
    return explain(
      'unavailable',
      `The database ${path} is locked by another process.`,
      'End the other process that uses this DATA_DIR, or give each its own; for several processes on one database set DATABASE_URL to a PostgreSQL.',
    );
  }
  if (code.startsWith('SQLITE_READONLY')) {
    return explain(
      'config_invalid',
      `The database ${path} cannot be written.`,
      'Give the user of this process write permission on the file and on its directory, or set DATA_DIR to a writable directory.',
    );
  }
  if (code.startsWith('SQLITE_NOTADB') || code.startsWith('SQLITE_CORRUPT')) {
    return explain(
      'config_invalid',
      `The file ${path} is not a readable SQLite database (${words(error)}).`,
      'Move the file away to start with an empty database, restore it from a backup, or set DATA_DIR to another directory.',
    );
  }
  if (code.startsWith('SQLITE_FULL') || code.startsWith('SQLITE_IOERR')) {
    return explain(
      code.startsWith('SQLITE_FULL') ? 'insufficient_storage' : 'unavailable',
      `The database ${path} could not be written (${words(error)}).`,
      'Free space on the disk that holds DATA_DIR and look for disk errors in the system log.',
    );
  }
  if (code.startsWith('SQLITE_CANTOPEN') || words(error).includes('ConnectionFailed')) {
    return explain(
      'config_invalid',
      `The database ${path} cannot be opened.`,
      'Check that DATA_DIR is a directory that the user of this process may read and write.',
    );
  }
  return error;
}

const PG_HINTS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nothing listens there: start PostgreSQL, or correct host and port in DATABASE_URL.',
  ENOTFOUND: 'The host name of DATABASE_URL does not resolve: correct it.',
  EAI_AGAIN: 'The host name of DATABASE_URL does not resolve: check the name and the DNS.',
  ECONNRESET: 'The server closed the connection: look at its log.',
  ETIMEDOUT: 'The server does not answer: check the network path to the host in DATABASE_URL.',
  '28P01': 'Correct the user or the password in DATABASE_URL.',
  '28000': 'Let pg_hba.conf of the server admit this user, or correct DATABASE_URL.',
  '3D000': 'Create the database that DATABASE_URL names, or correct its name.',
  '53300': 'The server has no free connection: raise its max_connections or end other clients.',
  '57P03': 'The server is starting up or shutting down: try again in a moment.',
};

/** As {@link explainSqliteError} for a PostgreSQL connection that was not made. Never holds the URL (it has a password). */
export function explainPostgresConnectError(error: unknown): unknown {
  if (OracleError.isInstance(error)) return error;
  const code = driverCode(error);
  const wrong = code === '28P01' || code === '28000' || code === '3D000';
  return new OracleError(wrong ? 'config_invalid' : 'unavailable', {
    detail: `No connection to PostgreSQL (DATABASE_URL): ${code === '' ? words(error) : code}.`,
    hint: PG_HINTS[code] ?? 'Check DATABASE_URL and the log of the PostgreSQL server.',
    cause: error,
  });
}

/** Classes and codes of PostgreSQL for a server that went away or has no room: connection, resources, shutdown. */
const PG_LOST = /^(08|53|57P|ECONN|EPIPE|ETIMEDOUT)/;

/** As {@link explainSqliteError} for a statement on PostgreSQL. */
export function explainPostgresQueryError(error: unknown): unknown {
  const code = driverCode(error);
  // Character not in the encoding: the one such that UTF-8 clients can send is U+0000.
  if (code === '22021') return nulInText(error);
  const lost = PG_LOST.test(code) || (code === '' && words(error).startsWith('Connection terminated'));
  if (!lost) return error;
  return new OracleError('unavailable', {
    detail: `PostgreSQL did not answer a statement (${code === '' ? words(error) : code}).`,
    hint: 'Try again; if it stays so, look at the log of the PostgreSQL server.',
    cause: error,
  });
}

/** Text with U+0000: PostgreSQL refuses it, SQLite would cut the text there. */
export function nulInText(cause?: unknown): OracleError {
  return new OracleError('invalid_request', {
    detail: 'Text may not hold the character U+0000.',
    hint: 'Remove it, or store bytes.',
    cause,
  });
}
