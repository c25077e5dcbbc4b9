import { oneLine } from '../kit/index.js';
import { OracleError } from '../plugin/index.js';
import { CONNECTION_CLOSED, REQUEST_TIMEOUT, STREAM_ENDED } from './error-codes.js';
import { TooManyError } from './http-transport.js';
import type { Cleaner } from './without-secrets.js';

const LOST = new Set(['Connection closed', STREAM_ENDED]);
const LATE = new Set(['Request timed out', 'Maximum total timeout exceeded']);

/** Whether the server says that it has forgotten this session (an HTTP 404): it then did nothing of what it was asked. */
export function isSessionGone(error: unknown): boolean {
  // A server may answer a request itself with any code; that is an McpError.
  return codeOf(error) === 404 && (error as Error).name !== 'McpError';
}

/** A failure of a request in the words of this runtime; without its cause, whose words may hold what was sent. */
export function toOracleError(
  error: unknown,
  server: string,
  what: string,
  clean: Cleaner,
  isCall: boolean,
): OracleError {
  if (OracleError.isInstance(error)) return error;
  const code = codeOf(error);
  if (code === REQUEST_TIMEOUT && LATE.has(messageOf(error))) {
    return new OracleError('upstream_timeout', {
      detail: `The MCP server '${server}' did not answer for ${what} in time${isCall ? `; ${notKnown(what)}` : ''}.`,
    });
  }
  if (code === CONNECTION_CLOSED && LOST.has(messageOf(error))) {
    return new OracleError('unavailable', {
      detail: `The connection to the MCP server '${server}' was lost${isCall ? `; ${notKnown(what)}` : ''}.`,
    });
  }
  if (error instanceof TooManyError) {
    const { waitS } = error;
    return new OracleError('rate_limited', {
      detail: `The MCP server '${server}' takes no more requests now (429)${isCall ? `: ${what} was not done` : ''}.`,
      hint: waitS === undefined ? 'Try again in a while.' : `Try again in ${waitS} s.`,
    });
  }
  const unreached = unreachedBy(error);
  if (unreached !== undefined) {
    return new OracleError('unavailable', {
      detail: `The MCP server '${server}' cannot be reached (${unreached})${isCall ? `: ${what} was not done` : ''}.`,
      hint: 'Try again in a minute; if it stays so, its operator knows more.',
    });
  }
  const itself = clean(wordsOf(error));
  const how = itself === '' ? (isCall && !isRefusal(code) ? `; ${notKnown(what)}.` : '.') : itself;
  return new OracleError('upstream_failed', {
    detail: `The MCP server '${server}' failed for ${what}${code === undefined ? '' : ` (${code})`}${how}`,
  });
}

/** What the system says where there was no connection to send anything over. */
const UNREACHED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

function unreachedBy(error: unknown): string | undefined {
  for (let each = error; each instanceof Error; each = each.cause) {
    const { code } = each as { readonly code?: unknown };
    if (typeof code === 'string' && UNREACHED.has(code)) return code;
  }
  return undefined;
}

/** Who calls again must know that it may be for the second time. */
function notKnown(what: string): string {
  return `whether ${what} was done is not known`;
}

/** HTTP 4xx: the server has not begun. That something is not there or too late it may find out half-way. */
function isRefusal(code: number | undefined): boolean {
  return code !== undefined && code >= 400 && code < 500 && code !== 404 && code !== 408;
}

/** What the server itself says of a request that it refuses; empty where it said nothing. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error) || error.name !== 'McpError') return '';
  return `: ${oneLine(messageOf(error), 500)}`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message.replace(/^MCP error -?\d+: /, '') : '';
}

function codeOf(error: unknown): number | undefined {
  const code = (error as { readonly code?: unknown } | null)?.code;
  return typeof code === 'number' ? code : undefined;
}
