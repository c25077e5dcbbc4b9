import { ERROR_TABLE, type ErrorCode, type FieldError, OracleError } from '../plugin/errors.js';
import { fieldOf } from './field-of.js';
import type { Hints } from './hints.js';
import { networkReason } from './network-reason.js';

const REQUEST_TIMEOUT_MS = 30_000;
const PROBE_TIMEOUT_MS = 2_000;

/** One request in the name of whoever the token is of. @throws OracleError for whatever the oracle refuses */
export type Call = (method: string, path: string, options?: CallOptions) => Promise<Response>;

export interface CallOptions {
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as they are, in the place of `body`. */
  readonly bytes?: Blob;
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: 30 s. */
  readonly signal?: AbortSignal;
}

/**
 * @param baseUrl without a slash at its end; empty in a page of the oracle's own
 * @param token undefined where a cookie says who asks
 */
export function callerTo(baseUrl: string, token: string | undefined, hints: Hints = {}): Call {
  const authorization: Record<string, string> =
    token === undefined ? {} : { Authorization: `Bearer ${token}` };
  return (method, path, { body, bytes, headers, signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS) } = {}) =>
    request(
      baseUrl,
      path,
      {
        method,
        signal,
        headers: {
          ...authorization,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(bytes === undefined ? {} : { body: bytes }),
      },
      hints,
    );
}

/** One request to an oracle; what it refuses, and that it cannot be reached, becomes an OracleError. */
export async function request(
  baseUrl: string,
  path: string,
  init: RequestInit,
  hints: Hints = {},
): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(`${baseUrl}${path}`, init);
  } catch (error) {
    throw new OracleError('unavailable', {
      detail: `The oracle at ${baseUrl} cannot be reached (${networkReason(error)}).`,
      hint: hints.unreachable,
      cause: error,
    });
  }
  if (response.ok) return response;
  throw await problemOf(response);
}

/** Exchanges a one-time login code for a session token; a browser keeps it as a cookie besides. */
export async function redeemCode(baseUrl: string, code: string, hints: Hints = {}): Promise<string> {
  const init = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ code }),
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  };
  const response = await request(baseUrl, '/auth/session', init, hints);
  return textField(await response.json(), 'token', hints);
}

/** Whether what listens there, if anything, is an oracle. */
export async function isOracleAt(baseUrl: string): Promise<boolean> {
  try {
    const response = await fetch(`${baseUrl}/health`, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
    const body: unknown = await response.json();
    return response.ok && fieldOf(body, 'status') === 'ok' && typeof fieldOf(body, 'version') === 'string';
  } catch {
    return false;
  }
}

/** @throws OracleError `upstream_failed` where an oracle would have said it */
export function textField(body: unknown, name: string, hints: Hints = {}): string {
  const value = fieldOf(body, name);
  if (typeof value === 'string') return value;
  throw new OracleError('upstream_failed', {
    detail: `The answer has no '${name}': what listens there is no oracle of this kind.`,
    hint: hints.foreign,
  });
}

/** The error that a problem document, or any other refusal, stands for. */
async function problemOf(response: Response): Promise<OracleError> {
  const body: unknown = await response.json().catch(() => undefined);
  const detail = fieldOf(body, 'detail');
  const hint = fieldOf(body, 'hint');
  const code = fieldOf(body, 'code');
  return new OracleError(isErrorCode(code) ? code : codeOfStatus(response.status), {
    detail:
      typeof detail === 'string'
        ? detail
        : `The oracle answered ${response.status} ${response.statusText}`.trim(),
    hint: typeof hint === 'string' ? hint : undefined,
    errors: errorsOf(fieldOf(body, 'errors')),
    status: response.status,
  });
}

function errorsOf(value: unknown): readonly FieldError[] | undefined {
  return Array.isArray(value)
    ? value.map((each) => ({
        field: String(fieldOf(each, 'field')),
        message: String(fieldOf(each, 'message')),
      }))
    : undefined;
}

function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(ERROR_TABLE, code);
}

function codeOfStatus(status: number): ErrorCode {
  if (status === 401) return 'unauthenticated';
  return status >= 500 ? 'upstream_failed' : 'invalid_request';
}
