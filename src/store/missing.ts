import { OracleError } from '../plugin/index.js';

/** A write to a session that is not there, or not any more. */
export function sessionMissing(): OracleError {
  return new OracleError('not_found', { detail: 'The session does not exist or was deleted.' });
}

/** As {@link sessionMissing}, for a run. */
export function runMissing(): OracleError {
  return new OracleError('not_found', { detail: 'The run does not exist or its session was deleted.' });
}
