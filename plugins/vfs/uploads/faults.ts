import { OracleError } from 'oracle-runtime/plugin';
import { conflict } from '../drive/faults.js';

/** The part is not the next one. */
export function wrongOffset(at?: number): OracleError {
  return conflict(
    at === undefined ? 'The upload went on elsewhere.' : `The upload stands at offset ${at}.`,
    'Ask for Upload-Offset with HEAD and go on from there.',
  );
}

export function inUse(): OracleError {
  return new OracleError('conflict', {
    status: 423,
    detail: 'Another part of this upload is being received.',
    hint: 'Wait for it, then ask for Upload-Offset with HEAD.',
  });
}

/** All bytes came, and they cannot become a file: so a client that asks how far it is hears no success. */
export function cannotFinish(cause: OracleError): OracleError {
  return new OracleError('gone', {
    detail: `All bytes are here, but they are no file: ${cause.detail}`,
    hint: 'Mend that, and ask again or send an empty part at the end; or delete the upload and begin anew.',
    cause,
  });
}

export function badHeader(field: string, message: string): OracleError {
  return new OracleError('invalid_request', {
    detail: `${field} ${message}.`,
    errors: [{ field, message }],
  });
}
