import { OracleError } from '../plugin/index.js';
import { WindowCounter } from './window-counter.js';

const WINDOW_MS = 60_000;

/** Counts requests by key (a principal's id or a client's address) in windows of one minute. */
export interface RateLimit {
  /** @throws OracleError `rate_limited` (429 with `Retry-After`) when the key has used up its minute. */
  consume(key: string): void;
  /** As `consume`, but counts nothing. */
  check(key: string): void;
}

function createRateLimit(
  perMinute: number,
  words: { readonly detail: string; readonly hint: (seconds: number) => string },
): RateLimit {
  const counter = new WindowCounter(WINDOW_MS);

  function refuse(endsAt: number): never {
    const seconds = Math.max(1, Math.ceil((endsAt - performance.now()) / 1000));
    throw new OracleError('rate_limited', {
      detail: words.detail,
      hint: words.hint(seconds),
      headers: { 'Retry-After': String(seconds) },
    });
  }

  return {
    consume(key) {
      const { count, endsAt } = counter.add(key);
      if (count > perMinute) refuse(endsAt);
    },
    check(key) {
      const window = counter.peek(key);
      if (window !== undefined && window.count >= perMinute) refuse(window.endsAt);
    },
  };
}

/** The limits of one app. */
export interface RateLimits {
  readonly general: RateLimit;
  /** By address: credentials that do not hold. */
  readonly failedAuth: RateLimit;
  /** By address: requests of whoever the oracle did not itself let in. */
  readonly strangers: RateLimit;
  /** For one route with a limit of its own. */
  forRoute(perMinute: number): RateLimit;
}

const FAILED_AUTH_PER_MINUTE = 30;

export function createRateLimits(perMinute: number): RateLimits {
  const forRoute = (limit: number) =>
    createRateLimit(limit, {
      detail: `More than ${limit} requests in a minute.`,
      hint: (seconds) => `Wait ${seconds} s, then go on.`,
    });
  return {
    general: forRoute(perMinute),
    strangers: forRoute(perMinute),
    forRoute,
    failedAuth: createRateLimit(FAILED_AUTH_PER_MINUTE, {
      detail: 'Too many requests with a refused credential came from this address.',
      hint: (seconds) =>
        `Wait ${seconds} s, and check the credential: \`oracle keys list\` names the valid keys.`,
    }),
  };
}
