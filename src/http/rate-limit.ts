import { OracleError } from '../plugin/index.js';
import type { SharedWindows } from './shared-windows.js';
import { WindowCounter } from './window-counter.js';

const MINUTE_MS = 60_000;
const SECOND_MS = 1000;

/** Counts by key (a principal's id or a client's address) in windows that begin with a key's first count. */
export interface RateLimit {
  /** @throws OracleError `rate_limited` (429 with `Retry-After`) when the key has used up its window. */
  consume(key: string): void;
  /** Whether the next `consume` would throw. */
  isSpent(key: string): boolean;
}

interface LimitWords {
  readonly detail: string;
  readonly hint: (seconds: number) => string;
}

function createRateLimit(most: number, words: LimitWords, counter = new WindowCounter(MINUTE_MS)): RateLimit {
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
      if (count > most) refuse(endsAt);
    },
    isSpent: (key) => (counter.peek(key)?.count ?? 0) >= most,
  };
}

/** The limits of one app. */
export interface RateLimits {
  readonly general: RateLimit;
  /** By address: credentials that do not hold. */
  readonly failedAuth: RateLimit;
  /** By address: login codes that do not hold. */
  readonly failedLogins: RateLimit;
  /** By address: requests of whoever the oracle did not itself let in. */
  readonly strangers: RateLimit;
  /** Of all addresses together that used up one of the three above: signatures that are checked for them all the same. */
  readonly signatureChecks: RateLimit;
  /** For a key with a limit of its own; all of them count in one place, each under its id. */
  forKey(perMinute: number): RateLimit;
  /** For one route with a limit of its own. */
  forRoute(perMinute: number, name: string): RateLimit;
}

const FAILED_AUTH_PER_MINUTE = 30;
const FAILED_LOGINS_PER_MINUTE = 20;
const SIGNATURE_CHECKS_PER_SECOND = 20;

/** @param shared what counts for all processes; without it each counts for itself */
export function createRateLimits(perMinute: number, shared?: SharedWindows): RateLimits {
  const counterOf = (name: string) => {
    const counter = new WindowCounter(MINUTE_MS);
    shared?.share(name, counter);
    return counter;
  };
  const forRoute = (limit: number, name: string) =>
    createRateLimit(
      limit,
      {
        detail: `More than ${limit} requests in a minute.`,
        hint: (seconds) => `Wait ${seconds} s, then go on.`,
      },
      counterOf(name),
    );
  const keys = counterOf('keys');
  return {
    forKey: (limit) =>
      createRateLimit(
        limit,
        {
          detail: `This key may make ${limit} requests a minute.`,
          hint: (seconds) => `Wait ${seconds} s, or ask the operator for a key that may make more.`,
        },
        keys,
      ),
    general: forRoute(perMinute, 'general'),
    strangers: forRoute(perMinute, 'strangers'),
    forRoute,
    failedAuth: createRateLimit(
      FAILED_AUTH_PER_MINUTE,
      {
        detail: 'Too many requests with a refused credential came from this address.',
        hint: (seconds) =>
          `A valid credential is let in at once; any other waits ${seconds} s. \`oracle keys list\` names the valid keys.`,
      },
      counterOf('failed-auth'),
    ),
    failedLogins: createRateLimit(
      FAILED_LOGINS_PER_MINUTE,
      {
        detail: 'Too many login codes that do not hold came from this address.',
        hint: (seconds) =>
          `A valid code is let in at once (\`oracle login\` makes one); any other waits ${seconds} s.`,
      },
      counterOf('failed-logins'),
    ),
    signatureChecks: createRateLimit(
      SIGNATURE_CHECKS_PER_SECOND,
      {
        detail: 'Too many signatures wait to be checked for addresses that sent refused ones.',
        hint: (seconds) => `Send the request again in ${seconds} s.`,
      },
      new WindowCounter(SECOND_MS),
    ),
  };
}
