import { OracleError } from '../plugin/index.js';

/** JSON-RPC codes of the SDK: the connection was lost, and nothing came in time. */
const CONNECTION_CLOSED = -32000;
const REQUEST_TIMEOUT = -32001;

/** Whether the server has forgotten this session (an HTTP 404): it then did nothing of what it was asked. */
export function isSessionGone(error: unknown): boolean {
  // A server may answer a request itself with any code; that is an McpError.
  return codeOf(error) === 404 && (error as Error).name !== 'McpError';
}

/** A failure of a request in the words of this runtime. */
export function toOracleError(error: unknown, server: string, what: string): OracleError {
  if (OracleError.isInstance(error)) return error;
  const code = codeOf(error);
  if (code === REQUEST_TIMEOUT) {
    return new OracleError('upstream_timeout', {
      detail: `The MCP server '${server}' did not answer for ${what} in time.`,
      cause: error,
    });
  }
  if (code === CONNECTION_CLOSED) {
    return new OracleError('unavailable', {
      detail: `The connection to the MCP server '${server}' was lost; whether ${what} was done is not known.`,
      cause: error,
    });
  }
  return new OracleError('upstream_failed', {
    detail: `The MCP server '${server}' failed for ${what}${code === undefined ? '' : ` (${code})`}.`,
    cause: error,
  });
}

function codeOf(error: unknown): number | undefined {
  const code = (error as { readonly code?: unknown } | null)?.code;
  return typeof code === 'number' ? code : undefined;
}
