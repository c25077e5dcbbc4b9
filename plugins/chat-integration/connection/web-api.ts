import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger as SlackLogger, WebClient } from '@slack/web-api';
import { OracleError } from 'oracle-runtime/plugin';

export type { WebClient } from '@slack/web-api';

/** Slack's packages write what people said into their logs; none of it gets into ours. */
export function silentLogger(): SlackLogger {
  const nothing = () => undefined;
  return {
    debug: nothing,
    info: nothing,
    warn: nothing,
    error: nothing,
    setLevel: nothing,
    // A level of theirs, whose enum would load the package.
    getLevel: () => 'error' as ReturnType<SlackLogger['getLevel']>,
    setName: nothing,
  };
}

/**
 * Slack's Web API. It repeats nothing by itself: what it could not say may have been said all the same, and the limits
 * of rate are kept by `patiently`.
 */
export async function openWebApi(token: string, apiUrl: string): Promise<WebClient> {
  const { WebClient } = await import('@slack/web-api');
  return new WebClient(token, {
    slackApiUrl: apiUrl,
    logger: silentLogger(),
    timeout: 20_000,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
  });
}

/** Waits that one call makes before it is given up. */
const MOST_WAITS = 8;
const LONGEST_WAIT_S = 120;

/** Calls, and again as long as Slack says to come back later, when it says. */
export async function patiently<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T> {
  for (let waits = 0; ; waits += 1) {
    signal.throwIfAborted();
    try {
      return await call();
    } catch (error) {
      const seconds = retryAfterOf(error);
      if (seconds === undefined || waits >= MOST_WAITS) throw error;
      await sleep(Math.min(seconds, LONGEST_WAIT_S) * 1_000, undefined, { signal });
    }
  }
}

function retryAfterOf(error: unknown): number | undefined {
  const { code, retryAfter } = (error ?? {}) as { readonly code?: unknown; readonly retryAfter?: unknown };
  return code === 'slack_webapi_rate_limited_error' && typeof retryAfter === 'number'
    ? retryAfter
    : undefined;
}

/** What Slack says of itself when it can do nothing now. */
const PASSING = new Set([
  'internal_error',
  'fatal_error',
  'service_unavailable',
  'request_timeout',
  'ratelimited',
]);

/** Whether Slack does nothing now for anybody, or was not reached: what it was asked may well be done later. */
export function isAway(error: unknown): boolean {
  const { code, statusCode } = (error ?? {}) as { readonly code?: unknown; readonly statusCode?: unknown };
  if (code === 'slack_webapi_http_error') return typeof statusCode === 'number' && statusCode >= 500;
  const refusal = refusalOf(error);
  if (refusal !== undefined) return PASSING.has(refusal);
  return code === 'slack_webapi_request_error' || code === 'slack_webapi_rate_limited_error';
}

/** Slack's own word for a refusal, such as `channel_not_found`; undefined when it did not answer at all. */
function refusalOf(error: unknown): string | undefined {
  const { data } = (error ?? {}) as { readonly data?: { readonly error?: unknown } };
  return typeof data?.error === 'string' ? data.error.slice(0, 100) : undefined;
}

/** Why Slack did not do it, without a word that could hold a token. */
export function reasonOf(error: unknown): string {
  const refusal = refusalOf(error);
  if (refusal !== undefined) return `Slack says ${refusal}`;
  if (retryAfterOf(error) !== undefined) return 'Slack asks to wait for too long';
  const { statusCode, code } = (error ?? {}) as { readonly statusCode?: unknown; readonly code?: unknown };
  if (typeof statusCode === 'number') return `Slack answers HTTP ${statusCode}`;
  const cause = causeOf(error);
  if (cause !== undefined) return `Slack cannot be reached (${cause})`;
  return typeof code === 'string' ? `Slack cannot be reached (${code})` : 'Slack cannot be reached';
}

/** The system's code beneath what the package threw. */
function causeOf(error: unknown): string | undefined {
  for (let each = error; each instanceof Error; ) {
    const { code, original, cause } = each as Error & {
      readonly code?: unknown;
      readonly original?: unknown;
    };
    if (typeof code === 'string' && /^[A-Z_]+$/.test(code)) return code;
    if (each.name === 'TimeoutError') return 'it did not answer in time';
    each = original ?? cause;
  }
  return undefined;
}

const PLACE_MISSING = new Set([
  'channel_not_found',
  'not_in_channel',
  'is_archived',
  'user_not_found',
  'thread_not_found',
]);

/** The error of an operation that Slack did not do. */
export function slackFailed(error: unknown): OracleError {
  if (OracleError.isInstance(error)) return error;
  const refusal = refusalOf(error);
  if (refusal !== undefined && PLACE_MISSING.has(refusal)) {
    return new OracleError('not_found', {
      detail: `Slack has no such place for the bot (${refusal}).`,
      hint: 'Invite the bot to the channel, or name one that `list_chat_channels` shows.',
    });
  }
  return new OracleError(refusal === undefined ? 'unavailable' : 'upstream_failed', {
    detail: `${reasonOf(error)}.`,
    hint:
      refusal === 'missing_scope'
        ? 'Give the Slack app the scopes that docs/plugins/chat-integration.md lists, and install it again.'
        : 'Try again in a minute.',
  });
}
