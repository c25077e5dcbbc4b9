import { OracleError } from 'oracle-runtime/plugin';

/** A fault of one field of a request. */
export function invalidField(field: string, message: string): OracleError {
  return new OracleError('invalid_request', {
    detail: `${field}: ${message}.`,
    errors: [{ field, message }],
  });
}
