import { OracleError } from '../plugin/index.js';

/**
 * Refuses a picture or file that is not in the request itself: an address that a message names could lead anywhere.
 * @param how the form in which it can be sent
 * @param what its name, where it has one
 * @param why what the oracle does not do
 */
export function notInRequest(
  how: string,
  what = 'A picture or file',
  why = 'fetches no addresses that a message names',
): OracleError {
  return new OracleError('invalid_request', {
    detail: `${what} is not in the request: this oracle ${why}.`,
    hint: how,
    errors: [{ field: 'messages', message: 'pictures and files must be in the request itself' }],
  });
}

/** How those send files whose protocols know URLs. */
export const AS_DATA_URL = 'Send it as a data: URL, "data:<type>;base64,<bytes>".';
