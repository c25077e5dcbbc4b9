import { OracleError } from '../plugin/index.js';

/** A write to a session that is not there, or not any more. */
export function sessionMissing(): OracleError {
  return new OracleError('not_found', { detail: 'The session does not exist or was deleted.' });
}

/** As {@link sessionMissing}, for a run. */
export function runMissing(): OracleError {
  return new OracleError('not_found', { detail: 'The run does not exist or its session was deleted.' });
}

/** A message that the session does not have. */
export function noSuchMessage(): OracleError {
  return new OracleError('not_found', {
    detail: 'There is no such message in this session.',
    hint: 'GET /sessions/{sessionId}/messages lists them with their ids.',
  });
}

/** A message of an answer that another one has replaced. */
export function notInThread(): OracleError {
  return new OracleError('conflict', {
    detail: 'This message belongs to an answer that is not the active one.',
    hint: 'Make it active first: PATCH /sessions/{sessionId} with `active`: its id.',
  });
}

/** A write to a run that another process has taken over, or that has ended. */
export function runLost(): OracleError {
  return new OracleError('run_interrupted', {
    detail: 'Another process has taken over this run, or has ended it.',
    hint: 'What it had said so far is kept.',
  });
}

/** An answer to what the session waits for no more: another came first. */
export function waitOver(): OracleError {
  return new OracleError('conflict', {
    detail: 'Nothing in this session waits for an approval or a result.',
    hint: 'It was answered or taken back meanwhile.',
  });
}
