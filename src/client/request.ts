import type { ErrorCode, FieldError } from '../plugin/errors.js';
import { fieldOf } from './field-of.js';
import type { Hints } from './hints.js';
import { networkReason } from './network-reason.js';
import { away, noOracle, OracleError } from './oracle-error.js';

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
    const detail = `The oracle at ${baseUrl} cannot be reached (${networkReason(error)}).`;
    throw away(detail, hints.unreachable, error);
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
  throw noOracle(`The answer has no '${name}': what listens there is no oracle of this kind.`, hints.foreign);
}

/** The error that a problem document, or any other refusal, stands for. */
async function problemOf(response: Response): Promise<OracleError> {
  const body: unknown = await response.json().catch(() => undefined);
  const { status, statusText } = response;
  const text = (name: string) => {
    const value = fieldOf(body, name);
    return typeof value === 'string' ? value : undefined;
  };
  return new OracleError(codeOf(text('code'), status), {
    status,
    detail: text('detail') ?? `The oracle answered ${status} ${statusText}`.trim(),
    title: text('title'),
    hint: text('hint'),
    errors: errorsOf(fieldOf(body, 'errors')),
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

/** As the oracle says it, also a newer one; what is no oracle may say anything else. */
function codeOf(said: string | undefined, status: number): ErrorCode {
  if (said !== undefined && /^[a-z]+(_[a-z]+)*$/.test(said)) return said as ErrorCode;
  if (status === 401) return 'unauthenticated';
  return status >= 500 ? 'upstream_failed' : 'invalid_request';
}
