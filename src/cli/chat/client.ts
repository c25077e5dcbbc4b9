import type { Attachment } from '../../plugin/index.js';
import { ERROR_TABLE, type ErrorCode, type FieldError, OracleError } from '../../plugin/index.js';
import { networkReason } from '../network-reason.js';

const REQUEST_TIMEOUT_MS = 30_000;
const PROBE_TIMEOUT_MS = 2_000;

/** The oracle's HTTP interface, as far as a chat needs it. Every failure is an OracleError with words for the person. */
export interface ChatClient {
  createSession(): Promise<string>;
  /** Starts a run; the response is its event stream. */
  send(
    sessionId: string,
    message: string,
    attachments: readonly Attachment[],
    signal: AbortSignal,
  ): Promise<Response>;
  /** Answers a message again; the response is the stream of that run. */
  regenerate(sessionId: string, messageId: string, signal: AbortSignal): Promise<Response>;
  /** Takes back the last change, or that of a message; the response is the stream of that run. */
  undo(sessionId: string, messageId: string | undefined, signal: AbortSignal): Promise<Response>;
  /** Answers the approvals of an interrupted run; the response is the stream of the run that goes on. */
  decide(sessionId: string, decisions: readonly Decision[], signal: AbortSignal): Promise<Response>;
  /** The run's events after `lastEventId`; undefined when there is nothing left. */
  rejoin(
    sessionId: string,
    runId: string,
    lastEventId: string | undefined,
    signal: AbortSignal,
  ): Promise<Response | undefined>;
  /** Cancels the session's run. */
  abort(sessionId: string): Promise<void>;
}

export interface Decision {
  readonly id: string;
  readonly approved: boolean;
  /** The call's arguments as the person changed them. */
  readonly args?: Readonly<Record<string, unknown>>;
}

/** One request in the name of whoever the token is of. */
export type Call = (
  method: string,
  path: string,
  options?: {
    readonly body?: unknown;
    readonly headers?: Readonly<Record<string, string>>;
    /** Default: 30 s. */
    readonly signal?: AbortSignal;
  },
) => Promise<Response>;

/** @param baseUrl without a slash at its end */
export function callerTo(baseUrl: string, token: string | undefined): Call {
  const authorization: Record<string, string> =
    token === undefined ? {} : { Authorization: `Bearer ${token}` };
  return (method, path, { body, headers, signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS) } = {}) =>
    request(baseUrl, path, {
      method,
      signal,
      headers: {
        ...authorization,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
}

export function createClient(call: Call): ChatClient {
  const streaming = { Accept: 'text/event-stream' };
  const of = (sessionId: string, rest = '') => `/messages/${encodeURIComponent(sessionId)}${rest}`;
  const run = (path: string, body: object, signal: AbortSignal) =>
    call('POST', path, { body: { ...body, stream: true }, headers: streaming, signal });

  return {
    async createSession() {
      const body: unknown = await (await call('POST', '/sessions')).json();
      return textField(body, 'sessionId');
    },
    send: (sessionId, message, attachments, signal) =>
      run(of(sessionId), { message, ...(attachments.length === 0 ? {} : { attachments }) }, signal),
    regenerate: (sessionId, messageId, signal) => run(of(sessionId, '/regenerate'), { messageId }, signal),
    undo: (sessionId, messageId, signal) =>
      run(of(sessionId, '/undo'), messageId === undefined ? {} : { messageId }, signal),
    decide: (sessionId, decisions, signal) => run(of(sessionId, '/approvals'), { decisions }, signal),
    async rejoin(sessionId, runId, lastEventId, signal) {
      const response = await call('GET', of(sessionId, `/runs/${encodeURIComponent(runId)}`), {
        signal,
        headers: lastEventId === undefined ? streaming : { ...streaming, 'Last-Event-ID': lastEventId },
      });
      return response.status === 204 ? undefined : response;
    },
    async abort(sessionId) {
      await call('POST', of(sessionId, '/abort'));
    },
  };
}

/** Exchanges a one-time login code for a session token. */
export async function redeemCode(baseUrl: string, code: string): Promise<string> {
  const response = await request(baseUrl, '/auth/session', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ code }),
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  });
  return textField(await response.json(), 'token');
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

/** One request to an oracle; what it refuses, and that it cannot be reached, becomes an OracleError. */
export async function request(baseUrl: string, path: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(`${baseUrl}${path}`, init);
  } catch (error) {
    throw unreachable(baseUrl, error);
  }
  if (response.ok) return response;
  throw await problemOf(response);
}

function unreachable(baseUrl: string, error: unknown): OracleError {
  return new OracleError('unavailable', {
    detail: `The oracle at ${baseUrl} cannot be reached (${networkReason(error)}).`,
    hint: 'Start it with `oracle start`, or name another with --url.',
    cause: error,
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

function textField(body: unknown, name: string): string {
  const value = fieldOf(body, name);
  if (typeof value === 'string') return value;
  throw new OracleError('upstream_failed', {
    detail: `The answer has no '${name}': what listens there is no oracle of this kind.`,
    hint: 'Check --url.',
  });
}

/** A property of something unknown. */
export function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
