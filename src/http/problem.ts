import type { ServerResponse } from 'node:http';
import { ERROR_TABLE, type FieldError, type Logger, OracleError, type RunEvent } from '../plugin/index.js';
import type { Exchange } from './exchange.js';

/** The body of every error answer: RFC 9457, with a `code` to switch on. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly hint?: string;
  readonly errors?: readonly FieldError[];
  readonly requestId: string;
}

const INTERNAL_DETAIL = 'Something failed inside the oracle. The request id finds it in the log.';

/** The problem document of an error. */
function toProblem(error: OracleError, requestId: string): Problem {
  return {
    ...error.members,
    type: `urn:oracle-runtime:problem:${error.code}`,
    title: error.title,
    status: error.status,
    detail: error.detail,
    code: error.code,
    ...(error.hint === undefined ? {} : { hint: error.hint }),
    ...(error.errors === undefined ? {} : { errors: error.errors }),
    requestId,
  };
}

/**
 * What a client may know of anything thrown. An `OracleError` speaks for itself, a path parameter that Express
 * could not decode is the client's fault, and everything else is a defect of ours that stays inside.
 */
function toOracleError(thrown: unknown): OracleError {
  if (OracleError.isInstance(thrown)) return thrown;
  if (thrown instanceof URIError && 'status' in thrown && thrown.status === 400) return undecodablePath();
  return new OracleError('internal', { detail: INTERNAL_DETAIL, cause: thrown });
}

export function undecodablePath(): OracleError {
  return new OracleError('invalid_request', {
    detail: 'The path is not valid percent-encoded UTF-8.',
    errors: [{ field: 'path', message: 'a % must be followed by two hexadecimal digits that form UTF-8' }],
  });
}

/** An error that a run reported, by its code; codes outside the table count as internal but keep their words. */
export function errorOfCode({
  code,
  message: detail,
  hint,
  members,
}: Omit<Extract<RunEvent, { type: 'error' }>, 'type'>): OracleError {
  return new OracleError(isErrorCode(code) ? code : 'internal', { detail, hint, members });
}

function isErrorCode(code: string): code is keyof typeof ERROR_TABLE {
  return Object.hasOwn(ERROR_TABLE, code);
}

/**
 * Answers with the problem document of whatever was thrown. Defects are logged with their stack. When part of
 * the answer is already out the connection is cut, so that no client takes a torn body for a whole one.
 */
export function sendProblem(exchange: Exchange, thrown: unknown, logger: Logger): void {
  const { requestId, response, errorAnswer } = exchange;
  const error = toOracleError(thrown);
  if (error.code === 'internal') logger.error({ requestId, err: error.cause ?? error }, 'request failed');
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  for (const [name, value] of Object.entries(error.headers ?? {})) setHeaderSafely(response, name, value);
  if (error.status === 401 && !response.hasHeader('WWW-Authenticate')) {
    response.setHeader('WWW-Authenticate', 'Bearer');
  }
  const own = errorAnswer?.(error);
  const body = JSON.stringify(own === undefined ? toProblem(error, requestId) : own.body);
  response.statusCode = own?.status ?? error.status;
  response.removeHeader('Content-Encoding');
  response.removeHeader('ETag');
  response.setHeader('Cache-Control', 'no-store');
  const type = own === undefined ? 'application/problem+json; charset=utf-8' : 'application/json';
  response.setHeader('Content-Type', type);
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.end(body);
}

/** An error must reach the client even when a header that it carries is not sendable. */
function setHeaderSafely(response: ServerResponse, name: string, value: string): void {
  if (/^[\w-]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value)) response.setHeader(name, value);
}
