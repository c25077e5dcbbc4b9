import { OracleError } from 'oracle-runtime/plugin';

/** The place after the last item of a page, opaque to clients. */
export function encodeCursor(at: string, id: string): string {
  return Buffer.from(JSON.stringify([at, id])).toString('base64url');
}

/** @throws OracleError `invalid_request` for text that is no cursor. */
export function decodeCursor(cursor: string): { at: string; id: string } {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(parsed) && typeof parsed[0] === 'string' && typeof parsed[1] === 'string')
      return { at: parsed[0], id: parsed[1] };
  } catch {
    // Falls through to the one error that says so.
  }
  throw new OracleError('invalid_request', {
    detail: 'The cursor is malformed.',
    errors: [{ field: 'cursor', message: 'must be a cursor that an earlier page returned' }],
  });
}
