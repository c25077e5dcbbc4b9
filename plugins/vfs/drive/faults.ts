import { OracleError } from 'oracle-runtime/plugin';

/** The one answer for what is absent, out of scope, hidden or in the trash. */
export function notFound(
  what: 'file' | 'folder' | 'version' | 'upload' | 'namespace' | 'adopted namespace' = 'file',
): OracleError {
  return new OracleError('not_found', { detail: `There is no such ${what}.` });
}

export function conflict(detail: string, hint?: string): OracleError {
  return new OracleError('conflict', { detail, hint });
}

export function occupied(): OracleError {
  return conflict(
    'Destination occupied: something is there already.',
    'Choose another path, or remove it first.',
  );
}

/** Whether the error is the database's refusal of a second row with the same key (SQLite, PostgreSQL). */
export function isTaken(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  return code.startsWith('SQLITE_CONSTRAINT') || code === '23505';
}
