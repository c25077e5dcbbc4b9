import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js';
import { OracleError } from '../plugin/index.js';

const WINDOW_SECONDS = 60;

/** Counts requests by key (a principal's id or a client's address) in windows of one minute. */
export interface RateLimit {
  /** @throws OracleError `rate_limited` (429 with `Retry-After`) when the key has used up its minute. */
  consume(key: string): Promise<void>;
  /** As `consume`, but counts nothing. */
  check(key: string): Promise<void>;
}

function createRateLimit(
  perMinute: number,
  words: { readonly detail: string; readonly hint: string },
): RateLimit {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: WINDOW_SECONDS });

  function refuse(msBeforeNext: number): never {
    const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
    throw new OracleError('rate_limited', { ...words, headers: { 'Retry-After': String(seconds) } });
  }

  return {
    async consume(key) {
      try {
        await limiter.consume(key);
      } catch (refusal) {
        // The limiter rejects with its counts, not with an Error; an Error would be a fault of its own.
        if (refusal instanceof Error) throw refusal;
        refuse(msOf(refusal));
      }
    },
    async check(key) {
      const state = await limiter.get(key);
      if (state !== null && state.consumedPoints >= perMinute) refuse(state.msBeforeNext);
    },
  };
}

function msOf(refusal: unknown): number {
  return typeof refusal === 'object' && refusal !== null && 'msBeforeNext' in refusal
    ? Number(refusal.msBeforeNext)
    : WINDOW_SECONDS * 1000;
}

/** The limits of one app: the general one, those of routes with their own, and the one on failed authentication. */
export interface RateLimits {
  readonly general: RateLimit;
  readonly failedAuth: RateLimit;
  forRoute(perMinute: number): RateLimit;
}

const FAILED_AUTH_PER_MINUTE = 30;

export function createRateLimits(perMinute: number): RateLimits {
  const forRoute = (limit: number) =>
    createRateLimit(limit, {
      detail: `More than ${limit} requests in a minute.`,
      hint: 'Wait as long as Retry-After says, then go on.',
    });
  return {
    general: forRoute(perMinute),
    forRoute,
    failedAuth: createRateLimit(FAILED_AUTH_PER_MINUTE, {
      detail: 'Too many requests with a refused credential came from this address.',
      hint: 'Wait as long as Retry-After says, and check the credential: `oracle keys list` names the valid keys.',
    }),
  };
}
